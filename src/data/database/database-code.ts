/**
 * The code that works on the local database: RxDB, Dexie, the schemas of all records. A screen is drawn without it, so it is loaded beside the screen's own
 * files (`databaseCode` in local-data.ts); nothing that is drawn first imports this file.
 */
// biome-ignore lint/performance/noBarrelFile: it names what is loaded together
export { leadOnce } from '../../../sync/leader.ts'
export { openLocalDatabase } from '../../../sync/open.ts'
export { recover } from '../../../sync/outbox/acknowledge.ts'
export { createCommands } from '../../../sync/outbox/commands.ts'
export { createFileCommands } from '../../../sync/outbox/files.ts'
export { createResolver } from '../../../sync/outbox/resolve.ts'
export { applyBootstrap, needsBootstrap } from '../../../sync/replicate/bootstrap.ts'
export { earlyRows } from '../../../sync/replicate/early-rows.ts'
export { heldBytes, waitingFiles } from '../../../sync/store/file-store.ts'
