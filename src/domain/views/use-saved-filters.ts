import { useEffect, useMemo, useRef } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { isReturning } from '../../ui/navigation/kept-place.ts'
import { useAddress } from '../../ui/navigation/use-query.ts'

export type SavedFilter = LocalRecord<'filtre'>

/** A query in one order of its names: two addresses that show the same are equal. */
export function sameQuery(text: string): string {
  const params = new URLSearchParams(text)
  // Which page of a list, or what is open beside it, is no filter.
  params.delete('page')
  params.sort()
  return params.toString()
}

/** The one with which a list opens: of two phones that each chose one, the name that was saved last. */
export const openingFilter = (filters: readonly SavedFilter[]): SavedFilter | undefined =>
  filters
    .filter(({ DEFAUT }) => DEFAUT === 1)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .at(-1)

export interface SavedFilters {
  /** Mine of this screen, by name; undefined until they are read. */
  filters: SavedFilter[] | undefined
  /** The one whose list is on screen. */
  shown: SavedFilter | undefined
  apply: (filter: SavedFilter) => void
  /** Saves what is on screen under a name; a name that exists gets the new filters. */
  save: (name: string) => Promise<void>
  rename: (filter: SavedFilter, name: string) => Promise<void>
  remove: (filter: SavedFilter) => Promise<void>
  /** The list opens with this one; null for the whole list. */
  openWith: (filter: SavedFilter | null) => Promise<void>
}

/** My saved filters of a screen, on all my devices (DAY-13). A screen that is opened without a filter opens with the chosen one. */
export function useSavedFilters(screen: string): SavedFilters {
  const rows = useLiveList('filtre', {})
  const filters = useMemo(
    () => rows?.filter(({ ECRAN }) => ECRAN === screen).sort((a, b) => a.NOM.localeCompare(b.NOM, 'fr')),
    [rows, screen],
  )
  const [address, go] = useAddress()
  const commands = useCommands()
  // Decided once, when the screen opens: whoever takes all filters away sees the whole list, and so does who comes back to it.
  const open = useRef(address === '' && !isReturning())
  useEffect(() => {
    if (filters === undefined || !open.current) return
    open.current = false
    const first = openingFilter(filters)
    if (first && first.VALEURS !== '') go(first.VALEURS)
  }, [filters, go])
  const here = sameQuery(address)
  return {
    filters,
    shown: filters?.find(({ VALEURS }) => sameQuery(VALEURS) === here),
    apply: ({ VALEURS }) => go(VALEURS),
    save: async (name) => {
      const known = filters?.find(({ NOM }) => NOM.toLowerCase() === name.toLowerCase())
      if (known) await commands.update('filtre', known.id, { VALEURS: here })
      else await commands.create('filtre', { ECRAN: screen, NOM: name, VALEURS: here })
    },
    rename: async ({ id }, NOM) => void (await commands.update('filtre', id, { NOM })),
    remove: async ({ id }) => void (await commands.remove('filtre', id)),
    openWith: (chosen) =>
      commands.together(async (one) => {
        for (const { id, DEFAUT } of filters ?? [])
          if (DEFAUT === 1 && id !== chosen?.id) await one.update('filtre', id, { DEFAUT: 0 })
        if (chosen) await one.update('filtre', chosen.id, { DEFAUT: 1 })
      }),
  }
}
