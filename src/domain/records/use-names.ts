import { useMemo } from 'react'
import { useLiveList } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'

/** Names of people and agencies by id; '' for one that is unknown here. */
export function useNames(): { personnel: (id: string) => string; agence: (id: string) => string } {
  const people = useLiveList('personnel', {})
  const agencies = useReferences('AGENCES')
  return useMemo(() => {
    const person = new Map((people ?? []).map((one) => [one.IDPERSONNEL, one.NOM_COMPLET ?? one.NOM]))
    const agency = new Map(agencies.map((one) => [one.id, one.LIBELLE]))
    return { personnel: (id: string) => person.get(id) ?? '', agence: (id: string) => agency.get(id) ?? '' }
  }, [people, agencies])
}
