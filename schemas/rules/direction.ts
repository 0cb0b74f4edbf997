import type { Staff } from '../access.ts'
import type { RoleName } from '../entities/personnel.ts'

/** What a member of the staff may do: the fields that decide it. */
export interface Rights {
  ROLES: readonly RoleName[]
  IDAGENCE: string | null
  AGENCES: readonly string[]
  TOUTES_AGENCES: number | null
}

/** Fields of a member of the staff that decide what they may do, and the mail by which they log in. */
export const RIGHTS = ['ROLES', 'IDAGENCE', 'AGENCES', 'TOUTES_AGENCES'] as const satisfies (keyof Rights)[]

const directs = ({ roles }: Pick<Staff, 'roles'>): boolean => roles.includes('commercial_director')

/** Sets up what is the whole company's: its look, its legal mentions, its mail server. A director of some agencies does not. */
export const directsCompany = (staff: Pick<Staff, 'roles' | 'toutesAgences'>): boolean =>
  directs(staff) && staff.toutesAgences

const agenciesOf = ({ IDAGENCE, AGENCES }: Rights): string[] => [...(IDAGENCE === null ? [] : [IDAGENCE]), ...AGENCES]

/** Whether this director may set up this person's account: nobody of another agency, and nobody who has more rights than they have. */
export const mayManage = (director: Staff, { TOUTES_AGENCES, ...rights }: Rights): boolean =>
  directsCompany(director) ||
  (directs(director) &&
    TOUTES_AGENCES !== 1 &&
    agenciesOf({ TOUTES_AGENCES, ...rights }).every((agency) => director.agences.includes(agency)))

/** Whether this director may change what colleagues and customers read of a person (name, telephone, photo): of those whose account they may set up, and of themselves. */
export const mayChangePerson = (director: Staff, id: string, rights: Rights): boolean =>
  id === director.id || mayManage(director, rights)

const BEYOND = 'Vous ne pouvez donner que des droits que vous avez.'
const OWN = 'Vous ne pouvez pas changer vos propres droits : demandez à un autre directeur ou à l’administrateur.'

/**
 * What this director may not give: rights beyond their own, and any to themselves.
 * @param patch fields of the write
 * @returns messages by field
 */
export function rightsIssues(director: Staff, id: string | null, patch: Partial<Rights>): Record<string, string[]> {
  const given = RIGHTS.filter((name) => patch[name] !== undefined)
  if (id === director.id) return Object.fromEntries(given.map((name) => [name, [OWN]]))
  if (directsCompany(director)) return {}
  const beyond = {
    TOUTES_AGENCES: patch.TOUTES_AGENCES === 1,
    IDAGENCE: typeof patch.IDAGENCE === 'string' && !director.agences.includes(patch.IDAGENCE),
    AGENCES: patch.AGENCES?.some((agency) => !director.agences.includes(agency)) === true,
  }
  return Object.fromEntries(Object.entries(beyond).flatMap(([name, isBeyond]) => (isBeyond ? [[name, [BEYOND]]] : [])))
}
