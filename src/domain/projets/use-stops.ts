import { useMemo } from 'react'
import { type Stop, stopOf } from '../../../schemas/rules/stopped.ts'
import { useRecords } from '../../data/records/use-records.ts'

/** An appointment, or works. */
interface Planned {
  IDPROJET: string | null
  IDDEVIS?: string | null
}

/** Why nobody is to go to one of these any more; null while it goes on. */
export type StopOf = (planned: Planned) => Stop | null

const NONE: readonly Planned[] = []

/** Which of these appointments and works belong to a stopped project or a cancelled order, live; undefined until that is read. */
export function useStops(...lists: (readonly Planned[] | undefined)[]): StopOf | undefined {
  const isRead = lists.every((list) => list !== undefined)
  const planned = isRead ? lists.flatMap((list) => list ?? NONE) : undefined
  const projets = useRecords(
    'projet',
    planned?.map(({ IDPROJET }) => IDPROJET),
  )
  const devis = useRecords(
    'devis',
    planned?.map(({ IDDEVIS }) => IDDEVIS),
  )
  return useMemo(
    () =>
      projets &&
      devis &&
      (({ IDPROJET, IDDEVIS }: Planned) => stopOf(projets.get(IDPROJET ?? ''), devis.get(IDDEVIS ?? ''))),
    [projets, devis],
  )
}
