import { useEffect } from 'react'
import { forgetPicture } from './stored-picture.ts'

/** After the last change of what is shown: a page is pictured while nobody waits for it. */
const REST_MS = 3000

/**
 * Keeps a picture of this page for the next start (WORK-13), a while after `shown` has changed for the last time; of an empty page there is none.
 * @param shown the rows of the page; null: they are not known yet
 */
export function useFirstPicture(shown: readonly unknown[] | null): void {
  useEffect(() => {
    if (shown === null || !import.meta.env.PROD) return
    if (shown.length === 0) {
      // Other days or people may be empty: the picture is of the page without a choice.
      if (location.search === '') forgetPicture()
      return
    }
    const keep = () =>
      import('./keep-picture.ts').then(({ keepPicture }) => keepPicture(document)).catch(() => undefined)
    const timer = setTimeout(() => void keep(), REST_MS)
    return () => clearTimeout(timer)
  }, [shown])
}
