import { useEffect } from 'react'

/** After the last change of what is shown: a page is pictured while nobody waits for it. */
const REST_MS = 3000

/**
 * Keeps a picture of this page for the next start (WORK-13), a while after `shown` has changed for the last time.
 * @param shown null: there is nothing to be kept yet
 */
export function useFirstPicture(shown: unknown): void {
  useEffect(() => {
    if (shown === null || !import.meta.env.PROD) return
    const keep = () =>
      import('./keep-picture.ts').then(({ keepPicture }) => keepPicture(document)).catch(() => undefined)
    const timer = setTimeout(() => void keep(), REST_MS)
    return () => clearTimeout(timer)
  }, [shown])
}
