// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import type { JournalEntry } from '../../../schemas/journal.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { apply } from '../../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { journalItem } from './search-items.ts'
import { useJournalSearch } from './use-journal-search.ts'

const held: { data?: { db: LocalDatabase } } = {}
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))

const SPOKEN = 1200
const SILENT = 800
const entry = (n: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  id: `e${n}`,
  GENRE: 'appel',
  LE: `2026-11-20 ${String(10 + (n % 10)).padStart(2, '0')}:00`,
  AUTEUR: 'Julie Martin',
  RESULTAT: 'Pas de réponse',
  ...more,
})
/** The oldest journals have what is looked for: one word of it in a note, the other in a call. */
function journalOf(n: number): JournalEntry[] {
  if (n >= SPOKEN) return []
  const old = { LE: `2024-01-0${n + 1} 09:00` }
  if (n === 0)
    return [entry(n, { ...old, GENRE: 'note', RESULTAT: undefined, TEXTE: 'Clé chez le voisin du 3e' } as never)]
  if (n === 1)
    return [entry(n, { ...old, TEXTE: 'le voisin rappelle' }), entry(2, { ...old, TEXTE: 'la clé est perdue' })]
  return [entry(n)]
}

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:p1', impersonator: '' }
  const db = await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never })
  held.data = { db }
  const states = Array.from({ length: SPOKEN + SILENT }, (_, n) => {
    const IDPROJET = `projet-${String(n).padStart(6, '0')}`
    const told = { IDPROJET, IDCLIENT: 'c1', JOURNAL: journalOf(n) }
    const record = { ...newRecord(entityOf('projet'), told as never), ...told, VERSION: 1 }
    return { id: IDPROJET, seq: n + 1, epoch: 'e', record: record as never }
  })
  await apply(db, 'projet', { states })
  const told = { IDCLIENT: 'c1', NOM: 'Roux', JOURNAL: [entry(0, { TEXTE: 'un voisin de M. Petit' })] }
  const record = { ...newRecord(entityOf('client'), told as never), ...told, VERSION: 1 }
  await apply(db, 'client', { states: [{ id: 'c1', seq: 1, epoch: 'e', record: record as never }] })
})
afterAll(() => held.data?.db.close())

const search = (text: string) =>
  renderHook(({ typed }) => useJournalSearch(typed, 7), { initialProps: { typed: text } })
const foundBy = async (text: string) => {
  const { result } = search(text)
  await waitFor(() => expect(result.current.searching).toBe(false))
  return result.current.hits
}

it('[DAY-02 searched] [DAY-12 search] stops at the first results, reads no project without a journal, and nothing while keys follow each other', async () => {
  const { storageInstance } = (held.data as { db: LocalDatabase }).db.of('projet')
  const query = vi.spyOn(storageInstance, 'query')
  const read = async (): Promise<number> => {
    const answers = (await Promise.all(query.mock.results.map(({ value }) => value))) as { documents: unknown[] }[]
    return answers.reduce((sum, { documents }) => sum + documents.length, 0)
  }
  const view = search('jul')
  for (const typed of ['juli', 'julie', 'julie m']) view.rerender({ typed })
  expect(query).not.toHaveBeenCalled()
  await waitFor(() => expect(view.result.current.searching).toBe(false))
  expect(view.result.current.hits).toHaveLength(7)
  expect(await read()).toBe(500)
  query.mockClear()
  await foundBy('introuvable partout')
  expect(await read()).toBeLessThanOrEqual(SPOKEN)
  query.mockClear()
  await foundBy('ju')
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})

it('[DAY-02 searched] [DAY-12 search] a project is found by one entry of its journal, however old, that holds every word', async () => {
  const hits = await foundBy('VOISIN cle')
  expect(hits.map(({ id }) => id)).toEqual(['projet-000000'])
  expect(hits.map((hit) => journalItem(hit, undefined))).toMatchObject([
    { hint: expect.stringContaining('Clé chez le voisin du 3e'), href: '/manager/projet/projet-000000' },
  ])
  expect((await foundBy('voisin')).map(({ id }) => id)).toEqual(['projet-000001', 'projet-000000', 'c1'])
  expect(await foundBy('introuvable')).toEqual([])
})
