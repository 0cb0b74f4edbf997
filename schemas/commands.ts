import type { Values } from './merge.ts'
import type { ResourceRecord, SyncedResource } from './resources.ts'
import { FIELD_SALES, OFFICE, SALES, type Who } from './roles.ts'
import type { CanalReponse } from './rules/demandes.ts'
import type { Canal } from './rules/relance.ts'
import { genreOf } from './rules/what-to-tell.ts'
import { uuidv7 } from './uuid.ts'

/** What a command knows on the device when it is given. */
interface Giver<R extends SyncedResource> {
  /** Id of the person. */
  me: string
  /** ISO 8601, UTC. */
  now: string
  /** The record as the device shows it. */
  record: ResourceRecord<R>
}

interface CommandRoute {
  /** Under the API base; its one parameter is the record's id. */
  path: string
  /** Fields whose value the path says. */
  says?: Values
}

interface Command<R extends SyncedResource, I> {
  resource: R
  who: Who
  method: 'POST' | 'PUT'
  /** One route, or one for each value of a field (`says`). */
  routes: readonly [CommandRoute, ...CommandRoute[]]
  /** Fields that its body may give. A field that the server merges (`merge: 'server'`) is set by its command alone, any other one under the command's right. */
  fields: readonly (keyof ResourceRecord<R> & string)[]
  /** The field without which the command means nothing. */
  needed?: keyof ResourceRecord<R> & string
  /** The local effect: the patch that the record shows at once and that the outbox entry sends. */
  patch: (giver: Giver<R>, input: I) => Partial<ResourceRecord<R>>
  /** Whether the server then writes to a customer: the device holds it for `HOLD_MS`, so that it can be taken out (OUT-12). */
  holds?: (patch: Values) => boolean
  /** Whether the intervention's signed PV must exist and be sent first (INT-03). */
  needsPv?: (patch: Values) => boolean
}

const command = <R extends SyncedResource, I = void>(declared: Command<R, I>): Command<R, I> => declared

/**
 * Commands on one record that are more than a patch of fields; each is one outbox entry and one call. Paths, rights, the device's command, the hook and the
 * routes derive from this table. What the server does besides is in `EFFECTS` (server/writes/commands.ts), what a body says in another form than the record in
 * `COMMAND_BODIES` (schemas/command-bodies.ts), what a route does in the API document in server/routes/shared/command-summaries.ts, the words in
 * src/text/synchronisation.ts. The login loads this file for the rights: it imports no schema.
 */
