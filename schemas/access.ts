import { commandOf } from './commands.ts'
import type { RoleName } from './entities/personnel.ts'
import type { Action } from './protocol.ts'
import type { ResourceName } from './resources.ts'
import { FIELD_SALES, OFFICE, SALES, type Who } from './roles.ts'

/** What decides a staff member's rights. */
export interface Staff {
  id: string
  roles: readonly RoleName[]
  agences: readonly string[]
  toutesAgences: boolean
}

/** Who may see a row of a project-scoped resource: kept by the server as columns of the row (SERVER-4). */
export interface Viewers {
  agence: string | null
  personnes: readonly string[]
}

interface Policy {
  /**
   * `company`: all staff of the company see every row; `project`: only rows of projects that they may see; `own`: only rows that are for them; `person`:
   * rows that are about them, and the office sees everybody's; `people`: rows that name them.
   */
  scope: 'company' | 'project' | 'own' | 'person' | 'people'
  create: Who
  update: Who
  delete: Who
  /** Who has the rows of a `company` resource; every role by default. The others are given none. */
  readers?: Who
  /** Its author alone changes a record, and these roles: within `update`, which says who may at all. */
  authorOr?: Who
  /** Who sees the rows of their agencies without being named in them: office roles by default. */
  overseers?: Who
  /** Fields that only some roles may change after creation. */
  restricted?: Record<string, Who>
}

/** The one table of rights of the staff (AUT-10): role × resource × action; the rights on commands stand in `COMMANDS`. A right that is not listed is refused. */
export const POLICIES: Partial<Record<ResourceName, Policy>> = {
  // What is used of a list is archived, never deleted (SET-03).
  reference: { scope: 'company', create: ['commercial_director'], update: ['commercial_director'], delete: 'nobody' },
  rapport: {
    scope: 'company',
    create: ['commercial_director'],
    update: ['commercial_director'],
    delete: ['commercial_director'],
  },
  // Whoever makes quotes reads the price list (SET-08). An article is archived, like an entry of a list.
  article: {
    scope: 'company',
    create: ['commercial_director'],
    update: ['commercial_director'],
    delete: 'nobody',
    readers: SALES,
  },
  role: { scope: 'company', create: 'nobody', update: 'nobody', delete: 'nobody' },
  personnel: { scope: 'company', create: 'nobody', update: ['commercial_director'], delete: 'nobody' },
  adresse: { scope: 'company', create: 'any', update: 'any', delete: OFFICE },
  client: { scope: 'company', create: FIELD_SALES, update: FIELD_SALES, delete: OFFICE },
  projet: {
    scope: 'project',
    create: FIELD_SALES,
    update: FIELD_SALES,
    delete: OFFICE,
    restricted: { IDRESPONSABLEPROJET: OFFICE, IDAGENCE: OFFICE },
  },
  devis: { scope: 'project', create: SALES, update: SALES, delete: SALES },
  // Accounting: nothing is changed or deleted, a wrong one is cancelled by its command.
  paiement: { scope: 'project', create: SALES, update: 'nobody', delete: 'nobody' },
  rdv: { scope: 'project', create: FIELD_SALES, update: FIELD_SALES, delete: FIELD_SALES },
  intervention: {
    scope: 'project',
    create: ['metreur', ...OFFICE],
    update: ['metreur', 'technician', ...OFFICE],
    delete: OFFICE,
  },
  // Whoever wrote a report corrects it, and directors, in sight of all its readers (DAY-11).
  soumission: {
    scope: 'project',
    create: 'any',
    update: 'any',
    authorOr: ['commercial_director'],
    delete: ['commercial_director'],
  },
  // The drive creates files (the server writes their rows); their author or an office role names and deletes them.
  fichier: { scope: 'project', create: 'nobody', update: 'any', authorOr: OFFICE, delete: 'any' },
  conflit: { scope: 'project', create: 'nobody', update: 'any', delete: 'nobody' },
  // Its viewers are the client's agency and commercial. The space creates it; what becomes of it are commands.
  demande: { scope: 'project', create: 'nobody', update: 'nobody', delete: 'nobody' },
  // The server tells a person (DAY-07); they mark it as read.
  notification: { scope: 'own', create: 'nobody', update: 'any', delete: 'nobody' },
  // Somebody's own saved filters (DAY-13).
  filtre: { scope: 'own', create: 'any', update: 'any', delete: 'any' },
  // Directors set it; a target that is taken back stays, empty.
  objectif: { scope: 'person', create: ['commercial_director'], update: ['commercial_director'], delete: 'nobody' },
  // Each for themselves, directors for their agency's people (`mayChangeAbsence`). A kind may speak of health: no assistant reads it (DAY-10).
  absence: {
    scope: 'people',
    overseers: ['commercial_director'],
    create: 'any',
    update: 'any',
    delete: 'any',
    restricted: { IDPERSONNELS: ['commercial_director'] },
  },
}

