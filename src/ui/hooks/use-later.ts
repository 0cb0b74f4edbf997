import { useEffect } from 'react'

const LATER_MS = 2000

/** Runs once the first screen has been shown: for code that the first screen does not need. `run` must be the same function each time. */
export function useLater(run: () => void): void {
  useEffect(() => {
    const timer = setTimeout(run, LATER_MS)
    return () => clearTimeout(timer)
  }, [run])
}
