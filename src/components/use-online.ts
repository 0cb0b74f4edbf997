import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** What the browser says of the network: false is certain, true only means that it is worth a try. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
