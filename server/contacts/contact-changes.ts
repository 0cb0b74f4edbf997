import { sql } from 'kysely'
import { frenchDate, wallClock } from '../../schemas/dates.ts'
import { AppError } from '../../schemas/errors.ts'
import { keptRecord } from '../merges/alias.ts'
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
  /** Account that said, for the company, that the change is the customer's all the same. */
  lifted_by: string | null
  /** A limit kept the text about it, and no mail told it: nobody could deny it. */
  untold: boolean
}

/** Contacts by which a customer has been known, the oldest change first, with the hours during which the company blocks signing. */
export interface ContactHistory {
  changes: readonly ContactChange[]
  hours: number
}

/**
 * One history of each record of this client: its own, and one for each record that went into it (DAY-14), whose customer was known by what that one said until
 * the merge, and by what the kept one says since. They are not one list: who takes the number of one record away does not restore that of the other.
 */
export async function readContactHistories(tx: Tx, clientId: string): Promise<ContactHistory[]> {
  // The parts of each history: the changes of one record, between two moments.
  const { rows } = await sql<ContactChange & { whose: string }>`with recursive part (whose, record, since, until) as (
      select ${clientId}::text, ${clientId}::text, '-infinity'::timestamptz, 'infinity'::timestamptz
      union all
      select m.from_id, one.record, one.since, one.until from part
        join client_merge m on m.company_id = current_setting('app.company_id') and m.into_id = part.whose
          and m.undone_at is null
        cross join lateral (
          select part.record, greatest(part.since, m.at), part.until
          union all select m.from_id, '-infinity'::timestamptz, m.at where part.record = part.whose
        ) as one (record, since, until)
    )
    select part.whose, c.id, c.old_phone, c.new_phone, c.old_mail, c.new_mail, c.at, c.par, c.answer, c.answered_at,
        c.lifted_by, c.untold
      from part join contact_change c on c.company_id = current_setting('app.company_id') and c.client_id = part.record
        and c.at > part.since and c.at <= part.until
    order by part.whose, c.at, c.id`.execute(tx)
  const { rows: companies } = await sql<{ hours: number }>`select "DELAI_CONTACT" as hours from company
    where id = current_setting('app.company_id')`.execute(tx)
  const hours = companies[0]?.hours ?? 24
  const histories = new Map<string, ContactChange[]>([[clientId, []]])
  for (const { whose, ...change } of rows) histories.set(whose, [...(histories.get(whose) ?? []), change])
  return [...histories.values()].map((changes) => ({ changes, hours }))
}

/** No answer yet; or a denial that the company has lifted, after which the former contact may say itself that the change is theirs. */
const isConfirmable = sql`(answer is null or (answer = 'conteste' and lifted_by is not null))`

/**
 * Answers a change of a customer's contact. The first answer counts: a later reader of an old message changes nothing, except that who denied it confirms it once
 * the denial is lifted: both are told to, so that they need not wait for the end of the delay.
 * @returns `client` and `answer` of the change, null for an unknown one; `isNew` where the answer was taken now
 * @throws AppError CONFLICT when nobody can confirm it alone
 */
export async function answerChange(
  tx: Tx,
  id: string,
  answer: ContactAnswer,
): Promise<{ client: string | null; answer: string | null; isNew: boolean }> {
  if (answer === 'confirme') await assertOneContact(tx, id)
  const { rows } = await sql<{
    client: string
  }>`update contact_change set answer = ${answer}, answered_at = now()
    where company_id = current_setting('app.company_id') and id = ${id}
      and ${answer === 'confirme' ? isConfirmable : sql`answer is null`}
    returning client_id as client`.execute(tx)
  if (rows[0]) return { client: rows[0].client, answer, isNew: true }
  const { rows: known } = await sql<{
    client: string
    answer: string
  }>`select client_id as client, answer from contact_change
    where company_id = current_setting('app.company_id') and id = ${id}`.execute(tx)
  return { client: known[0]?.client ?? null, answer: known[0]?.answer ?? null, isNew: false }
}

