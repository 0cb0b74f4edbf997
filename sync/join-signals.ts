export interface JoinedSignal {
  /** Aborted with the reason of the first of them that is. */
  signal: AbortSignal
  /** Takes the listeners away: without it, a signal that lives as long as the worker would collect one for each call. */
  release: () => void
}

/** `AbortSignal.any`, which Safari before 17.4 and Chrome before 116 lack: without it nothing ever left such a device (WORK-8). */
export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController()
  const onAbort = (event: Event): void => abort(event.target as AbortSignal)
  const release = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', onAbort)
  }
  const abort = ({ reason }: AbortSignal): void => {
    release()
    joined.abort(reason)
  }
  const already = signals.find((signal) => signal.aborted)
  if (already) abort(already)
  else for (const signal of signals) signal.addEventListener('abort', onAbort)
  return { signal: joined.signal, release }
}
