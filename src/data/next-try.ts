/**
 * Resolves when the time is up or one of the events comes. `sync/retry.ts` does this with rxjs; a first screen needs nothing else of rxjs, which is 10 kB.
 * @param ms milliseconds
 */
export function untilNextTry(ms: number, events: readonly (readonly [EventTarget, string])[]): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = (): void => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    for (const [target, type] of events) target.addEventListener(type, end, { signal: over.signal })
  })
}
