import { sql } from 'kysely'
import { isByCustomer, type JournalEntry } from '../../schemas/journal.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRows } from '../repositories/rows.ts'
import type { Changes } from '../writes/changes.ts'
import { isErased } from '../writes/erased.ts'
import { usersOf } from '../writes/uses.ts'
import { nextVersion } from '../writes/write-types.ts'

/** Shown for a customer who asked to be erased, where a name is needed. */
const NOBODY = 'Ancien client'

const MINE = sql`company_id = current_setting('app.company_id')`

type Records = Map<SyncedResource, string[]>

/** The time in which a project was somebody's, before its client was corrected. */
export interface Period {
  /** The project, and what hangs on it. */
  records: Records
  /** Instants, as the database writes them; null: from the beginning. */
  since: string | null
  until: string
}

interface Periods {
  /** Of others, on projects that are this customer's now. */
  before: Period[]
  /** Of this customer, on projects that are no longer theirs. */
  had: Period[]
}

/** @param of ids of the customer's record and of those that were merged into it, and of their projects */
export async function periodsOf(
  tx: Tx,
  { ids, projets }: { ids: readonly string[]; projets: readonly string[] },
): Promise<Periods> {
  const { rows } = await sql<{ projet: string; since: string | null; until: string; own: boolean }>`
    select projet_id as projet, since::text, until::text, client_id = any(${[...ids]}::text[]) as own from former_client
    where ${MINE} and (client_id = any(${[...ids]}::text[]) or projet_id = any(${[...projets]}::text[]))
    order by projet_id, until`.execute(tx)
  const periods: Periods = { before: [], had: [] }
  for (const { projet, since, until, own } of rows)
    periods[own ? 'had' : 'before'].push({ records: await recordsUnder(tx, projet), since, until })
  return periods
}

async function recordsUnder(tx: Tx, projet: string): Promise<Records> {
  const found: Records = new Map([['projet', [projet]]])
  for (const deleted of [false, true]) {
    for (const [resource, ids] of await usersOf(tx, { resource: 'projet', id: projet }, deleted))
      found.set(resource, [...(found.get(resource) ?? []), ...ids])
  }
  return found
}

/** Ids of journal entries that are the acts of others, who had the project before. */
export async function entriesOfOthers(
  tx: Tx,
  { ids, projets }: { ids: readonly string[]; projets: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select unnest(entries) as id from former_client
    where ${MINE} and projet_id = any(${[...projets]}::text[]) and client_id <> all(${[...ids]}::text[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Projects that were this customer's. */
export async function formerProjects(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct projet_id as id from former_client
    where ${MINE} and client_id = any(${[...ids]}::text[]) order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Stages the journals of projects that are another customer's now without the name and the words of this one: that something was answered stays. Of the others'
 * entries nothing changes.
 */
export async function eraseFormerWords(tx: Tx, changes: Changes, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select unnest(entries) as id from former_client
    where ${MINE} and client_id = any(${[...ids]}::text[])`.execute(tx)
  const theirs = new Set(rows.map(({ id }) => id))
  if (theirs.size === 0) return
  for (const row of await readRows(tx, { resource: 'projet', ids: await formerProjects(tx, ids), lock: 'update' })) {
    // One that is theirs again is erased as a whole.
    if (isErased(row) || changes.get('projet', row.id)) continue
    const before = { ...row.record }
    const journal = before.JOURNAL as JournalEntry[]
    if (!journal.some((entry) => theirs.has(entry.id) && isByCustomer(entry))) continue
    row.record.JOURNAL = journal.map((entry) =>
      theirs.has(entry.id) && isByCustomer(entry) ? withoutWords(entry) : entry,
    )
    row.version = nextVersion(row.version, null)
    changes.update({ resource: 'projet', row, before, fields: ['JOURNAL'] })
  }
}

const withoutWords = ({ TEXTE: _, ...entry }: JournalEntry): JournalEntry => ({ ...entry, AUTEUR: NOBODY })
