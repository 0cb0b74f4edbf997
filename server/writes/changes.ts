import { type RawBuilder, sql } from 'kysely'
import type { Viewers } from '../../schemas/access.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { insertRow, type StoredRow, updateRow, writeTaking } from '../repositories/rows.ts'
import { noteTakenOff } from './note-taken-off.ts'

/** Marks a change of the tombstone among the changed fields. */
export const TOMBSTONE = '_deleted'

export interface Staged {
  resource: SyncedResource
  row: StoredRow
  /** The record before this write; null for a new one. */
  before: Values | null
  /** Changed fields (and TOMBSTONE). */
  fields: Set<string>
}

interface Touched {
  resource: SyncedResource
  id: string
  viewers: Viewers
}

/**
 * Unit of work: every row that one write changes, kept in memory until the write is decided. So the company's counter is locked once, and as late as possible
 * (SERVER-1).
 */
export interface Changes {
  /** Rows staged so far, in order. */
  all(): Staged[]
  get(resource: SyncedResource, id: string): Staged | undefined
  insert(resource: SyncedResource, row: StoredRow): Staged
  /** Stages a locked row; `before` is its record as it was read. Staging it again adds fields. */
  update(input: { resource: SyncedResource; row: StoredRow; before: Values; fields: Iterable<string> }): Staged
  /** Gives a locked-at-flush row other viewers and a new seq, nothing else (SERVER-4). */
  touch(touched: Touched): void
  /** Takes the seqs and writes everything, `beside` too; each staged row then holds its seq. */
  flush(tx: Tx, beside?: Beside): Promise<Hint[]>
}

/** A write of another table that needs the seq that a row gets; it goes with the first row, because other writers of the company wait for each statement from there on. */
export type Beside = (seqOf: (row: StoredRow) => RawBuilder<number>) => RawBuilder<unknown>

const keyOf = (resource: string, id: string): string => `${resource}\n${id}`

export function createChanges(): Changes {
  const staged = new Map<string, Staged>()
  const touched = new Map<string, Touched>()

  const stage = (one: Staged): Staged => {
    const known = staged.get(keyOf(one.resource, one.row.id))
    if (!known) {
      staged.set(keyOf(one.resource, one.row.id), one)
      return one
    }
    for (const field of one.fields) known.fields.add(field)
    return known
  }

  return {
    all: () => [...staged.values()],
    get: (resource, id) => staged.get(keyOf(resource, id)),
    insert: (resource, row) => stage({ resource, row, before: null, fields: new Set(Object.keys(row.record)) }),
    update: ({ resource, row, before, fields }) => stage({ resource, row, before, fields: new Set(fields) }),
    touch: (one) => {
      const known = staged.get(keyOf(one.resource, one.id))
      if (known) known.row.viewers = one.viewers
      else touched.set(keyOf(one.resource, one.id), one)
    },
    flush: async (tx, beside) => {
      const touches = [...touched.values()].filter((one) => !staged.has(keyOf(one.resource, one.id)))
      const all = [...staged.values()]
      const count = all.length + touches.length
      if (all.length === 0) await beside?.((row) => sql`${row.seq}`).execute(tx)
      if (count === 0) return []
      const byResource = grouped(touches)
      // Rows are locked before the counter, never after it: a writer that holds one of them may be waiting for the counter.
      for (const [resource, ones] of byResource) await lock(tx, resource, ones)
      await noteTakenOff(tx, all)
      let seq = await takeSeqs(tx, all, { count, beside })
      const last = new Map<SyncedResource, number>()
      for (const [i, { resource, row, before, fields }] of all.entries()) {
        row.seq = seq++
        last.set(resource, row.seq)
        if (i === 0) continue
        if (before === null) await insertRow(tx, resource, row)
        else await updateRow(tx, { resource, row, fields })
      }
      for (const [resource, ones] of byResource) {
        await touchRows(tx, { resource, ones, first: seq })
        seq += ones.length
        last.set(resource, seq - 1)
      }
      return [...last].map(([resource, at]) => ({ resource, seq: at }))
    },
  }
}

/** Takes the seqs; the first row is written with them, and `beside`. @returns the first seq */
async function takeSeqs(
  tx: Tx,
  all: readonly Staged[],
  { count, beside }: { count: number; beside: Beside | undefined },
): Promise<number> {
  const [one] = all
  if (!one) {
    const { rows } = await sql<{ first: number }>`select take_seq(${count}::integer) as first`.execute(tx)
    return Number(rows[0]?.first)
  }
  const seqOf = (row: StoredRow, first: RawBuilder<number>): RawBuilder<number> => {
    const at = all.findIndex((each) => each.row === row)
    return at === -1 ? sql`${row.seq}` : sql`${first} + ${at}`
  }
  const write = { resource: one.resource, row: one.row, fields: one.before === null ? ('new' as const) : one.fields }
  return writeTaking(tx, write, {
    count,
    ...(beside ? { beside: (first) => beside((row) => seqOf(row, first)) } : {}),
  })
}

function grouped(touches: Touched[]): Map<SyncedResource, Touched[]> {
  const groups = new Map<SyncedResource, Touched[]>()
  for (const one of touches) groups.set(one.resource, [...(groups.get(one.resource) ?? []), one])
  return groups
}

async function lock(tx: Tx, resource: SyncedResource, ones: Touched[]): Promise<void> {
  const { table, key } = entityOf(resource)
  await sql`select 1 from ${sql.table(table)} where company_id = current_setting('app.company_id')
    and ${sql.ref(key)} = any(${ones.map((one) => one.id)}::text[]) order by ${sql.ref(key)} for update`.execute(tx)
}

async function touchRows(
  tx: Tx,
  { resource, ones, first }: { resource: SyncedResource; ones: Touched[]; first: number },
): Promise<void> {
  const { table, key } = entityOf(resource)
  const news = ones.map((one, i) => ({
    id: one.id,
    seq: first + i,
    agence: one.viewers.agence,
    personnes: one.viewers.personnes,
  }))
  await sql`update ${sql.table(table)} as t
    set seq = n.seq, viewer_agence = n.agence, viewer_personnes = n.personnes, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n(id text, seq bigint, agence text, personnes text[])
    where t.company_id = current_setting('app.company_id') and t.${sql.ref(key)} = n.id`.execute(tx)
}
