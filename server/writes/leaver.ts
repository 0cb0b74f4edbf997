import { sql } from 'kysely'
import { wallClock } from '../../schemas/dates.ts'
import { HANDOVER_DAYS, type Handed, isHanded } from '../../schemas/handover.ts'
import { type Values, VERSION_LEAD } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { handed } from '../handover/handed.ts'
import type { Tx } from '../plugins/database/database.ts'
import { seesRow } from '../policies/visibility.ts'
import { closedAccounts } from '../repositories/closed-accounts.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { rootOf } from './project-scope.ts'
import type { StaffActor, WriteContext } from './write-types.ts'

const MINE = sql`company_id = current_setting('app.company_id')`
/** Handovers of the person that count: not taken back. */
const of = (
  person: string,
) => sql`select id from handover where ${MINE} and personnel_id = ${person} and undone_at is null
  and at > now() - make_interval(days => ${HANDOVER_DAYS}::integer)`

/**
 * Whether a write may reach this row: its author sees it. Or they have left and handed it over, or its project: then their device, which was offline, still
 * sends what it wrote while it was theirs (PUSH-11).
 */
export async function reaches(
  tx: Tx,
  actor: StaffActor,
  { resource, id, viewers }: Pick<StoredRow, 'id' | 'viewers'> & { resource: SyncedResource },
): Promise<boolean> {
  if (seesRow(actor.staff, resource, { viewers })) return true
  if (actor.sendsOnly !== true) return false
  const { table, key, fields } = entityOf(resource)
  const projet =
    'IDPROJET' in fields
      ? sql`(select "IDPROJET" from ${sql.table(table)} where ${MINE} and ${sql.ref(key)} = ${id})`
      : sql`null::text`
  const { rows } = await sql`select 1 from handover_item
    where ${MINE} and handover_id in (${of(actor.staff.id)})
      and ((resource = ${resource} and record_id = ${id}) or projet_id = ${projet}) limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * What the device of somebody who has left still sends goes to whoever has the rest of that client or project, else to the successor; where they have left
 * too, to whoever has it from them: nothing is left to somebody who is not there any more (PUSH-11). Call it before the viewers are computed.
 */
export async function passOn(ctx: WriteContext): Promise<void> {
  const { tx, actor, changes } = ctx
  if (actor.sendsOnly !== true) return
  const from = actor.staff.id
  const handover = await lastHandover(tx, from)
  if (!handover) return
  const closed = new Set(await closedAccounts(tx))
  for (const { resource, row, fields } of changes.all()) {
    if (!isHanded(resource) || row.deleted) continue
    const projet = await rootOf(tx, resource, row.record)
    const to = await presentReceiver(tx, { from, handover, about: { projet, record: row.record }, closed })
    const patch = handed(resource, row.record, { from, to, now: wallClock(ctx.now, ctx.zone) })
    if (patch === null) continue
    const before = Object.fromEntries(Object.keys(patch).map((name) => [name, row.record[name] ?? null]))
    row.record = { ...row.record, ...patch }
    for (const name of Object.keys(patch)) fields.add(name)
    await noteGiven(tx, handover.id, { resource, record: row.id, projet, to, before })
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

interface LastHandover {
  successor_id: string
  /** The director who began it. */
  by_id: string
}

async function lastHandover(tx: Tx, person: string): Promise<(LastHandover & { id: string }) | null> {
  const { rows } = await sql<LastHandover & { id: string }>`select id, successor_id, by_id from handover
    where ${MINE} and id in (${of(person)}) order by at desc limit 1`.execute(tx)
  return rows[0] ?? null
}

interface About {
  projet: string | null
  client: string | null
}

interface Receiving {
  /** Who leaves, by this handover. */
  from: string
  handover: LastHandover
  about: { projet: string | null; record: Values }
  /** Ids of those who have left (`closedAccounts`). */
  closed: ReadonlySet<string>
}

/**
 * Who gets it of those who are there: along the handovers; where one left without any, whoever has the project or the client now, else the director who began
 * the first handover. Where they have left too, the last who had it.
 */
export async function presentReceiver(
  tx: Tx,
  { from, handover, about: { projet, record }, closed }: Receiving,
): Promise<string> {
  const about = { projet, client: textOf(record.IDCLIENT) ?? (await clientOfProject(tx, projet)) }
  const seen = new Set([from])
  let to = from
  for (let next: LastHandover | null = handover; next; next = await lastHandover(tx, to)) {
    to = (await receiverOf(tx, to, about)) ?? next.successor_id
    if (!closed.has(to)) return to
    if (seen.has(to)) break
    seen.add(to)
  }
  const others = [...(await holdersOf(tx, about)), handover.by_id]
  return others.find((one) => !closed.has(one) && one !== from) ?? to
}

async function clientOfProject(tx: Tx, projet: string | null): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select "IDCLIENT" as id from projet
    where ${MINE} and "IDPROJET" = ${projet}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whoever has the project, and whoever has the client. */
async function holdersOf(tx: Tx, { projet, client }: About): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "IDRESPONSABLEPROJET" as id, 1 as n from projet where ${MINE} and "IDPROJET" = ${projet} and "IDRESPONSABLEPROJET" is not null
    union all
    select "IDPERSONNEL", 2 from client where ${MINE} and "IDCLIENT" = ${client} and "IDPERSONNEL" is not null
    order by n`.execute(tx)
  return rows.map(({ id }) => id)
}

async function receiverOf(tx: Tx, from: string, { projet, client }: About): Promise<string | null> {
  const { rows } = await sql<{ to_id: string }>`select to_id from handover_item
    where ${MINE} and handover_id in (${of(from)})
      and (projet_id = ${projet} or (resource = 'client' and record_id = ${client}))
    order by projet_id is null, record_id limit 1`.execute(tx)
  return rows[0]?.to_id ?? null
}

interface Given {
  resource: Handed
  record: string
  projet: string | null
  to: string
  before: Values
}

/** So that the handover, when it is taken back, gives this back too. */
async function noteGiven(tx: Tx, handover: string, { resource, record, projet, to, before }: Given): Promise<void> {
  await sql`insert into handover_item (company_id, handover_id, resource, record_id, projet_id, to_id, state, before)
    values (current_setting('app.company_id'), ${handover}, ${resource}, ${record}, ${projet}, ${to}, 'given',
      ${JSON.stringify(before)}::jsonb)
    on conflict (company_id, handover_id, resource, record_id) do nothing`.execute(tx)
}

/**
 * The person's own late work does not keep a handover from being taken back: only what others changed does. Call it when the new versions are known and the
 * rows still have the old ones: those are the ones that the handover left.
 */
export async function noteLate({ tx, actor, changes }: WriteContext): Promise<void> {
  if (actor.sendsOnly !== true) return
  for (const { resource, row } of changes.all()) {
    if (!isHanded(resource)) continue
    const { table, key } = entityOf(resource)
    await sql`update handover_item set version = ${row.version}
      where ${MINE} and handover_id in (${of(actor.staff.id)}) and resource = ${resource} and record_id = ${row.id}
        and state = 'given' and (version is null or 0 = (select (t."VERSION" - version) % ${sql.lit(VERSION_LEAD)} from ${sql.table(table)} as t
          where t.company_id = current_setting('app.company_id') and t.${sql.ref(key)} = ${row.id}))`.execute(tx)
  }
}
