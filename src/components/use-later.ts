import { useEffect } from 'react'

const LATER_MS = 2000

/** Runs once the first screen has had its turn: code that nobody needs to see the day. `run` must be the same function each time. */
export function useLater(run: () => void): void {
  useEffect(() => {
    const timer = setTimeout(run, LATER_MS)
    return () => clearTimeout(timer)
  }, [run])
}
