import { lazy, type ReactElement, type ReactNode, type Ref, Suspense, useState } from 'react'
import type { Place } from './contact-links.ts'

const load = () => import('./route-menu.tsx')
const RouteMenu = lazy(async () => ({ default: (await load()).RouteMenu }))
/** Loads the menu before somebody presses. */
export const loadRouteMenu = (): void => void load().catch(() => undefined)

/**
 * A button that opens the choice of a map app. The menu is work for every row of a list, and 30 kB of scripts before a first screen:
 * it comes when somebody presses.
 */
export function RouteChoice({
  place,
  closed,
  button,
}: {
  place: Place
  /** Before the first press. */
  closed: (ask: () => void) => ReactNode
  /** Looks the same, and holds the menu, which gives it the properties of a button. */
  button: (ref: Ref<HTMLButtonElement>) => ReactElement
}) {
  const [asked, setAsked] = useState(false)
  const first = closed(() => setAsked(true))
  if (!asked) return first
  return (
    <Suspense fallback={first}>
      <RouteMenu place={place} button={button} />
    </Suspense>
  )
}
