import { sql } from 'kysely'
import type { Fate, RowKept } from '../../schemas/imports.ts'
import { isSameWrite } from '../../schemas/merge.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Tx } from '../plugins/database/database.ts'
import { bulkBury } from '../repositories/bulk-rows.ts'
import { readRows } from '../repositories/rows.ts'
import { usedAmong } from '../writes/uses.ts'
import { endStep, nextLines, type StoredImport, type StoredLine, setFates, setProgress } from './import-store.ts'
import { isDue, LINES, type Step } from './steps.ts'

type Resource = RowKept['resource']

const idsOf = (lines: readonly StoredLine[], ...kinds: ('client' | 'adresse' | 'projet' | 'chantier')[]): string[] =>
  lines.flatMap(({ records }) => kinds.flatMap((kind) => records?.[kind] ?? []))

/**
 * One step of an undo, from the last line to the first: deletes what the lines made, where nobody has changed or used it since. Projects go before clients, and
 * both before addresses: what uses a record is gone before the record is looked at.
 */
export async function undoStep(tx: Tx, task: StoredImport): Promise<Step> {
  const lines = await nextLines(tx, task.id, { from: task.total - 1 - task.done, limit: LINES, backwards: true })
  const last = lines.at(-1)
  if (!last) {
    await endStep(tx, task.id, 'retire')
    return { ended: true, hints: [] }
  }
  const due = lines.filter(({ records, fate }) => records !== null && fate !== 'retire')
  const ids: Record<Resource, string[]> = {
    projet: idsOf(due, 'projet'),
    client: idsOf(due, 'client'),
    adresse: idsOf(due, 'adresse', 'chantier'),
  }
  const kept = new Map<string, RowKept>()
  const hints: Hint[] = []
  for (const resource of ['projet', 'client', 'adresse'] as const) {
    const removed = await remove(tx, { resource, ids: ids[resource], author: task.by_personnel })
    for (const one of removed.kept) kept.set(one.id, one)
    if (removed.seq !== null) hints.push({ resource, seq: removed.seq })
  }
  await setFates(tx, task.id, [
    // Lines that an interrupted import had not come to.
    ...lines.filter(isDue).map((line) => ({ ...line, fate: 'retire' as const })),
    ...due.map((line) => {
      const garde = keptOf(line, kept)
      const fate: Fate = garde.length > 0 ? 'garde' : 'retire'
      return { place: line.place, fate, details: { ...line.details, garde }, records: line.records }
    }),
  ])
  await setProgress(tx, task.id, task.total - last.place)
  return { ended: false, hints }
}

/** What is left of a line. An address stays with its client or project: then it is not named besides. */
function keptOf({ records }: StoredLine, kept: ReadonlyMap<string, RowKept>): RowKept[] {
  const found = (ids: readonly (string | undefined)[]): RowKept[] => ids.flatMap((id) => kept.get(id ?? '') ?? [])
  const people = found([records?.client, records?.projet])
  return people.length > 0 ? people : found([records?.adresse, records?.chantier])
}

/** Deletes the records that are as the import made them and that nothing points to. */
async function remove(
  tx: Tx,
  { resource, ids, author }: { resource: Resource; ids: readonly string[]; author: string },
): Promise<{ kept: RowKept[]; seq: number | null }> {
  const rows = (await readRows(tx, { resource, ids, lock: 'update' })).filter(({ deleted }) => !deleted)
  const there = rows.map(({ id }) => id)
  const used = await usedAmong(tx, resource, there)
  if (resource === 'client') for (const id of await metInSpace(tx, there)) used.add(id)
  const kept: RowKept[] = []
  const gone: string[] = []
  for (const { id, version, record } of rows) {
    const untouched = isSameWrite(version, 1)
    if (untouched && !used.has(id)) gone.push(id)
    else {
      const nom = entityOf(resource).label(record as never)
      kept.push({ resource, id, nom, why: untouched ? 'utilise' : 'modifie' })
    }
  }
  if (gone.length === 0) return { kept, seq: null }
  const { rows: taken } = await sql<{ first: number }>`select take_seq(${gone.length}::integer) as first`.execute(tx)
  const first = Number(taken[0]?.first)
  await bulkBury(
    tx,
    resource,
    gone.map((id, i) => ({ id, seq: first + i, stamp: [2, uuidv7(), author, 2] })),
  )
  return { kept, seq: first + gone.length - 1 }
}

/** Clients who have used their space, which no record tells. */
async function metInSpace(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const of = (table: string, column = 'client_id') => sql`select ${sql.ref(column)} as id from ${sql.table(table)}
    where company_id = current_setting('app.company_id') and ${sql.ref(column)} = any(${ids}::text[])`
  const { rows } = await sql<{ id: string }>`${sql.join(
    [of('contact_change'), of('space_number'), of('demande', 'IDCLIENT')],
    sql` union `,
  )}`.execute(tx)
  return rows.map(({ id }) => id)
}
