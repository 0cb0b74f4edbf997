import { useMemo } from 'react'
import { useLiveList } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { paiementsText } from '../../text/paiements.ts'

const text = paiementsText.outstanding

export interface Names {
  agence: (id: string) => string
  person: (id: string) => string
}

/** Names of agencies and people; a missing one has a label too. */
export function useNames(): Names {
  const agencies = useReferences('AGENCES')
  const people = useLiveList('personnel', {})
  return useMemo(() => {
    const agency = new Map(agencies.map((one) => [one.id, one.LIBELLE]))
    const person = new Map((people ?? []).map((one) => [one.IDPERSONNEL, one.NOM_COMPLET ?? one.NOM]))
    return {
      agence: (id) => agency.get(id) ?? text.noAgency,
      person: (id) => person.get(id) ?? text.noPerson,
    }
  }, [agencies, people])
}
