import type { Static } from 'typebox'
import * as Type from 'typebox'
import { personnel, ROLE_NAMES } from '../../../../schemas/entities/personnel.ts'
import { answerOf, textOrNull } from '../online/answers.ts'
import type { AccountState } from './account-chip.tsx'

/** A member of the staff in a list, with their company. */
export const PersonnelRow = Type.Object({
  IDPERSONNEL: Type.String(),
  PRENOM: textOrNull,
  NOM: Type.String(),
  NOM_COMPLET: textOrNull,
  INITIALES: textOrNull,
  MAIL: textOrNull,
  ROLES: Type.Array(Type.Enum([...ROLE_NAMES])),
  IDAGENCE: textOrNull,
  AGENCES: Type.Array(Type.String()),
  disabled: Type.Boolean(),
  has_account: Type.Boolean(),
  company: Type.Object({ id: Type.String(), key: Type.String(), NOM: Type.String() }),
})
export type PersonnelRow = Static<typeof PersonnelRow>

export const PersonnelAnswer = answerOf(personnel, { disabled: Type.Boolean(), has_account: Type.Boolean() })

export const nameOf = ({ NOM_COMPLET, NOM }: Pick<PersonnelRow, 'NOM_COMPLET' | 'NOM'>): string => NOM_COMPLET ?? NOM

/** Whether they can log in, by the server's rule: a mail, a role, and no closed account. */
export const mayLogIn = ({ MAIL, ROLES, disabled, has_account }: PersonnelRow): boolean =>
  !disabled && ROLES.length > 0 && (MAIL !== null || has_account)

export const accountState = ({
  disabled,
  has_account,
}: Pick<PersonnelRow, 'disabled' | 'has_account'>): AccountState =>
  disabled ? 'disabled' : has_account ? 'active' : 'none'
