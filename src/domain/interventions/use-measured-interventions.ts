import { useMemo } from 'react'
import type { NATURE_CODES } from '../../../schemas/entities/reference.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useFiled } from '../../data/records/use-files.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useSession } from '../../data/session/session.tsx'

const METRE: (typeof NATURE_CODES)[number] = 'Metre'
const NONE: LocalRecord<'intervention'>[] = []

/** Every intervention of these projects, however old; undefined until they are read. */
function useWorksOf(projetIds: readonly string[] | undefined): LocalRecord<'intervention'>[] | undefined {
  const isEmpty = projetIds?.length === 0
  const works = useLiveList(
    'intervention',
    projetIds === undefined || isEmpty ? null : { selector: { IDPROJET: { $in: [...projetIds].sort() } } },
  )
  return isEmpty ? NONE : works
}

/** The interventions of the projects that I am responsible for (MGR-09); undefined until they are read. */
export function useWorksOfMyProjects(): LocalRecord<'intervention'>[] | undefined {
  const { account } = useSession()
  const projets = useLiveList('projet', { selector: { CLE_RESPONSABLE: account.id } })
  return useWorksOf(useMemo(() => projets?.map((projet) => projet.IDPROJET), [projets]))
}

export interface MeasuredWorks {
  /** Interventions of the projects that I measured. */
  works: LocalRecord<'intervention'>[]
  /** Those without a quote that may still be linked: a signed PV keeps what it says. */
  unlinked: LocalRecord<'intervention'>[]
  /** My measures that have no project yet. */
  loose: LocalRecord<'rdv'>[]
}

/** The works and measures that follow my Metre appointments (MGR-11); undefined until they are read. */
export function useMeasuredInterventions(wait = false): MeasuredWorks | undefined {
  const { account } = useSession()
  const natures = useReferences('NATURE_RDV')
  const codes = useMemo(() => natures.filter(({ CODE }) => CODE === METRE).map(({ id }) => id), [natures])
  const measures = useLiveList(
    'rdv',
    wait
      ? null
      : {
          selector: {
            RDV_DEBUT: { $gte: '' },
            SUPPRIME: 0,
            IDNATURE_RDV: { $in: codes },
            IDPERSONNELS: { $elemMatch: { $eq: account.id } },
          },
          sort: [{ RDV_DEBUT: 'asc' }],
        },
  )
  const measured = useMemo(
    () => measures && [...new Set(measures.flatMap(({ IDPROJET }) => IDPROJET ?? []))],
    [measures],
  )
  const works = useWorksOf(measured)
  const without = useMemo(() => works?.filter((work) => work.IDDEVIS === null), [works])
  const filed = useFiled(useMemo(() => without?.map((work) => work.IDINTERVENTION).sort(), [without]))
  return useMemo(
    () =>
      measures &&
      works &&
      without &&
      filed && {
        works,
        unlinked: without.filter((work) => !filed.get(work.IDINTERVENTION)?.origins.includes('intervention_sign_pv')),
        loose: measures.filter((rdv) => rdv.IDPROJET === null),
      },
    [measures, works, without, filed],
  )
}

/** How many links are missing: measures without a project, works without a quote. */
export const missingLinks = ({ unlinked, loose }: MeasuredWorks): number => loose.length + unlinked.length
