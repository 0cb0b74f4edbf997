import { useMemo } from 'react'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useSellers } from '../../domain/personnels/use-sellers.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
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
  const sellers = useSellersHere()
  return useMemo(() => {
    if (projets === undefined || devis === undefined || ids === undefined || sellers === undefined) return undefined
    if (ids.length > 0 && rdvs === undefined) return undefined
    const withRdv = new Set((rdvs ?? []).map((rdv) => rdv.IDPROJET ?? ''))
    return { pipeline: pipeline({ projets, devis, withRdv, agence, label, sellers }), projets, withRdv }
  }, [projets, devis, ids, rdvs, agence, label, sellers])
}

/** Who sells in the agencies whose projects I see: of others I could not tell that they have none. */
function useSellersHere(): { id: string; agence: string }[] | undefined {
  const { toutesAgences, agences } = useStaff()
  const sellers = useSellers()
  return useMemo(
    () =>
      sellers
        ?.map(({ IDPERSONNEL, IDAGENCE }) => ({ id: IDPERSONNEL, agence: IDAGENCE ?? '' }))
        .filter(({ agence }) => toutesAgences || agence === '' || agences.includes(agence)),
    [sellers, toutesAgences, agences],
  )
}

export interface Names {
  agence: (id: string) => string
  person: (id: string) => string
  /** Whether a person's account is closed. */
  hasLeft: (id: string) => boolean
}

/** Names of agencies and people; a missing one has a label too. */
export function useNames(): Names {
  const agencies = useReferences('AGENCES')
  const people = useLiveList('personnel', {})
  const left = useLeft()
  return useMemo(() => {
    const agency = new Map(agencies.map((one) => [one.id, one.LIBELLE]))
    const person = new Map((people ?? []).map((one) => [one.IDPERSONNEL, one.NOM_COMPLET ?? one.NOM]))
    return {
      agence: (id) => (id === '' ? text.noAgency : (agency.get(id) ?? text.noAgency)),
      person: (id) => (id === '' ? text.noPerson : (person.get(id) ?? text.unknownPerson)),
      hasLeft: (id) => left.has(id),
    }
  }, [agencies, people, left])
}
