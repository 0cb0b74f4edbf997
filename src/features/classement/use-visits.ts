import { useMemo } from 'react'
import { type Visit, visitsOf } from '../../../schemas/rules/conversion.ts'
import type { Period } from '../../../schemas/rules/periods.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useRdvsOf } from '../../domain/projets/use-waiting-projects.ts'
import type { Stage } from './ranking-view.ts'

const has: Record<Stage, (visit: Visit) => boolean> = {
  met: () => true,
  quoted: ({ quoted }) => quoted,
  sold: ({ sold }) => sold,
}

/** The projects behind a figure of the conversion that are on this device, the last visit first; undefined until they are read. */
export function useVisits({
  person,
  stage,
  period,
}: {
  person: string
  stage: Stage
  period: Period
}): LocalRecord<'projet'>[] | undefined {
  const now = useNow()
  const natures = useReferences('NATURE_RDV')
  const inPeriod = useLiveList('rdv', {
    selector: { RDV_DEBUT: { $gte: `${period.from} 00:00`, $lte: `${period.to} 23:59` }, SUPPRIME: 0 },
  })
  const ids = useMemo(
    () =>
      inPeriod &&
      [
        ...new Set(
          inPeriod.flatMap(({ IDPROJET, IDPERSONNELS }) =>
            IDPROJET && IDPERSONNELS.includes(person) ? [IDPROJET] : [],
          ),
        ),
      ].sort(),
    [inPeriod, person],
  )
  const projets = useRecords('projet', ids)
  const list = useMemo(() => projets && [...projets.values()], [projets])
  // An appointment before the period may be the first one.
  const rdvs = useRdvsOf(list)
  const devis = useLiveList('devis', ids && ids.length > 0 ? { selector: { IDPROJET: { $in: ids } } } : null)
  return useMemo(() => {
    if (!projets || !list || !rdvs || (!devis && ids?.length !== 0)) return undefined
    const visits = visitsOf({ projets: list, rdvs: [...rdvs.values()].flat(), devis: devis ?? [], natures, now })
    return visits
      .filter(({ JOUR, IDPERSONNELS }) => JOUR >= period.from && JOUR <= period.to && IDPERSONNELS.includes(person))
      .filter(has[stage])
      .sort((a, b) => (a.JOUR === b.JOUR ? (a.IDPROJET < b.IDPROJET ? -1 : 1) : a.JOUR < b.JOUR ? 1 : -1))
      .flatMap(({ IDPROJET }) => projets.get(IDPROJET) ?? [])
  }, [projets, list, rdvs, devis, ids, natures, now, period.from, period.to, person, stage])
}
