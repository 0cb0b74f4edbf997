import { type Staff, seesAgencies } from '../../../schemas/access.ts'
import { clientsText } from '../../text/clients.ts'
import type { Names } from '../records/use-names.ts'

/** That there is no project: true where this person sees all of this client's; else that there is none in their sight, and who knows more. */
export function noProjectWords(
  { IDPERSONNEL, IDAGENCE }: { IDPERSONNEL: string | null; IDAGENCE: string | null },
  { staff, names }: { staff: Staff; names: Names },
): string {
  const seesAll = IDPERSONNEL === staff.id || (seesAgencies(staff) && staff.toutesAgences)
  if (seesAll) return clientsText.noProjects
  const who = [names.personnel(IDPERSONNEL ?? ''), names.entry(IDAGENCE ?? '')].filter(Boolean).join(', ')
  return clientsText.noneOfMine(who)
}
