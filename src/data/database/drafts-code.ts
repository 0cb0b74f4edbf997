/** What tells which drafts of files a saved record names (FILE-12). Few devices have one, so no first screen waits for it (`draftsCode` in local-data.ts). */
// biome-ignore lint/performance/noBarrelFile: it names what is loaded together
export { savedDrafts, watchSavedDrafts } from '../../../sync/outbox/draft-files.ts'
