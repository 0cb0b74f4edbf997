import { useMemo } from 'react'
import { useLiveList } from '../../data/records/use-live.ts'

export interface Names {
  personnel: (id: string) => string
  /** Of an entry of any list of the company, archived ones too. */
  entry: (id: string) => string
}

/** Names of people and of entries of the company's lists by id; '' for one that is unknown here. */
export function useNames(): Names {
  const people = useLiveList('personnel', {})
  const entries = useLiveList('reference', {})
  return useMemo(() => {
    const person = new Map((people ?? []).map((one) => [one.IDPERSONNEL, one.NOM_COMPLET ?? one.NOM]))
    const named = new Map((entries ?? []).map((one) => [one.id, one.LIBELLE]))
    return { personnel: (id: string) => person.get(id) ?? '', entry: (id: string) => named.get(id) ?? '' }
  }, [people, entries])
}
