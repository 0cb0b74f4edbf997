import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/**
 * The address's query as plain text values, and a way to change some of them in place: filters and searches live in the URL, so
 * that back, reload and a shared link restore them. undefined or '' removes a value.
 */
export function useQuery(): [Record<string, string>, (patch: Record<string, string | undefined>) => void] {
  const router = useRouter()
  const searchStr = useRouterState({ select: (state) => state.location.searchStr })
  const query = useMemo(() => {
    const values: Record<string, string> = {}
    // The router writes a text that looks like a number in quotes.
    for (const [name, value] of new URLSearchParams(searchStr)) values[name] = value.replace(/^"(.*)"$/, '$1')
    return values
  }, [searchStr])
  const change = useCallback(
    (patch: Record<string, string | undefined>) => {
      const params = new URLSearchParams()
      for (const [name, value] of Object.entries({ ...query, ...patch })) if (value) params.set(name, value)
      const text = params.toString()
      const { pathname } = router.state.location
      void router.navigate({ href: text === '' ? pathname : `${pathname}?${text}`, replace: true, resetScroll: false })
    },
    [router, query],
  )
  return [query, change]
}
