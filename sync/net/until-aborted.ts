/**
 * What `work` resolves to; rejects with the signal's reason as soon as the signal is aborted. Needed because a `fetch` may ignore its signal: that
 * of Node 20 does once its `Request` was collected as garbage, and a call whose answer stopped in the middle then never ended.
 */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    const settled = (): void => signal.removeEventListener('abort', abort)
    work.then(resolve, reject).finally(settled)
  })
}
