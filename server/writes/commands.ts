import { type CommandName, commandOf } from '../../schemas/commands.ts'
import { isWrittenInstant, today } from '../../schemas/dates.ts'
import { validationError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { messages } from '../../schemas/messages.ts'
import type { AskedAnnonce } from '../../schemas/rules/annonces.ts'
import type { AskedReponse } from '../../schemas/rules/demandes.ts'
import { VARIANT_SIGNED } from '../../schemas/rules/devis.ts'
import type { AskedRelance } from '../../schemas/rules/relance.ts'
import { PROJECT_STOPPED } from '../../schemas/rules/stopped.ts'
import { assertNoIssues } from '../../schemas/validate.ts'
import { assertMayTransmit } from '../documents/missing-mentions.ts'
import { findPv } from '../files/repositories/find-pv.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { isOtherSigned, isVariantSigned } from '../repositories/signed-devis.ts'
import { isProjectStopped } from '../repositories/stopped-project.ts'
import { tellOfAnswer, withAnswer } from './answer-demande.ts'
import { assertCommandFields } from './check-body.ts'
import { checkCancelled } from './entered-payment.ts'
import { tellOfAnnonce, withAnnonce } from './notify-client.ts'
import { tellOfReminder, tellOfTransmission, withReminder } from './remind-client.ts'
import { saidTime } from './said-time.ts'
import { debriefAuthor } from './server-fields.ts'
import type { WriteContext } from './write-types.ts'

interface Effect {
  /** What the server makes of the body: author, time. */
  patch?: (ctx: WriteContext, given: Values) => Values
  /** Checks what the command requires of the record that it changes; may correct the patch. Throws what the contract says. */
  check?: (ctx: WriteContext, row: StoredRow, patch: Values) => void | Promise<void>
  /** Its patch is added to the current value, read from the locked record: of two concurrent ones both are kept. */
  adds?: true
  /** What the customer receives, queued in the transaction of the write. */
  tell?: (ctx: WriteContext, row: StoredRow, before: Values) => Promise<void>
}

/** What the server does for each command, besides checking its body and its right and merging its patch. */
const EFFECTS: Record<CommandName, Effect> = {
  debrief: {},
  notify: {
    check: async (ctx, row, patch) => {
      patch.ANNONCES = await withAnnonce(ctx, row, patch.ANNONCES as AskedAnnonce[])
    },
    adds: true,
    tell: tellOfAnnonce,
  },
  cancel: {
    patch: (ctx, given) => ({ ...given, DATE_SANS_SUITE: given.DATE_SANS_SUITE ?? today(ctx.zone, ctx.now) }),
    check: ({ mutation }, { record }, patch) => {
      // A project that is cancelled again keeps its first date.
      if (mutation.patch.DATE_SANS_SUITE !== undefined || record.DATE_SANS_SUITE === null) return
      patch.DATE_SANS_SUITE = record.DATE_SANS_SUITE
    },
  },
  feedback: { patch: (ctx, given) => ({ ...given, DATE_FEEDBACK: when(ctx, given, 'DATE_FEEDBACK') }) },
  transmit: {
    patch: (ctx, given) => ({ DATE_TRANSMISSION: when(ctx, given, 'DATE_TRANSMISSION') }),
    check: async ({ tx, zone, now, mutation }, { id, record }, patch) => {
      if (await isProjectStopped(tx, id))
        throw validationError({ DATE_TRANSMISSION: [PROJECT_STOPPED] }, PROJECT_STOPPED)
      if (await isVariantSigned(tx, id)) throw validationError({ DATE_TRANSMISSION: [VARIANT_SIGNED] }, VARIANT_SIGNED)
      await assertMayTransmit(tx, record, today(zone, now))
      // Whoever had read the server's record sends it after it was made, whatever their clock said.
      if (mutation.seen !== null && String(patch.DATE_TRANSMISSION) < String(record.DATE_CREATION ?? ''))
        patch.DATE_TRANSMISSION = record.DATE_CREATION
      // A quote that is transmitted again keeps its first date, unless another one was signed since: then it is proposed anew.
      if (record.DATE_TRANSMISSION === null || (await isOtherSigned(tx, id))) return
      patch.DATE_TRANSMISSION = record.DATE_TRANSMISSION
    },
    tell: tellOfTransmission,
  },
  relance: {
    check: async (ctx, row, patch) => {
      patch.RELANCES = await withReminder(ctx, row, patch.RELANCES as AskedRelance[])
    },
    adds: true,
    tell: tellOfReminder,
  },
  cancelPayment: {
    patch: (ctx, given) => ({
      MOTIF_ANNULATION: given.MOTIF_ANNULATION,
      ANNULE_LE: when(ctx, given, 'ANNULE_LE'),
      ANNULE_PAR: ctx.actor.staff.id,
    }),
    check: checkCancelled,
  },
  // Who takes it is never taken from a body.
  take: { patch: ({ actor }) => ({ PRISE_PAR: actor.staff.id }) },
  answer: {
    check: async (ctx, row, patch) => {
      patch.REPONSES = await withAnswer(ctx, row, patch.REPONSES as AskedReponse[])
    },
    adds: true,
    tell: tellOfAnswer,
  },
  convert: {},
}

/** The server's part of an action; empty for `create`, `update`, `delete`. */
export const effectOf = (action: string): Effect =>
  Object.hasOwn(EFFECTS, action) ? EFFECTS[action as CommandName] : {}

/**
 * The patch that a write makes. `given` is what the body said (its base covers exactly that), `patch` has what the server adds. Fields that only the server
 * sets are no part of `given`: no body gives them but through their command.
 */
export function commandPatch(ctx: WriteContext, body: Values): { given: Values; patch: Values } {
  const { action, resource } = ctx.mutation
  const command = commandOf(action)
  if (command) assertCommandFields(body, { allowed: command.fields, needed: command.needed })
  const given = isServerCommand(ctx) ? {} : body
  const patch = effectOf(action).patch?.(ctx, body) ?? body
  if (resource === 'rdv' && touchesDebrief(body)) return { given, patch: { ...patch, ...debriefAuthor(ctx, body) } }
  return { given, patch }
}

const touchesDebrief = (patch: Values): boolean => commandOf('debrief').fields.some((name) => name in patch)

/** The device's own time when it gives one. */
function when(ctx: WriteContext, given: Values, field: string): string {
  const time = given[field] ?? null
  if (time !== null && (typeof time !== 'string' || !isWrittenInstant(time)))
    assertNoIssues([{ field, message: messages.date }])
  return saidTime(ctx, time)
}

/** Commands whose base is the record as it is: nobody else sets their fields. */
export const isServerCommand = ({ mutation, entity }: Pick<WriteContext, 'mutation' | 'entity'>): boolean =>
  commandOf(mutation.action)?.fields.every((name) => entity.fields[name]?.merge === 'server') ?? false

/** Checks what a command requires of the record that it changes. Throws what the contract says. */
export async function assertCommand(ctx: WriteContext, row: StoredRow, patch: Values): Promise<void> {
  const { action } = ctx.mutation
  // INT-03: nobody says that works went well before their minutes (PV) are signed.
  if (commandOf(action)?.needsPv?.(patch)) await findPv(ctx.tx, row.id)
  await effectOf(action).check?.(ctx, row, patch)
}
