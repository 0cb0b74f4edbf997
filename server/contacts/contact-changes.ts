import { sql } from 'kysely'
import { frenchDate, wallClock } from '../../schemas/dates.ts'
import { AppError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'

export type ContactAnswer = 'confirme' | 'conteste'

/** A row of `contact_change`. */
export interface ContactChange {
  id: string
  /** National digits of the number that codes are sent to; empty when there is none. The same for addresses. */
  old_phone: string
  new_phone: string
  old_mail: string
  new_mail: string
  at: string
  /** Account that wrote it. */
  par: string | null
  answer: ContactAnswer | null
  answered_at: string | null
}

/** All contacts that a client has had, the oldest change first, with the hours during which the company blocks signing. */
export interface ContactHistory {
  changes: readonly ContactChange[]
  hours: number
}

export async function readContactHistory(tx: Tx, clientId: string): Promise<ContactHistory> {
  const { rows: changes } =
    await sql<ContactChange>`select id, old_phone, new_phone, old_mail, new_mail, at, par, answer,
      answered_at from contact_change where company_id = current_setting('app.company_id') and client_id = ${clientId}
    order by at, id`.execute(tx)
  const { rows } = await sql<{ hours: number }>`select "DELAI_CONTACT" as hours from company
    where id = current_setting('app.company_id')`.execute(tx)
  return { changes, hours: rows[0]?.hours ?? 24 }
}

/**
 * Answers a change of a customer's contact. The first answer counts: a later reader of an old message changes nothing.
 * @returns `client` whose answer was taken now, or null; `answer` that the change has, null for an unknown change
 */
export async function answerChange(
  tx: Tx,
  id: string,
  answer: ContactAnswer,
): Promise<{ client: string | null; answer: string | null }> {
  const { rows } = await sql<{
    client: string
  }>`update contact_change set answer = ${answer}, answered_at = now()
    where company_id = current_setting('app.company_id') and id = ${id} and answer is null
    returning client_id as client`.execute(tx)
  if (rows[0]) return { client: rows[0].client, answer }
  const { rows: known } = await sql<{ answer: string }>`select answer from contact_change
    where company_id = current_setting('app.company_id') and id = ${id}`.execute(tx)
  return { client: null, answer: known[0]?.answer ?? null }
}

const HOUR = 3_600_000
const endOf = ({ at }: ContactChange, hours: number): number => Date.parse(at) + hours * HOUR

/** The customer said that it is not theirs, and the former contact was not restored since. */
const isContested = (change: ContactChange, { changes }: Pick<ContactHistory, 'changes'>): boolean =>
  change.answer === 'conteste' &&
  !changes
    .slice(changes.indexOf(change) + 1)
    .some(({ new_phone, new_mail }) => new_phone === change.old_phone && new_mail === change.old_mail)

/**
 * Changes that nobody has confirmed, from the first whose delay still runs, or still ran when the next one came: the customer is known by the contact from
 * before them.
 */
export function openChanges(history: ContactHistory, now: Date): ContactChange[] {
  const { changes, hours } = history
  const runsAt = (one: ContactChange, moment: number): boolean =>
    one.answer !== 'confirme' && endOf(one, hours) > moment
  let start = changes.findIndex((one) => isContested(one, history) || runsAt(one, now.getTime()))
  if (start === -1) return []
  for (; start > 0; start -= 1) {
    const [before, next] = changes.slice(start - 1, start + 1) as [ContactChange, ContactChange]
    if (before.answer !== 'conteste' && !runsAt(before, Date.parse(next.at))) break
  }
  return changes.slice(start).filter(({ answer }) => answer !== 'confirme')
}

/**
 * Whether a change may take a signature away from its customer: a number that replaces another, or that is given to somebody who can be told of it; an
 * address that replaces another. A first number of somebody with neither is like one that was given at the creation, and a first address signs nothing.
 */
const matters = (change: ContactChange, earlier: readonly ContactChange[]): boolean => {
  const { old_phone, new_phone, old_mail, new_mail, answer } = change
  const wasKnown = old_phone !== '' || old_mail !== '' || earlier.some((one) => one.old_phone !== '')
  return answer === 'conteste' || (old_phone !== new_phone && wasKnown) || (old_mail !== '' && old_mail !== new_mail)
}

/** Signing by code is blocked: until a moment, or, when the customer said that the change is not theirs, until the contact is restored. */
export interface ContactBlock {
  since: string
  until: string | null
}

/** Pure. Null: codes may sign. A contact that is again as before the first open change blocks nothing. */
export function contactBlock(history: ContactHistory, now: Date): ContactBlock | null {
  const { changes, hours } = history
  const open = openChanges(history, now)
  const [first] = open
  const current = changes.at(-1)
  if (!first || !current || (current.new_phone === first.old_phone && current.new_mail === first.old_mail)) return null
  const last = open.findLast((one) => matters(one, changes.slice(0, changes.indexOf(one))))
  if (!last) return null
  if (open.some((one) => isContested(one, history))) return { since: last.at, until: null }
  const end = endOf(last, hours)
  return end > now.getTime() ? { since: last.at, until: new Date(end).toISOString() } : null
}

/** @throws AppError VALIDATION_ERROR, with a text for the customer, while a changed contact blocks signing by code */
export async function assertContactConfirmed(tx: Tx, clientId: string, zone: string): Promise<void> {
  const block = contactBlock(await readContactHistory(tx, clientId), new Date())
  if (block === null) return
  throw new AppError('VALIDATION_ERROR', blockedText(block, zone), {
    details: { reason: 'contact', until: block.until },
  })
}

const spoken = (instant: string, zone: string): string => {
  const wall = wallClock(new Date(instant), zone)
  return `${frenchDate(wall)} à ${wall.slice(11).replace(':', ' h ')}`
}

const blockedText = ({ since, until }: ContactBlock, zone: string): string =>
  until === null
    ? 'Un changement de vos coordonnées a été signalé comme n’étant pas de vous : la signature par code est suspendue. Contactez votre agence.'
    : `Vos coordonnées ont changé le ${spoken(since, zone)}. Par sécurité, vous pourrez signer par code à partir du ${spoken(until, zone)}. Pour ne pas attendre, ouvrez le lien reçu à l’ancien numéro ou à l’ancienne adresse et confirmez le changement.`
