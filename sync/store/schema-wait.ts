/** Another tab's migration takes less than this; after it, a person is told, because they may have to close a tab. */
const PATIENCE_MS = 1500

/** Calls `onWait(true)` when `waited` takes longer than usual, and `onWait(false)` once it has ended. */
export async function reportWait<T>(onWait: (waiting: boolean) => void, waited: Promise<T>): Promise<T> {
  const timer = setTimeout(() => onWait(true), PATIENCE_MS)
  try {
    return await waited
  } finally {
    clearTimeout(timer)
    onWait(false)
  }
}