/**
 * A change of a client of whom records were merged counts for the customer of each. While these are still known by different contacts, the owner of one of them
 * must not confirm it for the other: signing waits, as without an answer.
 */
async function assertOneContact(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ client: string }>`select client_id as client from contact_change
    where company_id = current_setting('app.company_id') and id = ${id} and ${isConfirmable}`.execute(tx)
  if (!rows[0]) return
  const now = new Date()
  const open = (await readContactHistories(tx, await keptRecord(tx, rows[0].client))).map((one) =>
    openChanges(one, now),
  )
  const known = open
    .filter((changes) => changes.some((one) => one.id === id))
    .map(([first]) => `${first?.old_phone}\n${first?.old_mail}`)
    .filter((contact) => contact !== NO_CONTACT)
  if (new Set(known).size > 1) throw new AppError('CONFLICT', SEVERAL_CONTACTS)
}

const NO_CONTACT = '\n'
const SEVERAL_CONTACTS =
  'Deux fiches de votre dossier viennent d’être réunies : ce changement ne se confirme pas par ce lien. La signature par code sera possible après le délai de sécurité. En cas de doute, contactez votre agence.'

const HOUR = 3_600_000
const endOf = ({ at }: ContactChange, hours: number): number => Date.parse(at) + hours * HOUR

/** The customer said that it is not theirs, and the company has not found since that it is. */
const isDenied = ({ answer, lifted_by }: ContactChange): boolean => answer === 'conteste' && lifted_by === null

/** Until the company has asked its customer, nobody knows whether it is theirs: a former contact said no, or none was told. */
const isDoubted = (change: ContactChange): boolean => isDenied(change) || (change.untold && change.lifted_by === null)

/** Of a change that nobody was told of the company's word is the only one that there can be: no delay runs after it. */
const isAccepted = ({ answer, untold, lifted_by }: ContactChange): boolean =>
  answer === 'confirme' || (untold && lifted_by !== null)

/** It is doubted, and the former contact was not restored since. */
const isContested = (change: ContactChange, { changes }: Pick<ContactHistory, 'changes'>): boolean =>
  isDoubted(change) &&
  !changes
    .slice(changes.indexOf(change) + 1)
    .some(({ new_phone, new_mail }) => new_phone === change.old_phone && new_mail === change.old_mail)

/**
 * Changes that nobody has confirmed, from the first whose delay still runs, or still ran when the next one came: the customer is known by the contact from
 * before them.
 */
export function openChanges(history: ContactHistory, now: Date): ContactChange[] {
  const { changes, hours } = history
  const runsAt = (one: ContactChange, moment: number): boolean => !isAccepted(one) && endOf(one, hours) > moment
  let start = changes.findIndex((one) => isContested(one, history) || runsAt(one, now.getTime()))
  if (start === -1) return []
  for (; start > 0; start -= 1) {
    const [before, next] = changes.slice(start - 1, start + 1) as [ContactChange, ContactChange]
    if (!isDoubted(before) && !runsAt(before, Date.parse(next.at))) break
  }
  return changes.slice(start).filter((one) => !isAccepted(one))
}

/**
 * Whether a change may take a signature away from its customer: a number that replaces another, or that is given to somebody who can be told of it; an
 * address that replaces another. A first number of somebody with neither is like one that was given at the creation, and a first address signs nothing.
 */
const matters = (change: ContactChange, earlier: readonly ContactChange[]): boolean => {
  const { old_phone, new_phone, old_mail, new_mail } = change
  const wasKnown = old_phone !== '' || old_mail !== '' || earlier.some((one) => one.old_phone !== '')
  return isDenied(change) || (old_phone !== new_phone && wasKnown) || (old_mail !== '' && old_mail !== new_mail)
}

/** Whether this change of a history may take a signature away from its customer. */
export const isAlarming = (change: ContactChange, { changes }: Pick<ContactHistory, 'changes'>): boolean =>
  matters(change, changes.slice(0, changes.indexOf(change)))

