import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useIsLeftKnown } from '../../data/records/use-left-known.ts'
import { useLiveList } from '../../data/records/use-live.ts'

/** The people who sell and have not left, by name; undefined until they are read. */
export function useSellers(): LocalRecord<'personnel'>[] | undefined {
  const people = useLiveList('personnel', {})
  const left = useLeft()
  const isKnown = useIsLeftKnown()
  return useMemo(
    () =>
      (isKnown ? people : undefined)
        ?.filter(({ IDPERSONNEL, ROLES }) => ROLES.includes('commercial') && !left.has(IDPERSONNEL))
        .sort((a, b) => (a.NOM_COMPLET ?? a.NOM).localeCompare(b.NOM_COMPLET ?? b.NOM, 'fr')),
    [people, left, isKnown],
  )
}
