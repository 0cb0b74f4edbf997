import { wallClock } from '../../schemas/dates.ts'
import { type JournalEntry, knownClientEntry } from '../../schemas/journal.ts'
import { type SplitDescription, splitDescription } from '../journal/call-lines.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { type Said, WEBSITE } from './signed-items.ts'
import type { WriteContext } from './write-types.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Of a project that a website's lead made, the description is the words of its customer: what looks like a call there is none. */
const wordsOf = (row: StoredRow | null): string | null =>
  row?.createdBy === WEBSITE ? textOf(row.record.DESCRIPTION) : null

const listOf = (value: unknown): JournalEntry[] => (Array.isArray(value) ? (value as JournalEntry[]) : [])

/** Adds the entries to the journal by their ids: a line that was moved before is in the journal already. */
const joined = (journal: readonly JournalEntry[], entries: readonly JournalEntry[]): JournalEntry[] => [
  ...journal,
  ...entries.filter(({ id }) => !journal.some((one) => one.id === id)),
]

/** What a description held for the journal. @param created instant of the project; null for a new one */
function entriesOf(
  { zone, now }: Pick<WriteContext, 'zone' | 'now'>,
  { calls, knownClient }: SplitDescription,
  created: unknown,
): JournalEntry[] {
  if (!knownClient) return calls
  const at = typeof created === 'string' ? new Date(created) : now
  return [...calls, knownClientEntry(wallClock(at, zone))]
}

/**
 * What a write says of the description of a project. Apps and servers older than the journal put lines into it: they are moved to the journal, which no customer
 * reads, and their base had such lines too.
 * @param row the stored one; null: a creation
 */
export function withoutCalls(ctx: WriteContext, { patch, base }: Said, row: StoredRow | null): Said {
  if (ctx.mutation.resource !== 'projet' || ctx.actor.staff.id === WEBSITE) return { patch, base }
  const [stored, words] = [listOf(row?.record.JOURNAL), wordsOf(row)]
  const known = base && { ...base }
  if (known && 'DESCRIPTION' in known)
    known.DESCRIPTION = splitDescription(textOf(known.DESCRIPTION), words).description
  const told = splitDescription(textOf(patch.DESCRIPTION), words)
  const entries = entriesOf(ctx, told, row?.record.DATE_CREATION)
  if (entries.length === 0) return { patch, base: known }
  const next = { ...patch, DESCRIPTION: told.description }
  if (known === null)
    return { patch: { ...next, JOURNAL: joined(listOf(patch.JOURNAL ?? stored), entries) }, base: null }
  const fresh = entries.filter(({ id }) => !stored.some((one) => one.id === id))
  return {
    patch: { ...next, JOURNAL: joined(listOf(patch.JOURNAL), fresh) },
    base: { ...known, JOURNAL: listOf(known.JOURNAL) },
  }
}

/**
 * A server older than the journal that ran again for a while may have let lines into descriptions: the next write of the project moves them. Changes `row`;
 * says which fields.
 */
export function moveStoredLines(ctx: WriteContext, row: StoredRow): string[] {
  if (ctx.mutation.resource !== 'projet') return []
  const { record } = row
  const told = splitDescription(textOf(record.DESCRIPTION), wordsOf(row))
  const entries = entriesOf(ctx, told, record.DATE_CREATION)
  if (entries.length === 0) return []
  record.DESCRIPTION = told.description
  record.JOURNAL = joined(listOf(record.JOURNAL), entries)
  return ['DESCRIPTION', 'JOURNAL']
}