/**
 * Signing by code is blocked: until a moment, or, when the customer said that the change is not theirs, or could not be told of it, until the contact is
 * restored or the company lifts it.
 */
export interface ContactBlock {
  since: string
  until: string | null
  /** When the former contact said so; null, without an end, where none could be told. */
  deniedAt: string | null
  /** The contact that ends it once it is restored: national digits, and an address; empty where there was none. */
  former: { phone: string; mail: string }
}

/** Pure. Null: codes may sign. A contact that is again as before the first open change blocks nothing. */
export function contactBlock(history: ContactHistory, now: Date): ContactBlock | null {
  const { changes, hours } = history
  const open = openChanges(history, now)
  const [first] = open
  const current = changes.at(-1)
  if (!first || !current || (current.new_phone === first.old_phone && current.new_mail === first.old_mail)) return null
  const last = open.findLast((one) => isAlarming(one, history))
  if (!last) return null
  const former = { phone: first.old_phone, mail: first.old_mail }
  const contested = open.filter((one) => isContested(one, history))
  const deniedAt = contested.findLast(isDenied)?.answered_at ?? null
  if (contested.length > 0) return { since: last.at, until: null, deniedAt, former }
  const end = endOf(last, hours)
  if (end <= now.getTime()) return null
  return { since: last.at, until: new Date(end).toISOString(), deniedAt: null, former }
}

/** The block that ends last, of those of all records of one client. Pure. */
export function longestBlock(histories: readonly ContactHistory[], now: Date): ContactBlock | null {
  const end = ({ until }: ContactBlock): number => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until))
  let longest: ContactBlock | null = null
  for (const history of histories) {
    const block = contactBlock(history, now)
    if (block && (longest === null || end(block) > end(longest))) longest = block
  }
  return longest
}

/**
 * The company says, after it asked its customer, that what a former contact denied is right: the block ends with the delay of the change. The denials stay. So
 * it does of a change that no former contact could be told of: its block ends at once, because nobody can confirm it.
 * @returns how many it lifted
 */
export async function liftDenials(tx: Tx, clientId: string, account: string): Promise<number> {
  const histories = await readContactHistories(tx, clientId)
  const ids = histories.flatMap((history) =>
    history.changes.filter((one) => isContested(one, history)).map(({ id }) => id),
  )
  const { rows } = await sql`update contact_change set lifted_at = now(), lifted_by = ${account}
    where company_id = current_setting('app.company_id') and id = any(${[...new Set(ids)]}::text[])
      and lifted_by is null returning id`.execute(tx)
  return rows.length
}

/** @throws AppError VALIDATION_ERROR, with a text for the customer, while a changed contact blocks signing by code */
export async function assertContactConfirmed(tx: Tx, clientId: string, zone: string): Promise<void> {
  const block = longestBlock(await readContactHistories(tx, clientId), new Date())
  if (block === null) return
  throw new AppError('VALIDATION_ERROR', blockedText(block, zone), {
    details: { reason: 'contact', until: block.until },
  })
}

const spoken = (instant: string, zone: string): string => {
  const wall = wallClock(new Date(instant), zone)
  return `${frenchDate(wall)} à ${wall.slice(11).replace(':', ' h ')}`
}

const blockedText = ({ since, until, deniedAt }: ContactBlock, zone: string): string => {
  if (until === null && deniedAt === null)
    return `Vos coordonnées ont changé le ${spoken(since, zone)}, et l’ancien numéro n’a pas pu en être prévenu : la signature par code est suspendue. Contactez votre agence.`
  return until === null
    ? 'Un changement de vos coordonnées a été signalé comme n’étant pas de vous : la signature par code est suspendue. Contactez votre agence.'
    : `Vos coordonnées ont changé le ${spoken(since, zone)}. Par sécurité, vous pourrez signer par code à partir du ${spoken(until, zone)}. Pour ne pas attendre, ouvrez le lien reçu à l’ancien numéro ou à l’ancienne adresse et confirmez le changement.`
}
