import { useCallback, useMemo } from 'react'
import { canSee, mayChangeAbsence, oversees, type Staff } from '../../../schemas/access.ts'
import { absenceViewers, type Posted } from '../../../schemas/rules/absence-viewers.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useStaff } from '../personnels/use-staff.ts'

/** Whether the person directs: they note absences of others, too. */
export const useDirects = (): boolean => oversees(useStaff(), 'absence')

type People = ReadonlyMap<string, Posted> | undefined

/** As the server decides it. Whoever is not read yet is of no agency, and nobody is refused for them. */
function mayWrite(staff: Staff, ids: readonly string[], people: People): boolean {
  const known = ids.flatMap((id) => people?.get(id) ?? [])
  const viewers = absenceViewers(ids, known.length === ids.length ? known : [])
  return mayChangeAbsence(staff, ids, viewers) && canSee(staff, viewers, 'absence')
}

/** Whether this person may change the absence. */
export function useMayChange(absence: Pick<LocalRecord<'absence'>, 'IDPERSONNELS'> | null | undefined): boolean {
  const staff = useStaff()
  const people = useRecords('personnel', absence?.IDPERSONNELS)
  return absence ? mayWrite(staff, absence.IDPERSONNELS, people) : false
}

/** Whether this person may note one of these people. The same function until what it reads changes. */
export function useMayNote(): (ids: readonly string[]) => boolean {
  const staff = useStaff()
  const all = useLiveList('personnel', {})
  const people = useMemo(() => new Map(all?.map((person) => [person.IDPERSONNEL, person])), [all])
  return useCallback((ids) => mayWrite(staff, ids, people), [staff, people])
}
