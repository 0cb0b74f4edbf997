import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes back, as after a save (RES-04); a page that was opened by its address has no former page, so it goes to `fallback` (an href). */
export function useLeave(fallback: string): () => void {
  const router = useRouter()
  return useCallback(() => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ href: fallback, replace: true })
  }, [router, fallback])
}

/** Goes to an address of paths.ts. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return useCallback((href, options) => void router.navigate({ href, replace: options?.replace ?? false }), [router])
}
