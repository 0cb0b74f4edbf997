import { may, POLICIES, type Staff, seesAgencies } from '../../schemas/access.ts'
import { wallClock } from '../../schemas/dates.ts'
import type { devis } from '../../schemas/entities/devis.ts'
import type { projet as projetEntity } from '../../schemas/entities/projet.ts'
import type { RecordOf } from '../../schemas/entity.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { PAST } from '../../schemas/rules/annonces.ts'
import { CORRECTED_ALREADY } from '../../schemas/rules/corrected-already.ts'
import { replaces } from '../../schemas/rules/corrections.ts'
import { ADDRESS_IN_USE } from '../../schemas/rules/deletion.ts'
import { VARIANT_SIGNED } from '../../schemas/rules/devis.ts'
import { type Received, worth } from '../../schemas/rules/encaissements.ts'
import { mayArriveLate } from '../../schemas/rules/late-sends.ts'
import { isClosed } from '../../schemas/rules/project-lists.ts'
import { PROJECT_STOPPED } from '../../schemas/rules/stopped.ts'
import { isVariantSigned } from '../../schemas/rules/variants.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import type { Row, ServerCompany } from './server.ts'

/**
 * Refusals that a history allows: by code, by act, and by an event of the run. Any other refusal is a defect, even when it is
 * kept and shown correctly.
 */

/** What the run knows of the author and of the company when the refusal is read. */
export interface RefusedIn {
  /** Whether the server had noted that its author was taken off the record (PUSH-12). */
  wasTakenOff?: boolean
  /** Whether the server fails over it each time in this run (play-poison.ts). */
  isPoisoned?: boolean
  entry: OutboxEntry
  /** All roles and agencies that its author has had since the run began. */
  rights: readonly Staff[]
  /** Records that were given to others or whose people changed. */
  moved: ReadonlySet<string>
  /** All entries that the author's outbox has held. */
  outbox: readonly OutboxEntry[]
  company: Pick<ServerCompany, 'rows' | 'effects'>
  account: string
  /** Whether its author sees a record now, by `resource/id`. */
  sees: (name: string) => Promise<boolean>
  /** The mutations that had taken effect when the step began: what has happened since may have given a record back. */
  former: ReadonlySet<string>
}

/** The record that a refusal was about, read from the server's tables. */
interface Case extends RefusedIn {
  row: Row | undefined
  find: (resource: SyncedResource, id: unknown) => Promise<Row | undefined>
  message: string
}

type Quote = RecordOf<typeof devis>

interface Allowed {
  code: string
  /** Undefined for any. */
  action?: OutboxEntry['action']
  reason: string
  holds: (refused: Case) => boolean | Promise<boolean>
}

/** PUSH-13: five failures and ten minutes. The minutes pass within a run where the phone's clock is set. */
const APART = { failures: 5, ms: 10 * 60_000 }

