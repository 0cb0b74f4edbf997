import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

const valuesOf = (search: string): Record<string, string> => {
  const values: Record<string, string> = {}
  // The router writes a text that looks like a number in quotes.
  for (const [name, value] of new URLSearchParams(search)) values[name] = value.replace(/^"(.*)"$/, '$1')
  return values
}

const written = (values: Record<string, string | undefined>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value)
  return params.toString()
}

/** The address's whole query as text, without « ? », and a way to replace it in place. */
export function useAddress(): [string, (search: string) => void] {
  const router = useRouter()
  const searchStr = useRouterState({ select: (state) => state.location.searchStr })
  const address = useMemo(() => written(valuesOf(searchStr)), [searchStr])
  const go = useCallback(
    (search: string) => {
      const { location, resolvedLocation } = router.state
      const { pathname } = location
      // The person is on the way to another page, which has a query of its own.
      if (resolvedLocation && resolvedLocation.pathname !== pathname) return
      void router.navigate({
        href: search === '' ? pathname : `${pathname}?${search}`,
        replace: true,
        resetScroll: false,
      })
    },
    [router],
  )
  return [address, go]
}

/**
 * The address's query as plain text values, and a way to change some of them in place: filters and searches live in the URL, so
 * that back, reload and a shared link restore them. undefined or '' removes a value.
 */
export function useQuery(): [Record<string, string>, (patch: Record<string, string | undefined>) => void] {
  const [address, go] = useAddress()
  const query = useMemo(() => valuesOf(address), [address])
  const change = useCallback(
    (patch: Record<string, string | undefined>) => go(written({ ...query, ...patch })),
    [go, query],
  )
  return [query, change]
}
