import { wallClock } from '../../schemas/dates.ts'
import { type JournalEntry, knownClientEntry } from '../../schemas/journal.ts'
import type { Values } from '../../schemas/merge.ts'
import { sameJson } from '../../schemas/same-json.ts'
import { type SplitDescription, splitDescription } from '../journal/call-lines.ts'
import type { StoredRow } from '../repositories/rows.ts'
import type { WriteContext } from './write-types.ts'

export interface Said {
  patch: Values
  base: Values | null
}

const split = (value: unknown) => splitDescription(typeof value === 'string' ? value : null)
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
 * What a write says of the journal of a project or a client. Apps and servers older than the journal put lines into the description: they are moved to the journal, which no
 * customer reads, and their base had such lines too. Whoever adds an entry is its author, whatever the body says. @param record the stored one; null: a creation
 */
export function journalled(ctx: WriteContext, { patch, base }: Said, record: Values | null): Said {
  if (ctx.mutation.resource !== 'projet' && ctx.mutation.resource !== 'client') return { patch, base }
  const stored = listOf(record?.JOURNAL)
  const next = { ...patch }
  const known = base && { ...base }
  if ('JOURNAL' in patch) next.JOURNAL = listOf(patch.JOURNAL).map((one) => signed(ctx, one, stored))
  if (known && 'DESCRIPTION' in known) known.DESCRIPTION = split(known.DESCRIPTION).description
  const told = split(patch.DESCRIPTION)
  const entries = entriesOf(ctx, told, record?.DATE_CREATION)
  if (entries.length === 0) return { patch: next, base: known }
  next.DESCRIPTION = told.description
  next.JOURNAL = joined(listOf(next.JOURNAL ?? stored), entries)
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
export function moveStoredLines(ctx: WriteContext, { record }: StoredRow): string[] {
  if (ctx.mutation.resource !== 'projet') return []
  const told = split(record.DESCRIPTION)
  const entries = entriesOf(ctx, told, record.DATE_CREATION)
  if (entries.length === 0) return []
  record.DESCRIPTION = told.description
  record.JOURNAL = joined(listOf(record.JOURNAL), entries)
  return ['DESCRIPTION', 'JOURNAL']
}
