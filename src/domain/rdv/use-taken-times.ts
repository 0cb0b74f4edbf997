import { useMemo } from 'react'
import type { TakenTime } from '../../../schemas/rules/occupation.ts'
import { staysOf } from '../../../schemas/rules/team-location.ts'
import { type UnseenTimes, useUnseenTimes } from '../personnels/use-unseen-times.ts'
import { type Between, useBetween } from '../records/use-between.ts'

interface TakenTimes {
  /** With the id of the appointment or works; null for what is out of sight. */
  times: (TakenTime & { id: string | null })[]
  unseen: UnseenTimes | undefined
}

/**
 * What takes people between two days, as this device knows it: appointments and works, and times that are out of sight (DAY-01); undefined until the records
 * are read.
 */
export function useTakenTimes(between: Between | null): TakenTimes | undefined {
  const rdvs = useBetween('rdv', between)
  const interventions = useBetween('intervention', between)
  const stays = useMemo(
    () => (rdvs && interventions ? staysOf({ rdvs, interventions }) : undefined),
    [rdvs, interventions],
  )
  const unseen = useUnseenTimes(stays)
  return useMemo(
    () => stays && { times: [...stays, ...(unseen?.times ?? []).map((one) => ({ ...one, id: null }))], unseen },
    [stays, unseen],
  )
}
