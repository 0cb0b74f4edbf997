import { canSee, mayChangeAbsence, oversees } from '../../../schemas/access.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useStaff } from '../personnels/use-staff.ts'

/** Whether the person directs: they note absences of others, too. */
export const useDirects = (): boolean => oversees(useStaff(), 'absence')

/** Whether this person may change the absence, as the server decides it. */
export function useMayChange(absence: Pick<LocalRecord<'absence'>, 'IDPERSONNELS'> | null | undefined): boolean {
  const staff = useStaff()
  const people = useRecords('personnel', absence?.IDPERSONNELS)
  if (!absence) return false
  const agencies = new Set(absence.IDPERSONNELS.map((id) => people?.get(id)?.IDAGENCE ?? null))
  const [agence = null] = agencies
  const viewers = { agence: agencies.size === 1 ? agence : null, personnes: absence.IDPERSONNELS }
  return mayChangeAbsence(staff, absence.IDPERSONNELS, viewers) && canSee(staff, viewers, 'absence')
}
