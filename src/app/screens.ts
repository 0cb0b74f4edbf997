import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

type Module = Record<string, ComponentType>

/** Every screen of the features, one lazy chunk each: `../features/<feature>/<name>-screen.tsx`. */
const modules = import.meta.glob<Module>('../features/*/*-screen.tsx')

const file = (screen: string): string => `../features/${screen}.tsx`

/** True when the screen's file is part of this build. */
export const hasScreen = (screen: string): boolean => file(screen) in modules

/** A lazily loaded screen: `lazyScreen('agenda/agenda-screen', 'AgendaScreen')`. Throws at start when there is no such file. */
export function lazyScreen(screen: string, exported: string) {
  const load = modules[file(screen)]
  if (!load) throw new Error(`No screen ${screen}`)
  return lazyRouteComponent(load, exported)
}
