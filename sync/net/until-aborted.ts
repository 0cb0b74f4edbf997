/**
 * What `work` resolves to; rejects with the signal's reason as soon as the signal is aborted. Needed because a `fetch` may forget its signal: the
 * one of Node 20 does once its `Request` was collected as garbage, and an answer that stops in the middle was then waited for without end.
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
