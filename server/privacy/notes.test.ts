import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type ErasureNote, folderNotes } from './notes.ts'

it('keeps a note in the folder, in its newest state, until it is dropped; dropping it twice is no error', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lolapp-notes-'))
  try {
    const notes = folderNotes(dataDir)
    const note: ErasureNote = {
      format: 1,
      id: randomUUID(),
      company: 'c',
      kind: 'client',
      person: 'p',
      at: new Date().toISOString(),
      by: 'admin:a',
      records: { client: ['p'] },
    }
    await notes.drop(note.id)
    await notes.keep(note)
    await notes.keep({ ...note, done: true })
    expect(await notes.all()).toEqual([{ ...note, done: true }])
    for (const _ of [1, 2]) await notes.drop(note.id)
    expect(await notes.all()).toEqual([])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
