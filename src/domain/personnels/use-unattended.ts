import { useMemo } from 'react'
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

/**
 * Of what is to come, the first one first, that to which nobody goes. Works are looked at by day: colleagues who come on another day do not come instead.
 */
export const unattendedOf = (planned: readonly Planned[], left: ReadonlySet<string>): Unattended[] =>
  planned
    .flatMap(({ record, hours }): Unattended[] => {
      const staying = hours.filter(({ IDPERSONNEL }) => !left.has(IDPERSONNEL))
      const alone = hours.filter((one) => left.has(one.IDPERSONNEL) && !staying.some((other) => daysMeet(one, other)))
      const [start] = alone.map(({ DEBUT }) => DEBUT).sort()
      if (start === undefined) return []
      return [{ record, start, gone: [...new Set(alone.map(({ IDPERSONNEL }) => IDPERSONNEL))] }]
    })
    .sort((a, b) => a.start.localeCompare(b.start))

/** The same of this device, live; undefined until it is read. Of what is stopped no customer waits for anybody. */
export function useUnattended(wait = false): Unattended[] | undefined {
  const planned = useLeftPlanned(wait)
  const left = useLeft()
  const alone = useMemo(() => planned && unattendedOf(planned, left), [planned, left])
  const stopOf = useStops(alone?.map(({ record }) => record))
  return useMemo(() => alone && stopOf && alone.filter(({ record }) => stopOf(record) === null), [alone, stopOf])
}
