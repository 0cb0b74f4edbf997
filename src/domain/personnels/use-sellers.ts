import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRankingFigures } from '../../data/records/use-ranking-figures.ts'

const NOBODY: readonly string[] = []

/** The people who have left, as the last figures of the office say (their account is closed); nobody while none have come. */
export function useLeft(): ReadonlySet<string> {
  const left = useRankingFigures()?.left ?? NOBODY
  return useMemo(() => new Set(left), [left])
}

/** The people who sell and have not left, by name; undefined until they are read. */
export function useSellers(): LocalRecord<'personnel'>[] | undefined {
  const people = useLiveList('personnel', {})
  const left = useLeft()
  return useMemo(
    () =>
      people
        ?.filter(({ IDPERSONNEL, ROLES }) => ROLES.includes('commercial') && !left.has(IDPERSONNEL))
        .sort((a, b) => (a.NOM_COMPLET ?? a.NOM).localeCompare(b.NOM_COMPLET ?? b.NOM, 'fr')),
    [people, left],
  )
}
