import type { Static } from 'typebox'
import * as Type from 'typebox'
import { StaffAccountRow } from '../../../domain/personnels/staff-account.ts'

/** A member of the staff in a list, with their company. */
export const PersonnelRow = Type.Object({
  ...StaffAccountRow.properties,
  company: Type.Object({ id: Type.String(), key: Type.String(), NOM: Type.String() }),
})
export type PersonnelRow = Static<typeof PersonnelRow>

/** Whether they can log in, by the server's rule: a mail, a role, and no closed account. */
export const mayLogIn = ({ MAIL, ROLES, disabled, has_account }: PersonnelRow): boolean =>
  !disabled && ROLES.length > 0 && (MAIL !== null || has_account)
