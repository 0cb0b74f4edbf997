const QUOTA = 'QuotaExceededError'

/** Whether a local write failed because storage is full: the browser's own error, or that of the aborted transaction inside Dexie's error. */
export function isStorageFull(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: unknown; inner?: { name?: unknown } | null }
  return name === QUOTA || inner?.name === QUOTA
}
