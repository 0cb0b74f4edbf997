import type { JournalEntry } from '../../schemas/journal.ts'
import type { Values } from '../../schemas/merge.ts'
import { sameJson } from '../../schemas/same-json.ts'
import { splitDescription } from '../journal/call-lines.ts'
import type { StoredRow } from '../repositories/rows.ts'
import type { WriteContext } from './write-types.ts'

interface Said {
  patch: Values
  base: Values | null
}

const split = (value: unknown) => splitDescription(typeof value === 'string' ? value : null)
const listOf = (value: unknown): JournalEntry[] => (Array.isArray(value) ? (value as JournalEntry[]) : [])

/** Adds the calls to the journal by their ids: a line that was moved before is in the journal already. */
const joined = (journal: readonly JournalEntry[], calls: readonly JournalEntry[]): JournalEntry[] => [
  ...journal,
  ...calls.filter(({ id }) => !journal.some((one) => one.id === id)),
]

/**
 * What a write says of a project's journal. Apps older than the journal put calls into the description: they are moved to the journal, which no customer
 * reads, and their base had such lines too. Whoever adds an entry is its author, whatever the body says. @param record the stored one; null: a creation
 */
export function journalled(ctx: WriteContext, { patch, base }: Said, record: Values | null): Said {
  if (ctx.mutation.resource !== 'projet') return { patch, base }
  const stored = listOf(record?.JOURNAL)
  const next = { ...patch }
  const known = base && { ...base }
  if ('JOURNAL' in patch) next.JOURNAL = listOf(patch.JOURNAL).map((one) => signed(ctx, one, stored))
  if (known && 'DESCRIPTION' in known) known.DESCRIPTION = split(known.DESCRIPTION).description
  const { description, calls } = split(patch.DESCRIPTION)
  if (calls.length === 0) return { patch: next, base: known }
  next.DESCRIPTION = description
  next.JOURNAL = joined(listOf(next.JOURNAL ?? stored), calls)
  if (known && !('JOURNAL' in known)) known.JOURNAL = stored
  return { patch: next, base: known }
}

function signed({ actor }: WriteContext, entry: JournalEntry, stored: readonly JournalEntry[]): JournalEntry {
  const there = stored.find(({ id }) => id === entry.id)
  if (!there) return { ...entry, IDPERSONNEL: actor.staff.id }
  if (sameJson(there, entry)) return entry
  const { IDPERSONNEL: _, ...words } = entry
  return { ...words, ...(there.IDPERSONNEL === undefined ? {} : { IDPERSONNEL: there.IDPERSONNEL }) }
}

/**
 * A server older than the journal that ran again for a while may have let lines into descriptions: the next write of the project moves them. Changes `row`;
 * says which fields.
 */
export function moveStoredCalls({ mutation }: Pick<WriteContext, 'mutation'>, { record }: StoredRow): string[] {
  if (mutation.resource !== 'projet') return []
  const { description, calls } = split(record.DESCRIPTION)
  if (calls.length === 0) return []
  record.DESCRIPTION = description
  record.JOURNAL = joined(listOf(record.JOURNAL), calls)
  return ['DESCRIPTION', 'JOURNAL']
}
