import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** The browser's network state: false is certain, true only means that a request is worth a try. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
