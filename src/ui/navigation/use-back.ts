import { type AnyRouter, useBlocker, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { topLayer } from './layers.ts'
import { moved, takenBack } from './use-leave.ts'

/** « Précédent » and « Suivant » of the browser: they have moved already when they are asked about. */
const MOVES: ReadonlySet<string> = new Set(['BACK', 'FORWARD', 'GO'])

/** Closes the top layer in place of a « Précédent ». @returns whether one was open */
function closesLayer(router: AnyRouter, action: string): boolean {
  const close = action === 'BACK' ? topLayer() : undefined
  // What closes may write the address, of the page that is shown.
  if (close) void takenBack(router).then(close)
  return close !== undefined
}

/** « Précédent » closes what lies over the page before it leads to another one. Once, with the app's dialogs. @returns ends it */
export const watchBack = (router: AnyRouter): (() => void) =>
  router.history.block({
    blockerFn: ({ action }: { action: string }) => closesLayer(router, action),
    enableBeforeUnload: false,
  })

export interface HeldNavigation {
  held: boolean
  /** Does what was held back. */
  proceed: () => void
  /** Forgets it. */
  stay: () => void
}

/**
 * Holds a navigation back until its person has answered. A move of the browser is taken back at once and repeated later: between the two, another
 * « Précédent » and the step back of a save start from the page that is shown.
 * @param holds whether this one is held: « ask » until an answer, « refuse » for good
 */
export function useHeldNavigation(
  holds: () => 'ask' | 'refuse' | null,
  { enableBeforeUnload }: { enableBeforeUnload: () => boolean },
): HeldNavigation {
  const router = useRouter()
  const [held, setHeld] = useState(false)
  const later = useRef<((goes: boolean) => void) | null>(null)
  const answer = (goes: boolean): void => {
    const then = later.current
    later.current = null
    setHeld(false)
    then?.(goes)
  }
  useBlocker({
    enableBeforeUnload,
    shouldBlockFn: ({ action }) => {
      // Where this guard is asked before `watchBack`, or that is not loaded yet.
      if (closesLayer(router, action)) return true
      const why = holds()
      if (why !== 'ask') return why === 'refuse'
      // The later wish counts.
      later.current?.(false)
      setHeld(true)
      if (!MOVES.has(action)) return new Promise<boolean>((resolve) => (later.current = (goes) => resolve(!goes)))
      const delta = moved(router)
      later.current = (goes) => {
        if (goes) void takenBack(router).then(() => router.history.go(delta, { ignoreBlocker: true }))
      }
      return true
    },
  })
  return { held, proceed: () => answer(true), stay: () => answer(false) }
}
