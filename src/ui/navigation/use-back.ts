import { useBlocker, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { moved, takenBack } from './use-leave.ts'

/** « Précédent » and « Suivant » of the browser: they have moved already when they are asked about. */
const MOVES: ReadonlySet<string> = new Set(['BACK', 'FORWARD', 'GO'])

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
