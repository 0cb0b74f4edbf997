import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { passNextBack } from './layers.ts'

/** The browser takes a refused « Précédent » back at once; where it does not, nobody waits longer. */
const TAKEN_BACK_MS = 500

const indexOf = (state: unknown): number => (state as { __TSR_index?: number } | null)?.__TSR_index ?? 0

/** How many pages the browser is away from the page that is shown: -1 after a « Précédent » that was not taken back yet. */
export const moved = ({ history }: AnyRouter): number => indexOf(window.history.state) - indexOf(history.location.state)

/**
 * Waits until the browser has taken back a « Précédent » that a form's guard has refused: until then its position is that of the former page, and a step from
 * there would lead too far.
 */
export async function takenBack(router: AnyRouter): Promise<void> {
  if (moved(router) === 0) return
  await new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    setTimeout(resolve, TAKEN_BACK_MS)
  })
}

/** At once, where nothing is to be waited for: who goes elsewhere in the same moment is not called back. */
function onceTakenBack(router: AnyRouter, step: () => void): void {
  if (moved(router) === 0) step()
  else void takenBack(router).then(step)
}

/** Goes back, as after a save (RES-04); a page that was opened by its address has no former page, so it goes to `fallback` (an href). */
export function useLeave(fallback: string): () => void {
  const router = useRouter()
  return useCallback(() => {
    onceTakenBack(router, () => {
      if (router.history.canGoBack()) {
        passNextBack()
        router.history.back()
      } else void router.navigate({ href: fallback, replace: true })
    })
  }, [router, fallback])
}

/** Goes to an address of paths.ts. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return useCallback(
    (href, options) => {
      onceTakenBack(router, () => void router.navigate({ href, replace: options?.replace ?? false }))
    },
    [router],
  )
}
