import { useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { beginReturn, endReturn, holdPlace } from '../ui/navigation/kept-place.ts'

const RETURNS: ReadonlySet<string> = new Set(['BACK', 'FORWARD', 'GO'])

/** Brings a person who comes back, also by a reload, to the place at which they left the page. Once, in the root's frame, which renders for each page. */
export function useKeptPlace(): void {
  const router = useRouter()
  const left = useElementScrollRestoration({ getElement: () => window })
  const place = useRef(left)
  place.current = left
  useEffect(() => {
    beginReturn()
    const stopHistory = router.history.subscribe(({ action }) =>
      RETURNS.has(action.type) ? beginReturn() : endReturn(),
    )
    const stopRouter = router.subscribe('onRendered', () => {
      if (place.current) holdPlace(place.current.scrollY)
      else endReturn()
    })
    return () => {
      stopHistory()
      stopRouter()
    }
  }, [router])
}