/** Rights on services that are no records: messages that are sent, payments, PVs that are made and mailed. A right that is not listed is refused too. */
export const SERVICES = {
  sms: { send: 'any' },
  push: { send: 'any' },
  paiement: { read: 'any', request: SALES, account: 'any' },
  pv: { make: 'any', send: 'any' },
  /** When colleagues are taken, without a word of why (DAY-01): for whoever makes appointments. */
  occupation: { read: FIELD_SALES },
  /** Decides which of several clients owns a number that they share: never given to those who create clients in the field. */
  espace: { ouvrir: OFFICE },
  /** Makes one of two records of a client, and undoes it (DAY-14). */
  fusion: { faire: OFFICE },
  /** Records that an order ended outside of the customer's space: never given to whoever sold it. */
  commande: { annuler: OFFICE },
} as const satisfies Record<string, Record<string, Who>>

export type Service = keyof typeof SERVICES
/** « sms.send » */
export type ServiceRight = { [S in Service]: `${S}.${keyof (typeof SERVICES)[S] & string}` }[Service]

/** Who holds a right on a service. */
export function holdersOf(right: ServiceRight): Who {
  const [service, action] = right.split('.') as [Service, string]
  return (SERVICES[service] as Record<string, Who>)[action] ?? 'nobody'
}

/** Who may do this action; undefined when the resource does not know it. */
export function whoMay(action: Action, resource: ResourceName): Who | undefined {
  const command = commandOf(action)
  if (command) return command.resource === resource ? command.who : undefined
  return POLICIES[resource]?.[action as 'create' | 'update' | 'delete']
}

const holds = (who: Who | undefined, roles: readonly RoleName[]): boolean =>
  who === 'any' ? roles.length > 0 : who !== undefined && who !== 'nobody' && who.some((role) => roles.includes(role))

/** May this staff member do this action on a record of this resource that they can see? Default deny. */
export const may = (staff: Staff, action: Action, resource: ResourceName): boolean =>
  holds(whoMay(action, resource), staff.roles)

/** May this staff member do this with the service? Default deny; somebody without a role never. */
export const mayUse = (staff: Pick<Staff, 'roles'>, right: ServiceRight): boolean =>
  holds(holdersOf(right), staff.roles)

/** May this staff member change a record of this author? A right of its own beside `may`, which knows no record. @param author null: nobody */
export const mayChangeOf = (staff: Staff, resource: ResourceName, author: string | null): boolean => {
  const others = POLICIES[resource]?.authorOr
  return others === undefined || author === staff.id || holds(others, staff.roles)
}

export const mayRead = (staff: Staff, resource: ResourceName): boolean =>
  POLICIES[resource] !== undefined && staff.roles.length > 0

/** Whether a company's rows of this resource are for this staff member at all; `canSee` decides row by row, in `project` resources. */
export const hasRows = (staff: Pick<Staff, 'roles'>, resource: ResourceName): boolean =>
  holds(POLICIES[resource]?.readers ?? 'any', staff.roles)

/** Fields of this patch that this staff member may not change. */
export const forbiddenFields = (staff: Staff, resource: ResourceName, fields: readonly string[]): string[] =>
  fields.filter((field) => {
    const who = POLICIES[resource]?.restricted?.[field]
    return who !== undefined && !holds(who, staff.roles)
  })

/** Office roles see their agencies' rows; other roles see what they take part in (decisions: visibility). */
export const seesAgencies = (staff: Staff): boolean => holds(OFFICE, staff.roles)

/** Whether this staff member sees the rows of a resource that belong to their agencies. */
export const oversees = (staff: Staff, resource: ResourceName): boolean =>
  holds(POLICIES[resource]?.overseers ?? OFFICE, staff.roles)

/** In the place of an agency: nobody sees the row for their agency, however many they have. No id begins with a dash. */
export const PEOPLE_ALONE = '-'

/** Row visibility of resources whose rows have viewers; the server's SQL says the same (a test compares the two). */
export function canSee(staff: Staff, viewers: Viewers, resource: ResourceName = 'projet'): boolean {
  if (viewers.personnes.includes(staff.id)) return true
  if (!oversees(staff, resource) || viewers.agence === PEOPLE_ALONE) return false
  return staff.toutesAgences || viewers.agence === null || staff.agences.includes(viewers.agence)
}

/**
 * Whether this staff member may write an absence of these people: their own alone, or, as a director, one that they see.
 * @param viewers as they would be
 */
export const mayChangeAbsence = (staff: Staff, people: readonly string[], viewers: Viewers): boolean =>
  oversees(staff, 'absence') ? canSee(staff, viewers, 'absence') : people.length === 1 && people[0] === staff.id

/** Whose devices this person follows (WORK-7): office roles, those of the people of their agencies and of people without an agency. */
export const followsDevicesOf = (staff: Staff, person: { agences: readonly string[] }): boolean =>
  seesAgencies(staff) &&
  (staff.toutesAgences ||
    person.agences.length === 0 ||
    person.agences.some((agence) => staff.agences.includes(agence)))

/**
 * A digest of what decides the rows that this person sees, for checkpoints (PULL-2): a change of it needs a resync, because no row has changed. It holds
 * no « ~ »; ids may hold « . » and « _ », so lists are joined by characters that an id cannot hold.
 */
export const scopeOf = (staff: Staff): string =>
  [[...staff.roles].sort().join(','), [...staff.agences].sort().join(','), staff.toutesAgences ? 'T' : '', 'p1'].join(
    ';',
  )
