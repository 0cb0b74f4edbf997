import type { Static } from 'typebox'
import * as Type from 'typebox'
import { personnel, ROLE_NAMES } from '../../../schemas/entities/personnel.ts'
import { answerOf, orNull, textOrNull } from '../online/answers.ts'
import type { AccountState } from './account-chip.tsx'

/** A member of the staff in a list of accounts. */
export const StaffAccountRow = Type.Object({
  IDPERSONNEL: Type.String(),
  PRENOM: textOrNull,
  NOM: Type.String(),
  NOM_COMPLET: textOrNull,
  INITIALES: textOrNull,
  MAIL: textOrNull,
  ROLES: Type.Array(Type.Enum([...ROLE_NAMES])),
  IDAGENCE: textOrNull,
  AGENCES: Type.Array(Type.String()),
  TOUTES_AGENCES: orNull(Type.Integer()),
  disabled: Type.Boolean(),
  has_account: Type.Boolean(),
})
export type StaffAccountRow = Static<typeof StaffAccountRow>

/** One of them, with every field and the login. */
export const StaffAccountAnswer = answerOf(personnel, { disabled: Type.Boolean(), has_account: Type.Boolean() })

/** Fields of an account, in the order in which its form shows them. */
export const ACCOUNT_FIELDS = [
  'PRENOM',
  'NOM',
  'MAIL',
  'TELEPHONE_PORTABLE',
  'ROLES',
  'IDAGENCE',
  'AGENCES',
  'TOUTES_AGENCES',
  'HORS_STATS',
] as const

export const nameOf = ({ NOM_COMPLET, NOM }: Pick<StaffAccountRow, 'NOM_COMPLET' | 'NOM'>): string => NOM_COMPLET ?? NOM

export const accountState = ({
  disabled,
  has_account,
}: Pick<StaffAccountRow, 'disabled' | 'has_account'>): AccountState =>
  disabled ? 'disabled' : has_account ? 'active' : 'none'
