import { entryWords, type JournalEntry, journalKey, latestFirst } from '../../../schemas/journal.ts'
import { holdsWords, normalise } from '../../../schemas/search.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { readDown } from '../../data/records/read-down.ts'

/** Shorter texts stand in nearly every journal. */
const SHORTEST = 3

/** A project or a client, and the latest entry of its journal that holds the searched words. */
export interface JournalHit {
  resource: 'projet' | 'client'
  /** Of the record, and of its client. */
  id: string
  IDCLIENT: string
  entry: JournalEntry
  /** The whole journal. */
  JOURNAL: readonly JournalEntry[]
}

/** Whether a text is looked for in journals. */
export const isJournalSearch = (text: string): boolean => normalise(text).length >= SHORTEST

/** The latest entry that holds every searched word. */
export const foundEntry = (journal: readonly JournalEntry[], text: string): JournalEntry | undefined =>
  latestFirst(journal).find((entry) => holdsWords(entryWords(entry), text))

/** From the first with a journal to one more than any: digits come before letters. */
const ALL = { key: 'CLE_JOURNAL', from: '0', before: 'a' } as const

type Read = AsyncGenerator<Omit<JournalHit, 'entry'>[]>

async function* projets(data: LocalData): Read {
  const pieces = readDown(data, 'projet', { ...ALL, keyOf: ({ JOURNAL, IDPROJET }) => journalKey(JOURNAL, IDPROJET) })
  for await (const rows of pieces)
    yield rows.map(({ IDPROJET: id, IDCLIENT, JOURNAL }) => ({ resource: 'projet', id, IDCLIENT, JOURNAL }))
}

async function* clients(data: LocalData): Read {
  const pieces = readDown(data, 'client', { ...ALL, keyOf: ({ JOURNAL, IDCLIENT }) => journalKey(JOURNAL, IDCLIENT) })
  for await (const rows of pieces)
    yield rows.map(({ IDCLIENT, JOURNAL }) => ({ resource: 'client', id: IDCLIENT, IDCLIENT, JOURNAL }))
}

/** The first so many projects, then clients, whose journal holds the words, of the latest journals first: it reads on until it has found them, or has read all (DAY-03). */
export async function searchJournals(
  data: LocalData,
  text: string,
  { count, signal }: { count: number; signal: AbortSignal },
): Promise<JournalHit[]> {
  const hits: JournalHit[] = []
  for (const read of [projets, clients])
    for await (const records of read(data)) {
      if (signal.aborted) return hits
      for (const record of records) {
        const entry = foundEntry(record.JOURNAL, text)
        if (entry) hits.push({ ...record, entry })
        if (hits.length === count) return hits
      }
    }
  return hits
}
