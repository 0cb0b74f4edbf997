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

/**
 * The same, from a form whose guard has just refused a « Précédent ». The browser takes that back a moment later, over a page that was gone to meanwhile: its
 * address would be that of the form.
 */
export function useGoAfterRefusal(): (href: string) => Promise<void> {
  const router = useRouter()
  return useCallback(
    async (href) => {
      const shown = window.history.state as { __TSR_key?: string } | null
      if (shown?.__TSR_key !== router.history.location.state.__TSR_key) {
        await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
      }
      await router.navigate({ href, replace: true })
    },
    [router],
  )
}