const LIST: readonly Allowed[] = [
  {
    code: 'INTERNAL',
    reason: 'the server fails over it each time, and the phone has set it apart',
    holds: ({ isPoisoned, entry: { failures = 0, failingSince, failedAt } }) =>
      isPoisoned === true &&
      failures >= APART.failures &&
      Math.abs(Date.parse(failedAt ?? '') - Date.parse(failingSince ?? '')) >= APART.ms,
  },
  {
    code: 'UNAUTHORIZED',
    reason: 'their role does not allow it',
    holds: ({ rights, entry }) => rights.some((staff) => !may(staff, entry.action, entry.resource)),
  },
  {
    code: 'NO_ROLE',
    reason: 'all their roles were taken away',
    holds: ({ rights }) => rights.some(({ roles }) => roles.length === 0),
  },
  {
    code: 'VALIDATION_ERROR',
    reason: 'a field that their role may not change',
    holds: ({ rights, message, entry }) =>
      message.includes('Vous ne pouvez pas modifier ce champ') &&
      (rights.length > 1 || rights.some((staff) => !may(staff, commandOf(entry.resource), entry.resource))),
  },
  {
    code: 'NOT_FOUND',
    reason: 'it left their sight',
    holds: (refused) => {
      const { resource, recordId, patch } = refused.entry
      return !isLateWork(refused) && hasLeftSight(refused, { resource, id: recordId }, idsIn(patch))
    },
  },
  {
    code: 'NOT_FOUND',
    reason: 'its creation was refused and given up',
    holds: ({ entry, row, outbox }) => row === undefined && gaveUp(outbox, entry.resource, entry.recordId),
  },
  {
    code: 'NOT_FOUND',
    reason: 'its author deleted it on another phone',
    holds: (refused) => isDeletedBySelf(refused, refused.row),
  },
  {
    code: 'PARENT_MISSING',
    reason: 'what it belongs to left their sight',
    holds: (refused) => hasLeftSight(refused, parentOf(refused.entry)),
  },
  {
    code: 'PARENT_MISSING',
    reason: 'the creation of what it belongs to was refused',
    holds: async ({ entry, outbox, find }) => {
      const { resource, id } = parentOf(entry)
      return (await find(resource, id)) === undefined && gaveUp(outbox, resource, id)
    },
  },
  {
    code: 'VALIDATION_ERROR',
    action: 'delete',
    reason: 'the client has a project that its author did not delete before',
    holds: async ({ entry, message, company, outbox }) => {
      if (entry.resource !== 'client' || !message.includes('Ce client a des projets')) return false
      const ofClient = (await company.rows('projet')).filter(({ values }) => values.IDCLIENT === entry.recordId)
      const deleted = new Set(
        outbox
          .filter((one) => one.action === 'delete' && one.resource === 'projet' && one.id < entry.id)
          .map((one) => one.recordId),
      )
      return ofClient.some((row) => !row.deleted || !deleted.has(row.id))
    },
  },
  {
    code: 'VALIDATION_ERROR',
    action: 'delete',
    reason: 'a client or a project has the address whom its author did not delete before',
    holds: async ({ entry, message, company }) =>
      entry.resource === 'adresse' &&
      message.includes(ADDRESS_IN_USE) &&
      ((await company.rows('client')).some(({ values }) => values.IDADRESSE === entry.recordId) ||
        (await company.rows('projet')).some(({ values }) => values.ADRESSE_CHANTIER === entry.recordId)),
  },
  {
    code: 'VALIDATION_ERROR',
    action: 'transmit',
    reason: 'the customer has signed another variant',
    holds: async ({ entry, row, message, company }) => {
      if (entry.resource !== 'devis' || row === undefined || !message.includes(VARIANT_SIGNED)) return false
      const quotes = (await company.rows('devis'))
        .filter(({ deleted }) => !deleted)
        .map(({ values }) => values as Quote)
      return isVariantSigned(row.values as Quote, quotes)
    },
  },
  ...(['transmit', 'relance'] as const).map(
    (action): Allowed => ({
      code: 'VALIDATION_ERROR',
      action,
      reason: 'its project was stopped',
      holds: async ({ row, message, find }) => {
        if (!message.includes(PROJECT_STOPPED)) return false
        const projet = await find('projet', row?.values.IDPROJET)
        return projet !== undefined && isClosed(projet.values as RecordOf<typeof projetEntity>)
      },
    }),
  ),
  {
    code: 'UNAUTHORIZED',
    reason: 'it is another person’s, and directors alone change that',
    holds: ({ rights, entry, row }) => isOthers(entry, row) && rights.some((staff) => !may(staff, 'update', 'rapport')),
  },
  {
    code: 'UNAUTHORIZED',
    action: 'update',
    reason: 'the colleague, or the director, is of another agency since',
    holds: ({ rights, entry, row }) =>
      entry.resource === 'personnel' &&
      row !== undefined &&
      // An agency of theirs was changed by an administrator, once at least.
      (rights.length > 1 || 'IDAGENCE' in (row.values.stamps as Stamps)),
  },
  {
    code: 'UNAUTHORIZED',
    reason: 'it is another person’s, and the office alone names, removes or cancels that',
    holds: ({ rights, entry }) =>
      ['update fichier', 'delete fichier', 'cancelPayment paiement'].includes(`${entry.action} ${entry.resource}`) &&
      rights.some((staff) => !seesAgencies(staff)),
  },
  {
    code: 'IMMUTABLE',
    reason: 'the quote is signed',
    holds: ({ entry, row }) => entry.resource === 'devis' && row?.values.DEVIS_SIGNE === 1,
  },
  {
    code: 'VALIDATION_ERROR',
    action: 'delete',
    reason: 'it belongs to a signed quote',
    holds: async ({ entry, row, message, company }) => {
      if (!message.includes('devis signé')) return false
      const projet = entry.resource === 'projet' ? entry.recordId : row?.values.IDPROJET
      return (await company.rows('devis')).some(
        ({ values, deleted }) => !deleted && values.DEVIS_SIGNE === 1 && values.IDPROJET === projet,
      )
    },
  },
  {
    code: 'VALIDATION_ERROR',
    action: 'create',
    reason: 'somebody else has taken cash for the order',
    holds: async ({ entry, message, company }) =>
      entry.resource === 'paiement' &&
      message.includes('La loi limite les espèces') &&
      (await company.rows('paiement')).some(
        ({ id, values }) =>
          id !== entry.recordId && values.IDDEVIS === entry.patch.IDDEVIS && values.MOYEN === 'especes',
      ),
  },
  {
    code: 'VALIDATION_ERROR',
    action: 'create',
    reason: 'what was received has gone back, or was cancelled',
    holds: async ({ entry, message, company, outbox }) => {
      if (entry.resource !== 'paiement' || !/rien à rendre|rendre plus/.test(message)) return false
      const others = (await company.rows('paiement'))
        .filter(({ id, values }) => id !== entry.recordId && values.IDDEVIS === entry.patch.IDDEVIS)
        .map(({ id, values }) => ({ ...values, id, MONTANT: Number(values.MONTANT) }) as unknown as Received)
      const held = others.reduce((all, one) => all + worth(one), 0)
      const wentDown = others.some(({ GENRE, ANNULE_LE }) => GENRE === 'remboursement' || ANNULE_LE !== null)
      return wentDown || held < Number(entry.patch.MONTANT) || outbox.some((one) => isGivenUp(one, 'paiement'))
    },
  },
  {
    code: 'CONFLICT',
    action: 'create',
    reason: 'the payment that it corrects was cancelled or corrected before',
    holds: async ({ entry, message, company }) =>
      entry.resource === 'paiement' &&
      message.includes(CORRECTED_ALREADY) &&
      (await company.rows('paiement')).some(
        ({ id, values }) => values.ANNULE_LE !== null && replaces(entry.recordId, id),
      ),
  },
  {
    code: 'VALIDATION_ERROR',
    action: 'create',
    reason: 'the cancellation of the payment that it corrects was refused',
    holds: ({ entry, message, outbox }) =>
      entry.resource === 'paiement' &&
      message.includes('pas encore annulé') &&
      outbox.some(
        ({ action, recordId, state }) =>
          action === 'cancelPayment' && state !== 'done' && replaces(entry.recordId, recordId),
      ),
  },
  {
    code: 'VALIDATION_ERROR',
    action: 'notify',
    reason: 'what it tells is not true any more',
    holds: async (refused) => {
      const said = UNTRUE.find(([what]) => refused.message.includes(what))
      return said !== undefined && refused.row !== undefined && said[1](refused, refused.row)
    },
  },
  {
    code: 'VALIDATION_ERROR',
    action: 'notify',
    reason: 'the project of the appointment, or its client, was deleted by somebody',
    holds: async ({ message, row, find, company }) => {
      if (!message.includes("Ce rendez-vous n'a pas de client à prévenir.")) return false
      const projet = await find('projet', row?.values.IDPROJET)
      const client = await find('client', projet?.values.IDCLIENT)
      if (projet?.deleted || client?.deleted) return true
      // Somebody's later work has restored it since.
      return (await company.rows('conflit')).some(
        ({ values }) =>
          values.RAISON === 'supprime' && [projet?.id, client?.id].includes(values.IDENREGISTREMENT as string),
      )
    },
  },
  {
    code: 'NOT_FOUND',
    action: 'answer',
    reason: 'its customer was deleted',
    holds: async ({ row, find }) => (await find('client', row?.values.IDCLIENT))?.deleted === true,
  },
  {
    code: 'DUPLICATE',
    action: 'create',
    reason: 'a namesake has that telephone',
    holds: async ({ entry, company }) =>
      entry.resource === 'client' &&
      entry.query.skip_duplicate_check === undefined &&
      typeof entry.patch.PORTABLE === 'string' &&
      (await company.rows('client')).some(
        ({ id, values }) => id !== entry.recordId && values.PORTABLE === entry.patch.PORTABLE,
      ),
  },
]

