import { useMemo } from 'react'
import { isDebriefed } from '../../../schemas/rules/debrief.ts'
import { useFiled } from '../../data/records/use-files.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useStops } from '../projets/use-stops.ts'
import { type Hours, type Planned, useLeftPlanned } from './use-left-planned.ts'

/** An appointment or works to come where nobody goes, because whoever was to go has left. */
export interface Unattended {
  record: Planned['record']
  /** The first hour to which nobody goes. */
  start: string
  /** Those who were to go there and have left. */
  gone: readonly string[]
}

const daysMeet = (a: Hours, b: Hours): boolean =>
  a.DEBUT.slice(0, 10) <= b.FIN.slice(0, 10) && b.DEBUT.slice(0, 10) <= a.FIN.slice(0, 10)

/** After its debrief, or « bon », the customer waits for nobody. */
const isOver = (record: Planned['record']): boolean =>
  'IDRDV' in record ? isDebriefed(record) : record.FEEDBACK === 'bon'

/**
 * Of what is to come, the first one first, that to which nobody goes. Works are looked at by day: colleagues who come on another day do not come instead.
 */
export const unattendedOf = (planned: readonly Planned[], left: ReadonlySet<string>): Unattended[] =>
  planned
    .filter(({ record }) => !isOver(record))
    .flatMap(({ record, hours }): Unattended[] => {
      const staying = hours.filter(({ IDPERSONNEL }) => !left.has(IDPERSONNEL))
      const alone = hours.filter((one) => left.has(one.IDPERSONNEL) && !staying.some((other) => daysMeet(one, other)))
      const [start] = alone.map(({ DEBUT }) => DEBUT).sort()
      if (start === undefined) return []
      return [{ record, start, gone: [...new Set(alone.map(({ IDPERSONNEL }) => IDPERSONNEL))] }]
    })
    .sort((a, b) => a.start.localeCompare(b.start))

/** The same of this device, live; undefined until it is read. Of what is stopped, and of works whose PV is signed, no customer waits for anybody. */
export function useUnattended(wait = false): Unattended[] | undefined {
  const planned = useLeftPlanned(wait)
  const left = useLeft()
  const alone = useMemo(() => planned && unattendedOf(planned, left), [planned, left])
  const stopOf = useStops(alone?.map(({ record }) => record))
  const filed = useFiled(
    useMemo(() => alone?.flatMap(({ record }) => ('IDRDV' in record ? [] : [record.IDINTERVENTION])).sort(), [alone]),
  )
  return useMemo(() => {
    const isSigned = ({ record }: Unattended): boolean | undefined =>
      'IDINTERVENTION' in record && filed?.get(record.IDINTERVENTION)?.origins.includes('intervention_sign_pv')
    return alone && stopOf && filed && alone.filter((one) => stopOf(one.record) === null && !isSigned(one))
  }, [alone, stopOf, filed])
}
