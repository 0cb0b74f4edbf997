import { useMemo } from 'react'
import type { FormerPerson } from '../../../schemas/rules/ranking.ts'
import { useLiveList } from './use-live.ts'
import { useRankingFigures } from './use-ranking-figures.ts'

const NOBODY: readonly FormerPerson[] = []

/** Everybody whose sales a past period may have: the staff, and those with figures who were removed or erased since; undefined until they are read. */
export function useRankedPeople(wait = false): FormerPerson[] | undefined {
  const people = useLiveList('personnel', wait ? null : {})
  const former = useRankingFigures()?.former ?? NOBODY
  return useMemo(() => {
    if (people === undefined) return undefined
    // The figures may be older than a record that came back.
    const here = new Set(people.map(({ IDPERSONNEL }) => IDPERSONNEL))
    return [...people, ...former.filter(({ IDPERSONNEL }) => !here.has(IDPERSONNEL))]
  }, [people, former])
}
