import { useMemo } from 'react'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { suiviText as text } from '../../text/suivi.ts'
import { type Pipeline, pipeline } from './pipeline.ts'

const NEW = 1

export interface PipelineData {
  pipeline: Pipeline
  projets: LocalRecord<'projet'>[]
  withRdv: ReadonlySet<string>
}

/** The pipeline over all projects of this device; undefined until everything is read. */
export function usePipeline(agence: string | null, label: string | undefined): PipelineData | undefined {
  const projets = useLiveList('projet', {})
  const devis = useLiveList('devis', {})
  // Appointments matter only for new projects.
  const ids = useMemo(
    () =>
      projets
        ?.filter((projet) => projet.IDETAT_PROJET === NEW && !isClosed(projet))
        .map((projet) => projet.IDPROJET)
        .sort(),
    [projets],
  )
  const rdvs = useLiveList(
    'rdv',
    ids === undefined || ids.length === 0 ? null : { selector: { CLE_PROJET: { $in: ids }, SUPPRIME: 0 } },
  )
  return useMemo(() => {
    if (projets === undefined || devis === undefined || ids === undefined) return undefined
    if (ids.length > 0 && rdvs === undefined) return undefined
    const withRdv = new Set((rdvs ?? []).map((rdv) => rdv.IDPROJET ?? ''))
    return { pipeline: pipeline({ projets, devis, withRdv, agence, label }), projets, withRdv }
  }, [projets, devis, ids, rdvs, agence, label])
}

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
      agence: (id) => (id === '' ? text.noAgency : (agency.get(id) ?? text.noAgency)),
      person: (id) => (id === '' ? text.noPerson : (person.get(id) ?? text.noPerson)),
    }
  }, [agencies, people])
}
