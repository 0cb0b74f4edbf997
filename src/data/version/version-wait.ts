import { useSyncExternalStore } from 'react'

/** Whether this tab waits for others of another version before it can open the local database (WORK-5). */
let waiting = false
const listeners = new Set<() => void>()

export function setVersionWait(now: boolean): void {
  if (now === waiting) return
  waiting = now
  for (const listener of listeners) listener()
}

export const useVersionWait = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