/** What the server says of a message that is not true any more, and what in the history has made it so. */
const UNTRUE: readonly [said: string, holds: (refused: Case, row: Row) => boolean | Promise<boolean>][] = [
  // Its author told of a day to come: their own move of it was refused, or somebody else has moved it.
  [
    PAST,
    ({ account }, { values }) => isPast(values) || (stampOf(values, 'horaire')?.[2] ?? me(account)) !== me(account),
  ],
  ['Ce rendez-vous est annulé.', (_, { values }) => stampOf(values, 'SUPPRIME') !== undefined],
  // Its author saw it cancelled, by somebody or by themselves.
  [
    "Ce rendez-vous n'est plus annulé.",
    ({ entry, outbox }, { values }) =>
      stampOf(values, 'SUPPRIME') !== undefined ||
      outbox.some((one) => one.action === 'delete' && one.resource === 'rdv' && one.recordId === entry.recordId),
  ],
  [
    'Le projet de ce rendez-vous est arrêté',
    async ({ find }, { values }) => {
      const projet = await find('projet', values.IDPROJET)
      return projet !== undefined && isClosed(projet.values as RecordOf<typeof projetEntity>)
    },
  ],
]

const me = (account: string): string => account.replace('personnel:', '')
const isPast = ({ RDV_DEBUT }: Row['values']): boolean => String(RDV_DEBUT) <= wallClock(new Date(), 'Europe/Paris')
const stampOf = (values: Row['values'], unit: string): Stamps[string] | undefined =>
  (values.stamps as Stamps | undefined)?.[unit]

