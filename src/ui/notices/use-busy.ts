import { useState } from 'react'
import { notices } from './notices.tsx'

export interface Busy {
  busy: boolean
  /** @returns whether it succeeded: an `act` that resolves to false did not */
  whileBusy: (act: () => Promise<unknown>) => Promise<boolean>
}

/** Runs what a person started: `busy` is true meanwhile, and a failure is shown in a dialog. */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false)
  const whileBusy: Busy['whileBusy'] = async (act) => {
    setBusy(true)
    try {
      return (await act()) !== false
    } catch (error) {
      notices.failure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, whileBusy }
}
