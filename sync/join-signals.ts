export interface JoinedSignal {
  /** Aborted with the first of the signals that is, with its reason. */
  signal: AbortSignal
  /** Removes the listeners: otherwise a signal that lives as long as the worker would collect one for each call. */
  release: () => void
}

/** In place of `AbortSignal.any`, which Safari before 17.4 and Chrome before 116 lack: with it, such a device never sent anything (WORK-8). */
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
