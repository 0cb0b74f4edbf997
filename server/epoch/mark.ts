import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { syncPath } from '../plugins/database/durable-fs.ts'
import { type Files, MissingFile } from '../ports/files/files.ts'

const CompanyMark = Type.Object({
  epoch: Type.String(),
  /** Position of that epoch among the company's: the first one is 1. */
  number: Type.Integer(),
  /** Last seq known to be committed. */
  seq: Type.Integer(),
  /** Highest number given in each sequence (`devis-2026`). */
  numbers: Type.Record(Type.String(), Type.Integer()),
})
const Mark = Type.Object({ format: Type.Literal(1), companies: Type.Record(Type.String(), CompanyMark) })

/** The latest known state of one company. */
export type CompanyMark = Static<typeof CompanyMark>

/**
 * The latest known state of the installation, by company id. It is kept outside of the database, so that the server recognises a database restored to an
 * earlier state, and gives no number twice (SERVER-6, SERVER-7).
 */
export type Mark = Static<typeof Mark>

export const EMPTY_MARK: Mark = { format: 1, companies: {} }

/** Where the mark is kept. */
export interface MarkStore {
  /** EMPTY_MARK when there is none, or one that cannot be read as a mark. */
  read(): Promise<Mark>
  /** Resolves once it is on disk. Call `advance` instead. */
  write(mark: Mark): Promise<void>
}

function parse(text: string): Mark {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Mark, value) ? value : EMPTY_MARK
  } catch {
    return EMPTY_MARK
  }
}

export const MARK_FILE = 'epoch-mark.json'

/** In the data folder, beside the database and not among the drive's files: a restore of these must not restore an older mark. */
export function folderMark(dataDir: string): MarkStore {
  const path = join(dataDir, MARK_FILE)
  return {
    async read() {
      try {
        return parse(readFileSync(path, 'utf8'))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY_MARK
        throw error
      }
    },
    async write(mark) {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(`${path}.partiel`, JSON.stringify(mark), { mode: 0o600 })
      syncPath(`${path}.partiel`)
      renameSync(`${path}.partiel`, path)
      syncPath(dataDir)
    },
  }
}

/** In the object store that several processes share; outside of every company's folder. */
export const bucketMark = (files: Pick<Files, 'get' | 'put'>): MarkStore => ({
  async read() {
    try {
      return parse(Buffer.from(await files.get(MARK_FILE)).toString('utf8'))
    } catch (error) {
      if (error instanceof MissingFile) return EMPTY_MARK
      throw error
    }
  },
  write: (mark) => files.put(MARK_FILE, Buffer.from(JSON.stringify(mark))),
})

/** For tests, and where nothing outside of the process is wanted. */
export function memoryMark(): MarkStore {
  let kept = EMPTY_MARK
  return {
    read: async () => kept,
    write: async (mark) => {
      kept = mark
    },
  }
}

const isLater = (a: CompanyMark, b: CompanyMark): boolean =>
  a.number === b.number ? a.seq > b.seq : a.number > b.number

/** For each company the later mark; for each sequence the highest number. Pure. */
export function mergeMarks(one: Mark, other: Mark): Mark {
  const companies: Mark['companies'] = { ...one.companies }
  for (const [id, theirs] of Object.entries(other.companies)) {
    const mine = companies[id]
    if (!mine) {
      companies[id] = theirs
      continue
    }
    const numbers = { ...mine.numbers }
    for (const [name, value] of Object.entries(theirs.numbers)) numbers[name] = Math.max(value, numbers[name] ?? 0)
    companies[id] = { ...(isLater(theirs, mine) ? theirs : mine), numbers }
  }
  return { format: 1, companies }
}

/** Writes what is now known. Where another process wrote a later state meanwhile, that state stays. @returns what is written */
export async function advance(store: MarkStore, known: Mark): Promise<Mark> {
  const mark = mergeMarks(await store.read(), known)
  await store.write(mark)
  return mark
}
