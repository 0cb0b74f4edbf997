import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { newRecord } from '../../schemas/entity.ts'
import { entityOf } from '../../schemas/resources.ts'
import { localDatabaseName } from '../identity.ts'
import { openLocalDatabase } from '../open.ts'
import { createCommands } from '../outbox/commands.ts'
import { collectionOf, LOCAL_SCHEMA_VERSION } from './local-schema.ts'
import { type StoredRow, storedName, storedRows, storedRowsOf } from './stored-rows.ts'

const identity = { companyId: 'lecture', account: 'personnel:p1', impersonator: '' }
const name = (collection: string): string =>
  storedName({ database: localDatabaseName(identity), version: LOCAL_SCHEMA_VERSION, collection })

async function allOf(collection: string): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for await (const page of storedRows(name(collection))) rows.push(...page)
  return rows
}

it('[GEO-02] reads in bulk what RxDB itself answers, without deleted and hidden records', async () => {
  const db = await openLocalDatabase(identity, { multiInstance: false })
  const entity = entityOf('adresse')
  const mark = { seq: 1, epoch: 'e', gen: 0, state: 'synced', hidden: 0, master: null }
  const stored = Array.from({ length: 12 }, (_, i) => ({
    ...newRecord(entity, { IDADRESSE: `a${i}`, VILLE: 'Nantes', LATITUDE: 47 + i / 100, LONGITUDE: -1.5 }),
    VERSION: 1,
    RECHERCHE: 'nantes',
    sync: i === 3 ? { ...mark, hidden: 1 } : mark,
  }))
  const { error } = await db.of('adresse').bulkInsert(stored as never)
  expect(error).toEqual([])
  await db.of('adresse').findOne('a5').remove()
  await createCommands(db).create('adresse', { VILLE: 'Brest' }, { id: 'z-local' })

  const asked = await db
    .of('adresse')
    .find({ selector: { 'sync.hidden': { $ne: 1 } } as never })
    .exec()
  const expected = asked.map((doc) => [doc.primary, doc._data.LATITUDE ?? null])
  const read = await allOf(collectionOf('adresse'))
  expect(read.map((row) => [row.IDADRESSE, row.LATITUDE ?? null]).sort()).toEqual(expected.sort())
  expect(read.map((row) => row.IDADRESSE)).not.toContain('a3')
  expect(read).toHaveLength(11)
  const some = await storedRowsOf(name(collectionOf('adresse')), ['a3', 'a4', 'a5', 'none', 'a6'])
  expect(some?.map(({ IDADRESSE }) => IDADRESSE)).toEqual(['a4', 'a6'])
  await db.close()
})

it('creates no database where there is none', async () => {
  expect(await allOf('ailleurs')).toEqual([])
  expect(await storedRowsOf(name('ailleurs'), ['a'])).toBeNull()
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name('ailleurs'))
})
