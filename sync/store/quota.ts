const QUOTA = 'QuotaExceededError'

/** Whether a local write failed for want of room: the browser's own error, or the aborted transaction's, inside Dexie's. */
export function isStorageFull(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: unknown; inner?: { name?: unknown } | null }
  return name === QUOTA || inner?.name === QUOTA
}
