import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

const MINE = sql`m.company_id = current_setting('app.company_id')`

/** Ids of one client of whom several records were merged, as a subquery: this record, and all that went into it. */
export const recordsOfClient = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with recursive known (id) as (
    select ${id}::text union select m.from_id from client_merge m join known on m.into_id = known.id
      where ${MINE} and m.undone_at is null
  ) select id from known)`

/** The same, as a list that begins with the record itself. */
export async function mergedInto(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select r.id from ${recordsOfClient(sql`${id}`)} as r where r.id <> ${id}
    order by 1`.execute(tx)
  return [id, ...rows.map((row) => row.id)]
}

/** One step from a record that went towards the kept one. */
interface Step {
  merge: string
  from: string
  into: string
}

/** Steps from this record to the kept one; none for a record that did not go. With `held` no other transaction undoes them before this one ends. */
export async function stepsFrom(tx: Tx, id: string, { held = false } = {}): Promise<Step[]> {
  const steps: Step[] = []
  for (let from = id; ; ) {
    const { rows } = await sql<Step>`select m.id as merge, m.from_id as "from", m.into_id as "into" from client_merge m
      where ${MINE} and m.from_id = ${from} and m.undone_at is null ${held ? sql`for share` : sql``}`.execute(tx)
    const [step] = rows
    if (!step) return steps
    steps.push(step)
    from = step.into
  }
}

/** The kept record of whoever this record is about. */
export const keptRecord = async (tx: Tx, id: string): Promise<string> => (await stepsFrom(tx, id)).at(-1)?.into ?? id

/** Whether both are, or once were, records of one client: a merge joined them, undone since or not. */
export async function wereJoined(tx: Tx, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const { rows } = await sql`with recursive known (id) as (
      select ${one}::text union select case when m.into_id = known.id then m.from_id else m.into_id end
        from client_merge m join known on known.id in (m.into_id, m.from_id) where ${MINE}
    ) select 1 from known where id = ${other}`.execute(tx)
  return rows.length > 0
}
