/** Limit of cached bytes, of files that the server has: beyond it the longest unused are dropped. */
export const CACHE_BYTES = 80 * 1024 * 1024

const QUOTA = 'QuotaExceededError'

/** Whether a local write failed because storage is full: the browser's own error, or that of the aborted transaction inside Dexie's error. */
export function isStorageFull(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: unknown; inner?: { name?: unknown } | null }
  return name === QUOTA || inner?.name === QUOTA
}
