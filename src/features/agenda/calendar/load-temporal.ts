/**
 * Schedule-X needs Temporal. Browsers that have it use their own; the others load the polyfill, with the agenda and
 * never before.
 */
export async function loadTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}
