import { useLayoutEffect, useRef, useState } from 'react'
import { notices } from './notices.tsx'

/** The second press of a double press comes within it. */
export const DOUBLE_PRESS_MS = 500

export interface Busy {
  busy: boolean
  /**
   * A call while the former one runs, or before its end is drawn, does nothing: a double press is one press.
   * @returns whether it succeeded: an `act` that resolves to false did not
   */
  whileBusy: (act: () => Promise<unknown>) => Promise<boolean>
}

/**
 * Runs what a person started: `busy` is true meanwhile, and a failure is shown in a dialog. `restMs`: for so long after a success nothing else
 * is started, where another button comes in the place of the pressed one.
 */
export function useBusy({ restMs = 0 }: { restMs?: number } = {}): Busy {
  // Objects, so that each end is drawn, also one that comes in the same rendering as its beginning.
  const [state, setState] = useState({ busy: false })
  const running = useRef(false)
  useLayoutEffect(() => {
    if (!state.busy) running.current = false
  }, [state])
  const whileBusy: Busy['whileBusy'] = async (act) => {
    if (running.current) return false
    running.current = true
    setState({ busy: true })
    const end = (): void => setState({ busy: false })
    try {
      const done = (await act()) !== false
      if (done && restMs > 0) setTimeout(end, restMs)
      else end()
      return done
    } catch (error) {
      end()
      notices.failure(error)
      return false
    }
  }
  return { busy: state.busy, whileBusy }
}
