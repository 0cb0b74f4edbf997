import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import type { NATURE_CODES } from '../../../schemas/entities/reference.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'

/** Works older than this are found from their project. */
const DAYS = 365
const LIMIT = 2000
const METRE: (typeof NATURE_CODES)[number] = 'Metre'

/** Interventions of the last year and planned ones, first one first. */
export function useRecentInterventions(wait = false): LocalRecord<'intervention'>[] | undefined {
  const from = addDays(useNow().slice(0, 10), -DAYS)
  return useLiveList(
    'intervention',
    wait ? null : { selector: { RDV_DEBUT: { $gte: `${from} 00:00` } }, sort: [{ RDV_DEBUT: 'asc' }], limit: LIMIT },
  )
}

export interface MeasuredWorks {
  /** Interventions of the projects that I measured. */
  works: LocalRecord<'intervention'>[]
  /** My measures that have no project yet. */
  loose: LocalRecord<'rdv'>[]
}

/** The works and measures that follow my Metre appointments (MGR-11); undefined until they are read. */
export function useMeasuredInterventions(wait = false): MeasuredWorks | undefined {
  const { account } = useSession()
  const natures = useReferences('NATURE_RDV')
  const rdvs = useLiveList(
    'rdv',
    wait
      ? null
      : {
          selector: { RDV_DEBUT: { $gte: '' }, SUPPRIME: 0, IDPERSONNELS: { $elemMatch: { $eq: account.id } } },
          sort: [{ RDV_DEBUT: 'asc' }],
        },
  )
  const recent = useRecentInterventions(wait)
  return useMemo(() => {
    if (rdvs === undefined || recent === undefined) return undefined
    const metre = new Set(natures.filter(({ CODE }) => CODE === METRE).map(({ id }) => id))
    const measures = rdvs.filter((rdv) => metre.has(rdv.IDNATURE_RDV ?? ''))
    const measured = new Set(measures.map((rdv) => rdv.IDPROJET))
    return {
      works: recent.filter((work) => measured.has(work.IDPROJET)),
      loose: measures.filter((rdv) => rdv.IDPROJET === null),
    }
  }, [natures, rdvs, recent])
}

/** How many links are missing: measures without a project, works without a quote. */
export const missingLinks = ({ works, loose }: MeasuredWorks): number =>
  loose.length + works.filter((work) => work.IDDEVIS === null).length
