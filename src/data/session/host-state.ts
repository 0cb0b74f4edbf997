import { useSyncExternalStore } from 'react'
import type { CompanyAnswer } from './session-actions.ts'

let host: CompanyAnswer = { state: 'known' }
const listeners = new Set<() => void>()

export function setHost(answer: CompanyAnswer): void {
  host = answer
  for (const listener of listeners) listener()
}

/** The server's answer about this host; 'unknown' shows the page for a host without a company (TEN-01). */
export const useHost = (): CompanyAnswer =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => host,
  )
