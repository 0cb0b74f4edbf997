/** Where another tab moves records, it is done in less; else a person must do something. */
const PATIENCE_MS = 1500

/** Tells when what is waited for takes longer than usual, and when it is there. */
export async function told<T>(onWait: (waiting: boolean) => void, waited: Promise<T>): Promise<T> {
  const timer = setTimeout(() => onWait(true), PATIENCE_MS)
  try {
    return await waited
  } finally {
    clearTimeout(timer)
    onWait(false)
  }
}
