import { sql } from 'kysely'
import { canSee } from '../../schemas/access.ts'
import { newRecord } from '../../schemas/entity.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import { type NoticeKind, type NoticeTarget, noticePath, noticeTitle } from '../../schemas/rules/notices.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { enqueueMessage, type PushPayload, rewordPush } from '../messages/enqueue.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { uuidv8 } from '../uuid.ts'
import { type Changes, createChanges } from '../writes/changes.ts'
import { nextVersion } from '../writes/write-types.ts'
import { addToBurst } from './burst-records.ts'
import type { NoticeEvent } from './events.ts'
import { type Recipient, recipients } from './recipients.ts'

/** Acts of one author that follow one another within this time are one burst, which is told as one notice. */
const BURST_PAUSE_SECONDS = 120
/** A push waits so long for the rest of its burst. */
export const BURST_SECONDS = 10

/** What changes somebody's day: of a burst whose push has left, another one tells the rest. Of 200 projects that are given, one is enough. */
const RINGS_AGAIN: readonly NoticeKind[] = [
  'rdv_cree',
  'rdv_deplace',
  'rdv_annule',
  'intervention_affectee',
  'intervention_deplacee',
  'intervention_retiree',
  'intervention_annulee',
  'visite_arretee',
]

/** The write that tells, inside its transaction and before its rows are written. */
interface Telling {
  tx: Tx
  changes: Pick<Changes, 'insert' | 'update'>
  /** Who did it; null for a customer. */
  author: string | null
  /** The mutation that tells, by its account: its notices have ids computed from it. Absent for what no device sends again. */
  by?: { account: string; mutation: string }
}

/** What one person is told, of one kind. */
interface Told {
  to: Recipient
  kind: NoticeKind
  events: NoticeEvent[]
}

/**
 * Tells each person of what concerns them, in the transaction of the write that causes it (DAY-07): a notice, and a push for those who asked. Never the author,
 * nobody who may not see the record, no kind that is turned off. What follows a notice of the same kind and author, not read yet, is told by that one.
 * @returns whether a new push is queued: wake the messages after the commit
 */
export async function tell(ctx: Telling, events: readonly NoticeEvent[]): Promise<boolean> {
  const ids = [...new Set(events.flatMap(({ people }) => people))].filter((id) => id !== ctx.author)
  if (ids.length === 0) return false
  let queued = false
  const people = await recipients(ctx.tx, ids)
  // Another write of the author would not see the notice that this one makes.
  if (ctx.author !== null) await takeTurns(ctx.tx, people)
  for (const to of people) {
    for (const told of byKind(to, events)) {
      if (await tellOne(ctx, told)) queued = true
    }
  }
  return queued
}

/**
 * Tells what is known only once the rows are written, in the same transaction, as nobody's act: each event has its own notice, and whoever did it reads it too. An
 * author's burst would need a lock that others take before the company's counter, which this transaction holds.
 */
export async function tellLater(
  { tx, by }: Pick<Telling, 'tx' | 'by'>,
  events: readonly NoticeEvent[],
): Promise<{ hints: Hint[]; told: boolean }> {
  const changes = createChanges()
  const told = await tell({ tx, changes, author: null, ...(by ? { by } : {}) }, events)
  return { told, hints: await changes.flush(tx) }
}

/** @param people in the order of their ids, so that two writes do not wait for each other */
async function takeTurns(tx: Tx, people: readonly Recipient[]): Promise<void> {
  for (const { staff } of people)
    await sql`select pg_advisory_xact_lock(hashtextextended(
      'notices ' || current_setting('app.company_id') || ' ' || ${staff.id}, 0))`.execute(tx)
}

function byKind(to: Recipient, events: readonly NoticeEvent[]): Told[] {
  const kinds = new Map<NoticeKind, NoticeEvent[]>()
  for (const event of events) {
    const { kind, people, viewers } = event
    if (!people.includes(to.staff.id) || to.off.includes(kind)) continue
    if (viewers !== null && !canSee(to.staff, viewers)) continue
    kinds.set(kind, [...(kinds.get(kind) ?? []), event])
  }
  return [...kinds].map(([kind, ones]) => ({ to, kind, events: ones }))
}

/** @returns whether it queued a push */
async function tellOne(ctx: Telling, told: Told): Promise<boolean> {
  const known = ctx.author === null ? null : await burstOf(ctx.tx, told, ctx.author)
  const row = known ?? newRow(told, ctx)
  const fresh =
    ctx.author === null ? told.events.length : await noteBurst(ctx.tx, { author: ctx.author, told, known, row })
  if (known) {
    const before = { ...known.record }
    const values = together(known.record as unknown as Written, told, fresh)
    Object.assign(known.record, values)
    known.version = nextVersion(known.version, null)
    ctx.changes.update({ resource: 'notification', row: known, before, fields: Object.keys(values) })
  } else ctx.changes.insert('notification', row)
  if (!told.to.hears) return false
  const key = `notification:${row.id}`
  const payload = await pushOf(ctx, told, row)
  if (known && ((await rewordPush(ctx.tx, key, payload)) || !RINGS_AGAIN.includes(told.kind))) return false
  const { RESSOURCE, IDENREGISTREMENT } = row.record as unknown as Written
  await enqueueMessage(ctx.tx, {
    channel: 'push',
    // Each push of a notice that rings again has its own key.
    key: known ? `${key}:${row.version}` : key,
    recipient: `personnel:${told.to.staff.id}`,
    payload,
    ...(IDENREGISTREMENT === null ? {} : { about: { resource: RESSOURCE, id: IDENREGISTREMENT } }),
    ...(ctx.author === null ? {} : { afterSeconds: BURST_SECONDS }),
  })
  return true
}

