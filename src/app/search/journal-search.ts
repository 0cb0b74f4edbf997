import { entryWords, type JournalEntry, journalKey, latestFirst } from '../../../schemas/journal.ts'
import { holdsWords, normalise } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { readDown } from '../../data/records/read-down.ts'

/** Shorter texts stand in nearly every journal. */
const SHORTEST = 3

/** A project, and the latest entry of its journal that holds the searched words. */
export interface JournalHit {
  projet: LocalRecord<'projet'>
  entry: JournalEntry
}

/** Whether a text is looked for in journals. */
export const isJournalSearch = (text: string): boolean => normalise(text).length >= SHORTEST

/** The latest entry that holds every searched word. */
export const foundEntry = (journal: readonly JournalEntry[], text: string): JournalEntry | undefined =>
  latestFirst(journal).find((entry) => holdsWords(entryWords(entry), text))

/** The first so many projects whose journal holds the words, of the latest journals first: it reads on until it has found them, or has read all (DAY-03). */
export async function searchJournals(
  data: LocalData,
  text: string,
  { count, signal }: { count: number; signal: AbortSignal },
): Promise<JournalHit[]> {
  const hits: JournalHit[] = []
  const pieces = readDown(data, 'projet', {
    key: 'CLE_JOURNAL',
    // From the first with a journal to one more than any: digits come before letters.
    from: '0',
    before: 'a',
    keyOf: ({ JOURNAL, IDPROJET }) => journalKey(JOURNAL, IDPROJET),
  })
  for await (const projets of pieces) {
    if (signal.aborted) break
    for (const projet of projets) {
      const entry = foundEntry(projet.JOURNAL, text)
      if (entry) hits.push({ projet, entry })
      if (hits.length === count) return hits
    }
  }
  return hits
}