export const COMMANDS = {
  debrief: command({
    resource: 'rdv',
    who: ['commercial', 'metreur', 'commercial_director'],
    method: 'PUT',
    routes: [{ path: '/rdvs/debrief/:id_rdv' }],
    fields: ['DEBRIEF_CATEGORIE', 'IDRDV_DEBRIEF', 'DEBRIEF_COMMENTAIRE', 'DEBRIEF_LE', 'DEBRIEF_PAR'],
    needed: 'DEBRIEF_CATEGORIE',
    patch: (
      { me, now },
      values: Pick<ResourceRecord<'rdv'>, 'DEBRIEF_CATEGORIE' | 'IDRDV_DEBRIEF' | 'DEBRIEF_COMMENTAIRE'>,
    ) => ({ ...values, DEBRIEF_LE: now, DEBRIEF_PAR: me }),
  }),
  /** Tells the customer of an appointment, or that it moved or is cancelled: the server sends the mail or the SMS once it has the entry (DAY-09). */
  notify: command({
    resource: 'rdv',
    who: FIELD_SALES,
    method: 'POST',
    routes: [{ path: '/rdvs/:id/notify' }],
    fields: ['ANNONCES'],
    needed: 'ANNONCES',
    patch: ({ me, now, record }, CANAL: CanalReponse) => ({
      ANNONCES: [
        ...record.ANNONCES,
        { id: uuidv7(), LE: now, GENRE: genreOf(record), CANAL, DEBUT: record.RDV_DEBUT, IDPERSONNEL: me },
      ],
    }),
    holds: () => true,
  }),
  /** Closes a project « sans suite ». */
  cancel: command({
    resource: 'projet',
    who: SALES,
    method: 'POST',
    routes: [{ path: '/projets/:id/cancel' }],
    // A device sends the fields of a group together: REFUSE with the two others.
    fields: ['ID_MOTIF_SANS_SUITE', 'DATE_SANS_SUITE', 'REFUSE'],
    needed: 'ID_MOTIF_SANS_SUITE',
    patch: (_giver, values: { ID_MOTIF_SANS_SUITE: string; DATE_SANS_SUITE: string }) => values,
  }),
  /** Ends an intervention; « bon » needs its signed PV and is sent after it. */
  feedback: command({
    resource: 'intervention',
    who: ['commercial', 'metreur', 'technician', ...OFFICE],
    method: 'POST',
    routes: [
      {
        path: '/intervention_feedback/good/:id',
        says: { FEEDBACK: 'bon' },
      },
      { path: '/intervention_feedback/bad/:id', says: { FEEDBACK: 'mauvais' } },
    ],
    fields: ['FEEDBACK', 'DATE_FEEDBACK'],
    needed: 'FEEDBACK',
    patch: ({ now }, FEEDBACK: 'bon' | 'mauvais') => ({ FEEDBACK, DATE_FEEDBACK: now }),
    needsPv: ({ FEEDBACK }) => FEEDBACK === 'bon',
  }),
  /** Sends a quote to its customer: accepted when no mandatory mention is missing. */
  transmit: command({
    resource: 'devis',
    who: SALES,
    method: 'POST',
    routes: [{ path: '/devis/:id/transmit' }],
    fields: ['DATE_TRANSMISSION'],
    patch: ({ now }) => ({ DATE_TRANSMISSION: now }),
    holds: () => true,
  }),
  /** Reminds a quote's customer: the server sends the mail or the SMS once it has the entry; a call is only noted. */
  relance: command({
    resource: 'devis',
    who: SALES,
    method: 'POST',
    routes: [
      {
        path: '/devis/:id/relance',
      },
    ],
    fields: ['RELANCES'],
    needed: 'RELANCES',
    patch: ({ me, now, record }, CANAL: Canal) => ({
      RELANCES: [...record.RELANCES, { id: uuidv7(), LE: now, CANAL, IDPERSONNEL: me }],
    }),
    holds: ({ RELANCES }) => (RELANCES as { CANAL: Canal }[]).at(-1)?.CANAL !== 'telephone',
  }),
  /** Cancels a payment that was entered by mistake; it stays in the list with the reason. */
  cancelPayment: command({
    resource: 'paiement',
    who: SALES,
    method: 'POST',
    routes: [{ path: '/paiements/:id/cancel' }],
    fields: ['MOTIF_ANNULATION', 'ANNULE_LE', 'ANNULE_PAR'],
    needed: 'MOTIF_ANNULATION',
    patch: ({ me, now }, MOTIF_ANNULATION: string) => ({ MOTIF_ANNULATION, ANNULE_LE: now, ANNULE_PAR: me }),
  }),
  /** Somebody of the office takes a customer's request. */
  take: command({
    resource: 'demande',
    who: SALES,
    method: 'POST',
    routes: [{ path: '/demandes/:id/take' }],
    fields: ['PRISE_PAR'],
    patch: ({ me }) => ({ PRISE_PAR: me }),
  }),
  /** Answers a customer's request: the server sends the mail or the SMS once it has the entry. */
  answer: command({
    resource: 'demande',
    who: SALES,
    method: 'POST',
    routes: [{ path: '/demandes/:id/answer' }],
    fields: ['REPONSES'],
    needed: 'REPONSES',
    patch: ({ me, now, record }, said: { CANAL: CanalReponse; TEXTE: string }) => ({
      REPONSES: [...record.REPONSES, { id: uuidv7(), LE: now, IDPERSONNEL: me, ...said }],
    }),
  }),
  /** Says which client or project was made of a request; the photos of an after-sales request are copied to its project. */
  convert: command({
    resource: 'demande',
    who: SALES,
    method: 'POST',
    routes: [{ path: '/demandes/:id/convert' }],
    fields: ['IDCLIENT_SUITE', 'IDPROJET_SUITE'],
    patch: (_giver, made: { IDCLIENT_SUITE?: string; IDPROJET_SUITE?: string }) => made,
  }),
}

/** Resources whose deletion is held, too: another one is sent before anybody has read that it can be undone. */
export const HELD_DELETIONS: readonly string[] = ['soumission']

/** How long a command that writes to a customer, or such a deletion, is held (OUT-12). */
export const HOLD_MS = 8000

export type CommandName = keyof typeof COMMANDS
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]

/** What a person gives to a command besides the record's id; undefined: nothing. */
export type CommandInput<A extends CommandName> = (typeof COMMANDS)[A] extends Command<infer _R, infer I> ? I : never

/** A command without the types of its record and input. */
type AnyCommand = Omit<Command<SyncedResource, never>, 'fields' | 'needed' | 'patch'> & {
  fields: readonly string[]
  needed?: string
  patch: (giver: { me: string; now: string; record: Values }, input: unknown) => Values
}

/** The command of this name; undefined for `create`, `update`, `delete`. */
export function commandOf(action: CommandName): AnyCommand
export function commandOf(action: string): AnyCommand | undefined
export function commandOf(action: string): AnyCommand | undefined {
  return Object.hasOwn(COMMANDS, action) ? (COMMANDS[action as CommandName] as unknown as AnyCommand) : undefined
}

export const commandsOf = (resource: SyncedResource): CommandName[] =>
  COMMAND_NAMES.filter((name) => COMMANDS[name].resource === resource)

/** Method and path of a command on one record; `patch` says which route, where a command has several. */
export function commandCall(name: CommandName, id: string, patch: Values): { method: 'POST' | 'PUT'; path: string } {
  const { method, routes } = COMMANDS[name]
  const fits = ({ says = {} }: CommandRoute): boolean =>
    Object.entries(says).every(([field, value]) => patch[field] === value)
  const { path } = routes.find(fits) ?? routes[0]
  return { method, path: path.replace(/:\w+/, () => encodeURIComponent(id)) }
}