/** @returns how many records the burst did not tell of before */
const noteBurst = (
  tx: Tx,
  { author, told, known, row }: { author: string; told: Told; known: StoredRow | null; row: StoredRow },
): Promise<number> =>
  addToBurst(tx, {
    person: told.to.staff.id,
    kind: told.kind,
    author,
    notice: row.id,
    told: (known?.record.IDENREGISTREMENT ?? null) as string | null,
    records: told.events.map(({ id }) => id),
  })

/** The notice of the burst that this act belongs to, locked. */
async function burstOf(tx: Tx, { to, kind }: Told, author: string): Promise<StoredRow | null> {
  const { rows } = await sql<{ id: string }>`select id from notification
    where company_id = current_setting('app.company_id') and "IDPERSONNEL" = ${to.staff.id} and "TYPE" = ${kind}
      and "AUTEUR" = ${author} and "LU" = 0 and not deleted
      and updated_at > now() - make_interval(secs => ${BURST_PAUSE_SECONDS})
    order by updated_at desc, id limit 1`.execute(tx)
  const [found] = rows
  const row = found ? await readRow(tx, { resource: 'notification', id: found.id, lock: 'update' }) : null
  return row && row.record.LU === 0 && !row.deleted ? row : null
}

/** What a notice says of its records. */
interface Written extends NoticeTarget {
  NOMBRE: number
  DETAIL: string | null
}

const saying = (events: readonly NoticeEvent[]): Omit<Written, 'TYPE'> & { DATE_NOTIFICATION: string } => {
  const records = new Map(events.map((event) => [event.id, event]))
  const [one] = records.values()
  const alone = records.size === 1
  return {
    RESSOURCE: one?.resource ?? '',
    IDENREGISTREMENT: alone ? (one?.id ?? null) : null,
    NOMBRE: records.size,
    DETAIL: alone ? (one?.detail ?? null) : null,
    DATE_NOTIFICATION: new Date().toISOString(),
  }
}

/** The notice with what came after it; a record that it tells of already is counted once. @param fresh how many it did not tell of */
function together(known: Written, { events }: Told, fresh: number): Partial<Written> {
  const more = saying(events)
  if (known.IDENREGISTREMENT !== null && known.IDENREGISTREMENT === more.IDENREGISTREMENT) return more
  return { ...more, IDENREGISTREMENT: null, DETAIL: null, NOMBRE: known.NOMBRE + fresh }
}

/**
 * A mutation that is sent again after a restore makes the same notices again: who had read one has edited the record of this id (HEAL-2), and one of another id
 * would be unread.
 */
const noticeId = ({ to, kind }: Told, by: Telling['by']): string =>
  by ? uuidv8(`notice\n${by.account}\n${by.mutation}\n${to.staff.id}\n${kind}`) : uuidv7()

function newRow(told: Told, { author, by }: Telling): StoredRow {
  const { to, kind, events } = told
  const id = noticeId(told, by)
  const said = { IDPERSONNEL: to.staff.id, TYPE: kind, AUTEUR: author, ...saying(events) }
  return {
    id,
    record: { ...newRecord(entityOf('notification'), {}), id, ...said },
    version: 1,
    seq: 0,
    deleted: false,
    stamps: {},
    createdBy: author,
    viewers: { agence: null, personnes: [to.staff.id] },
  }
}

const WITHOUT_DETAIL = 'Ouvrez Lolapp pour en savoir plus.'

/** Its title names nobody; its text does where the person allowed it. */
async function pushOf({ tx, author }: Telling, { to, kind, events }: Told, row: StoredRow): Promise<PushPayload> {
  const { NOMBRE, DETAIL, ...target } = row.record as unknown as Written
  const named = to.names ? await namesOf(tx, author, NOMBRE === 1 ? events[0] : undefined) : []
  const message = [...named, DETAIL].filter(Boolean).join(' · ')
  return {
    title: noticeTitle(kind, NOMBRE),
    message: message === '' ? WITHOUT_DETAIL : message,
    url: noticePath(target),
    notice: { id: row.id, kind },
  }
}

/** « MARTIN Zoé », « par Diane Robin »; null for what nobody knows. */
async function namesOf(
  tx: Tx,
  author: string | null,
  event: NoticeEvent | undefined,
): Promise<(string | null | undefined)[]> {
  const { rows } = await sql<{ client: string | null; par: string | null }>`select
    (select concat_ws(' ', c."NOM", c."PRENOM") from client c where c.company_id = current_setting('app.company_id')
      and c."IDCLIENT" = coalesce(${event?.client.IDCLIENT ?? null}, (select p."IDCLIENT" from projet p
        where p.company_id = c.company_id and p."IDPROJET" = ${event?.client.IDPROJET ?? null}))) as client,
    (select 'par ' || coalesce(nullif("NOM_COMPLET", ''), "NOM") from personnel where company_id = current_setting('app.company_id')
      and "IDPERSONNEL" = ${author}) as par`.execute(tx)
  return [rows[0]?.client, rows[0]?.par]
}
