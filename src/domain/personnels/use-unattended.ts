import { useMemo } from 'react'
import { useStops } from '../projets/use-stops.ts'
import { type LeftPlanned, useLeftPlanned } from './use-left-planned.ts'

/** Appointments and works to come to which nobody goes, because everybody who was to go has left, live; undefined until they are read. Of what is stopped no customer waits for anybody. */
export function useUnattended(wait = false): LeftPlanned[] | undefined {
  const planned = useLeftPlanned(wait)
  const stopOf = useStops(planned?.map(({ record }) => record))
  return useMemo(
    () => planned && stopOf && planned.filter(({ record, alone }) => alone && stopOf(record) === null),
    [planned, stopOf],
  )
}
