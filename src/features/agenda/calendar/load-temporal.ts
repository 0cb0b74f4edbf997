/**
 * Schedule-X speaks Temporal. Browsers that have it keep theirs; the polyfill is fetched by the others, with the agenda and
 * never before.
 */
export async function loadTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}