/** A report of somebody else, or an absence that is not its author's alone. */
function isOthers({ resource, account, patch }: OutboxEntry, row: Row | undefined): boolean {
  if (resource === 'soumission') return row?.values.IDPERSONNEL !== me(account)
  const people = (row?.values.IDPERSONNELS ?? patch.IDPERSONNELS ?? []) as string[]
  return resource === 'absence' && (people.length !== 1 || people[0] !== me(account))
}

/** The command that alone sets the restricted fields of a record. */
const commandOf = (resource: SyncedResource): OutboxEntry['action'] => (resource === 'rdv' ? 'debrief' : 'cancel')

const idsIn = (patch: OutboxEntry['patch']): string[] =>
  Object.entries(patch).flatMap(([name, value]) => (name.startsWith('ID') && typeof value === 'string' ? [value] : []))

function parentOf(entry: OutboxEntry): { resource: SyncedResource; id: unknown } {
  return entry.error?.details as { resource: SyncedResource; id: unknown }
}

/** Work that its author's device wrote before it knew that they were taken off: it is accepted (PUSH-12). */
const isLateWork = ({ entry, row, wasTakenOff = false }: Case): boolean =>
  wasTakenOff &&
  row?.deleted === false &&
  ['update', 'debrief', 'feedback'].includes(entry.action) &&
  Object.keys(entry.patch).some((field) => mayArriveLate(entry.resource, field))

/** Their rights changed, or the record (or its parent) was given to others, and they do not see it. @param also other records that it names */
async function hasLeftSight(
  { rights, moved, row, entry, find, sees, former, company }: Case,
  { resource, id }: { resource: SyncedResource; id: unknown },
  also: readonly string[] = [],
): Promise<boolean> {
  if (POLICIES[resource]?.scope === 'company') return rights.some(({ roles }) => roles.length === 0)
  const rdv = await find('rdv', row?.values.IDRDV ?? entry.patch.IDRDV)
  const about = [id, ...also, row?.values.IDPROJET, row?.values.IDRDV, rdv?.values.IDPROJET]
  const isSeen = await sees(`${resource}/${id}`)
  // Phones work at the same time: a colleague may have given it back since it was refused.
  if (isSeen && !(await company.effects()).some((one) => !former.has(one.id) && about.includes(one.record)))
    return false
  if (rights.length > 1 || (resource === 'conflit' && moved.size > 0)) return true
  return about.some((one) => typeof one === 'string' && moved.has(one))
}

/** The creation ended in this outbox without ever reaching the server. */
const gaveUp = (outbox: readonly OutboxEntry[], resource: SyncedResource, id: unknown): boolean =>
  outbox.some((one) => one.recordId === id && isGivenUp(one, resource))

const isGivenUp = ({ action, resource, state }: OutboxEntry, of: SyncedResource): boolean =>
  action === 'create' && resource === of && (state === 'abandoned' || state === 'refused')

type Stamps = Record<string, [counter: number, mutation: string, author: string | null, version: number]>

/** The stamp of a row's deletion. */
export function deletionOf(row: Row | undefined): Stamps[string] | undefined {
  const stamps = row?.values.stamps as Stamps | undefined
  return row?.deleted ? stamps?._deleted : row?.values.SUPPRIME === 1 ? stamps?.SUPPRIME : undefined
}

const isDeletedBySelf = ({ account }: Case, row: Row | undefined): boolean => {
  const deletion = deletionOf(row)
  return deletion !== undefined && `personnel:${deletion[2]}` === account
}

/** The reason why this history allows the refusal; null when it does not. */
export async function reasonFor(refused: RefusedIn): Promise<string | null> {
  const { entry, company } = refused
  const find: Case['find'] = async (resource, id) =>
    typeof id === 'string' ? (await company.rows(resource)).find((row) => row.id === id) : undefined
  const row = await find(entry.resource, entry.recordId)
  const message = [entry.error?.message, JSON.stringify(entry.error?.errors ?? null)].join(' ')
  for (const { code, action, reason, holds } of LIST) {
    if (code !== entry.error?.code || (action !== undefined && action !== entry.action)) continue
    if (await holds({ ...refused, row, find, message })) return reason
  }
  return null
}
