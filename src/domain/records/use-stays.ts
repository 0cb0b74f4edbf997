import { useMemo } from 'react'
import { absentStays, type Stay, staysOf } from '../../../schemas/rules/team-location.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { askList } from '../../data/records/ask-list.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { type Between, readBetween, useBetween } from './use-between.ts'

interface Read {
  rdvs: LocalRecord<'rdv'>[]
  interventions: LocalRecord<'intervention'>[]
  absences: LocalRecord<'absence'>[]
}

const together = ({ rdvs, interventions, absences }: Read, between: Between): Stay[] => [
  ...staysOf({ rdvs, interventions }),
  ...absentStays(absences, between),
]

/**
 * What takes people between two days, as this device has it in records: appointments, works and absences (DAY-10), each person's part; undefined until all
 * are read. Null reads nothing.
 * @param only a selector that each appointment matches
 */
export function useStays(between: Between | null, only?: Record<string, unknown>): Stay[] | undefined {
  const rdvs = useBetween('rdv', between, only)
  const interventions = useBetween('intervention', between)
  return useStaysBeside({ rdvs, interventions }, between)
}

/** The same, where the screen reads the appointments and the works itself. */
export function useStaysBeside(
  { rdvs, interventions }: { [K in 'rdvs' | 'interventions']: Read[K] | undefined },
  between: Between | null,
): Stay[] | undefined {
  // Few: those of the person, and for a director those of the people of the agency.
  const absences = useLiveList('absence', between === null ? null : {})
  const [from, until] = [between?.from, between?.until]
  return useMemo(
    () =>
      rdvs && interventions && absences && from !== undefined && until !== undefined
        ? together({ rdvs, interventions, absences }, { from, until })
        : undefined,
    [rdvs, interventions, absences, from, until],
  )
}

/** The same, once: for what is decided at one moment. */
export async function readStays(data: LocalData, between: Between): Promise<Stay[]> {
  const [rdvs, interventions, absences] = await Promise.all([
    readBetween(data, 'rdv', between),
    readBetween(data, 'intervention', between),
    askList(data, 'absence', {}),
  ])
  return together({ rdvs, interventions, absences }, between)
}
