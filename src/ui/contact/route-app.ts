import { useSyncExternalStore } from 'react'

/** Applications that lead to a place. */
export const ROUTE_APPS = ['waze', 'plans', 'google'] as const
export type RouteApp = (typeof ROUTE_APPS)[number]

/** A setting of the device, as the dark theme is: a phone has one application for routes, whoever logs in. */
const KEY = 'lolapp.itineraire'
const listeners = new Set<() => void>()

/** The application that this device chose last; null before the first choice, or where nothing can be kept. */
function keptApp(): RouteApp | null {
  try {
    const kept = localStorage.getItem(KEY)
    return ROUTE_APPS.find((app) => app === kept) ?? null
  } catch {
    return null
  }
}

/** Keeps the choice for the next route of this device. */
export function keepRouteApp(app: RouteApp): void {
  try {
    localStorage.setItem(KEY, app)
  } catch {
    // Without storage the next route asks again.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The application for routes of this device, as it changes, in another tab too. */
export const useRouteApp = (): RouteApp | null => useSyncExternalStore(subscribe, keptApp)
