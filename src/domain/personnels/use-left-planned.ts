import { useMemo } from 'react'
import { isActive } from '../../../schemas/entities/rdv.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useBetween } from '../records/use-between.ts'

type Rdv = LocalRecord<'rdv'>
type Intervention = LocalRecord<'intervention'>

/** An appointment or works to come of somebody who has left. */
export interface LeftPlanned {
  resource: 'rdv' | 'intervention'
  record: Rdv | Intervention
  /** The first hour that is still to come. */
  start: string
  /** Those who have left. */
  gone: readonly string[]
  /** Nobody else is to go. */
  alone: boolean
}

interface Known {
  rdvs: readonly Rdv[]
  interventions: readonly Intervention[]
}

/** What is still to come for people who have left, first one first: only a handover, or whoever plans, gives it to somebody. */
export function leftPlanned({ rdvs, interventions }: Known, left: ReadonlySet<string>, now: string): LeftPlanned[] {
  const of = (
    one: Pick<LeftPlanned, 'resource' | 'record'>,
    hours: readonly { IDPERSONNEL: string; DEBUT: string; FIN: string }[],
  ): LeftPlanned[] => {
    const toCome = hours.filter(({ FIN }) => FIN > now)
    const people = [...new Set(toCome.map(({ IDPERSONNEL }) => IDPERSONNEL))]
    const gone = people.filter((id) => left.has(id))
    const [start] = toCome.map(({ DEBUT }) => DEBUT).sort()
    if (gone.length === 0 || start === undefined) return []
    return [{ ...one, start, gone, alone: gone.length === people.length }]
  }
  return [
    ...rdvs.filter(isActive).flatMap((rdv) =>
      of(
        { resource: 'rdv', record: rdv },
        rdv.IDPERSONNELS.map((IDPERSONNEL) => ({ IDPERSONNEL, DEBUT: rdv.RDV_DEBUT, FIN: rdv.RDV_FIN })),
      ),
    ),
    ...interventions.flatMap((works) => of({ resource: 'intervention', record: works }, works.IDINTERVENTION_PLANNING)),
  ].sort((a, b) => a.start.localeCompare(b.start))
}

const NOTHING: LeftPlanned[] = []
const EVER = '9999-12-31'

/** The same of this device, live; undefined until it is read. */
export function useLeftPlanned(wait = false): LeftPlanned[] | undefined {
  const left = useLeft()
  const now = useNow()
  const gone = useMemo(() => [...left].sort(), [left])
  const between = wait || gone.length === 0 ? null : { from: now.slice(0, 10), until: EVER }
  const rdvs = useBetween('rdv', between, { SUPPRIME: 0, IDPERSONNELS: { $elemMatch: { $in: gone } } })
  const interventions = useBetween('intervention', between, {
    IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: { $in: gone } } },
  })
  return useMemo(() => {
    if (wait) return undefined
    if (gone.length === 0) return NOTHING
    return rdvs && interventions && leftPlanned({ rdvs, interventions }, left, now)
  }, [wait, gone, rdvs, interventions, left, now])
}
