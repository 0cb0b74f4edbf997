import { useSyncExternalStore } from 'react'

export interface PageTitle {
  title: string
  /** Where the back arrow of the phone's top bar leads when there is no former page; none on a main destination. */
  back?: string | undefined
}

let current: PageTitle | null = null
const listeners = new Set<() => void>()

/** The title of the page on screen: set by PageHeader, shown by the phone's top bar and the browser tab. */
export function setPageTitle(next: PageTitle | null): void {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const usePageTitle = (): PageTitle | null => useSyncExternalStore(subscribe, () => current)
