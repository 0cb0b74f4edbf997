import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Config } from '../config.ts'
import { syncPath } from '../plugins/database/durable-fs.ts'
import type { Files } from '../ports/files/files.ts'
import { s3Files } from '../ports/files/s3-files.ts'

const Ids = Type.Record(Type.String(), Type.Array(Type.String()))
const Note = Type.Object({
  format: Type.Literal(1),
  id: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
  company: Type.String(),
  kind: Type.Enum(['client', 'personnel']),
  person: Type.String(),
  at: Type.String(),
  by: Type.String(),
  records: Ids,
  /**
   * It was committed: a database without it was restored. False: it is under way, or the process died. Former versions wrote neither, and theirs count as
   * committed.
   */
  done: Type.Optional(Type.Boolean()),
})

/** An erasure as it is stored outside of the database: identifiers, and nothing of the content. */
export type ErasureNote = Static<typeof Note>

/** Notes of erasures outside of the database and of its backups: after a restore of an older database they name the persons who must be erased again. */
export interface ErasureNotes {
  /** Resolves once it is on disk, or the object store has it. The same again changes nothing. */
  keep(note: ErasureNote): Promise<void>
  /** Of an erasure that was refused. Nothing happens when there is no such note. */
  drop(id: string): Promise<void>
  /** All of them; a file that cannot be read as a note is an error, never skipped. */
  all(): Promise<ErasureNote[]>
}

const FOLDER = 'effacements'

function parse(name: string, text: string): ErasureNote {
  const value: unknown = JSON.parse(text)
  if (!Value.Check(Note, value)) throw new Error(`« ${name} » is no note of an erasure`)
  return value
}

/** One file an erasure, in the data folder: several processes never write the same one. */
export function folderNotes(dataDir: string): ErasureNotes {
  const folder = join(dataDir, FOLDER)
  return {
    async keep(note) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${note.id}.json`)
      const file = await open(`${path}.partiel`, 'w', 0o600)
      try {
        await file.writeFile(JSON.stringify(note))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.partiel`, path)
      syncPath(folder)
    },
    async drop(id) {
      await rm(join(folder, `${id}.json`), { force: true })
      if (existsSync(folder)) syncPath(folder)
    },
    async all() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const wanted = names.filter((name) => name.endsWith('.json')).sort()
      return Promise.all(wanted.map(async (name) => parse(name, await readFile(join(folder, name), 'utf8'))))
    },
  }
}

/** In the object store that several processes share, outside of every company's folder. */
const bucketNotes = (files: Pick<Files, 'get' | 'put' | 'remove' | 'list'>): ErasureNotes => ({
  keep: (note) => files.put(`${FOLDER}/${note.id}.json`, Buffer.from(JSON.stringify(note))),
  drop: (id) => files.remove(`${FOLDER}/${id}.json`),
  async all() {
    const notes: ErasureNote[] = []
    for await (const key of files.list(`${FOLDER}/`)) {
      notes.push(parse(key, Buffer.from(await files.get(key)).toString('utf8')))
    }
    return notes
  },
})

/** For tests, and where nothing outside of the process is wanted. */
export function memoryNotes(): ErasureNotes {
  const kept = new Map<string, ErasureNote>()
  return {
    keep: async (note) => void kept.set(note.id, note),
    drop: async (id) => void kept.delete(id),
    all: async () => [...kept.values()],
  }
}

/** In the same place as the mark (epoch/mark-store.ts). */
export const notesOf = ({ dataDir, ports }: Pick<Config, 'dataDir' | 'ports'>): ErasureNotes =>
  ports.files.s3 === null ? folderNotes(dataDir) : bucketNotes(s3Files(ports.files.s3))
