import { isInstant, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { assertNoIssues, messages } from '../../schemas/validate.ts'
import { assertMayTransmit } from '../documents/missing-mentions.ts'
import { findPv } from '../files/repositories/find-pv.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { assertCommandFields } from './check-body.ts'
import { type AskedRelance, withReminder } from './remind-client.ts'
import { debriefAuthor } from './server-fields.ts'
import type { WriteContext } from './write-types.ts'

const DEBRIEF = ['DEBRIEF_CATEGORIE', 'IDRDV_DEBRIEF', 'DEBRIEF_COMMENTAIRE', 'DEBRIEF_LE', 'DEBRIEF_PAR']
/** A device sends the fields of a group together: REFUSE with the two others. */
const CANCEL = ['ID_MOTIF_SANS_SUITE', 'DATE_SANS_SUITE', 'REFUSE']

const touchesDebrief = (patch: Values): boolean => Object.keys(patch).some((name) => DEBRIEF.includes(name))

/**
 * The patch that a command makes. `given` is what the body said (its base covers exactly that), `patch` has what the server adds:
 * author and time of a debrief, today for a cancelled project.
 */
export function commandPatch(ctx: WriteContext, given: Values): { given: Values; patch: Values } {
  const { action, resource } = ctx.mutation
  if (action === 'debrief') assertCommandFields(given, { allowed: DEBRIEF, needed: 'DEBRIEF_CATEGORIE' })
  if (action === 'cancel') {
    assertCommandFields(given, { allowed: CANCEL, needed: 'ID_MOTIF_SANS_SUITE' })
    return { given, patch: { ...given, DATE_SANS_SUITE: given.DATE_SANS_SUITE ?? today(ctx.zone, ctx.now) } }
  }
  // Fields that only the server sets: no body gives them but through these commands.
  if (action === 'feedback') {
    assertCommandFields(given, { allowed: ['FEEDBACK', 'DATE_FEEDBACK'], needed: 'FEEDBACK' })
    return { given: {}, patch: { FEEDBACK: given.FEEDBACK, DATE_FEEDBACK: when(ctx, given, 'DATE_FEEDBACK') } }
  }
  if (action === 'transmit') {
    assertCommandFields(given, { allowed: ['DATE_TRANSMISSION'] })
    return { given: {}, patch: { DATE_TRANSMISSION: when(ctx, given, 'DATE_TRANSMISSION') } }
  }
  if (action === 'relance') {
    assertCommandFields(given, { allowed: ['RELANCES'], needed: 'RELANCES' })
    return { given: {}, patch: { RELANCES: given.RELANCES } }
  }
  if (resource === 'rdv' && touchesDebrief(given)) return { given, patch: { ...given, ...debriefAuthor(ctx, given) } }
  return { given, patch: given }
}

/** The device's own time when it gives one (it may have been offline for days), but never a future time. */
function when(ctx: WriteContext, given: Values, field: string): string {
  const time = given[field]
  if (time === undefined || time === null) return ctx.now.toISOString()
  if (typeof time !== 'string' || !isInstant(time)) assertNoIssues([{ field, message: messages.date }])
  return String(time) < ctx.now.toISOString() ? String(time) : ctx.now.toISOString()
}

/** Commands whose base is the record as it is: nobody else sets these fields. */
export const isServerCommand = ({ mutation: { action } }: Pick<WriteContext, 'mutation'>): boolean =>
  action === 'feedback' || action === 'transmit' || action === 'relance'

/** Commands that add to the current value, read from the locked record: of two concurrent ones both are kept. */
export const isAddition = ({ mutation: { action } }: Pick<WriteContext, 'mutation'>): boolean => action === 'relance'

/** Checks what a command requires of the record that it changes. Throws what the contract says. */
export async function assertCommand(ctx: WriteContext, row: StoredRow, patch: Values): Promise<void> {
  const { action } = ctx.mutation
  // Good feedback needs the signed PV (INT-03).
  if (action === 'feedback' && patch.FEEDBACK === 'bon') await findPv(ctx.tx, row.id)
  if (action === 'relance') patch.RELANCES = await withReminder(ctx, row, patch.RELANCES as AskedRelance[])
  if (action !== 'transmit') return
  await assertMayTransmit(ctx.tx, row.record)
  // A quote that is transmitted again keeps its first date.
  if (row.record.DATE_TRANSMISSION !== null) patch.DATE_TRANSMISSION = row.record.DATE_TRANSMISSION
}
