import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { OFFICE } from '../../../schemas/roles.ts'
import { RIGHTS } from '../../../schemas/rules/direction.ts'
import { sameJson } from '../../../schemas/same-json.ts'
import type { FormValues } from '../../forms/payload.ts'
import { accountsText } from '../../text/admin/accounts.ts'

const OFFICE_ROLES: readonly RoleName[] = OFFICE
const listed = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : [])

/** Whether these rights are those of a director or an assistant who sees the projects of no agency. */
const seesNone = ({ ROLES, IDAGENCE, AGENCES, TOUTES_AGENCES }: FormValues): boolean =>
  listed<RoleName>(ROLES).some((role) => OFFICE_ROLES.includes(role)) &&
  TOUTES_AGENCES !== 1 &&
  !IDAGENCE &&
  listed(AGENCES).length === 0

/**
 * The rule of an account's form: office roles need an agency, or all of them. Nobody can say it to them later: their lists are empty, and a director changes
 * neither their own rights nor those of people of an agency. The server takes such accounts: other programs make them before their agency.
 * @param opened what the form showed first; null for a new account. An account that stands so may be changed otherwise.
 * @param offered whether the company has an agency to choose
 */
export const agencyNeeded =
  (opened: FormValues | null, offered: boolean) =>
  (values: FormValues): Record<string, string> => {
    const changed = opened === null || RIGHTS.some((name) => !sameJson(values[name], opened[name]))
    return offered && changed && seesNone(values) ? { IDAGENCE: accountsText.agencyNeeded } : {}
  }
