import 'fake-indexeddb/auto'
import fc from 'fast-check'
import {
  type BulkWriteRow,
  type EventBulk,
  fillWithDefaultSettings,
  type MangoQuery,
  normalizeMangoQuery,
  type PreparedQuery,
  prepareQuery,
  type RxDocumentData,
  type RxJsonSchema,
  type RxStorageChangeEvent,
  type RxStorageInstance,
} from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { expect, it } from 'vitest'
import { emptyStorage, fillStorage } from '../../tests/support/full-storage.ts'
import { isStorageFull } from './quota.ts'
import { createRecordStorage } from './record-storage.ts'
import { allStoredRows, storedName, storedRows } from './stored-rows.ts'

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)

interface Doc {
  id: string
  town: string
  day: number
  note: string
}
type Stored = RxDocumentData<Doc>
type Instance = RxStorageInstance<Doc, unknown, unknown, { id: string; lwt: number }>

const schema = fillWithDefaultSettings<Doc>({
  version: 0,
  type: 'object',
  primaryKey: 'id',
  properties: {
    id: { type: 'string', maxLength: 10 },
    town: { type: 'string', maxLength: 10 },
    day: { type: 'number', multipleOf: 1, minimum: 0, maximum: 100 },
    note: { type: 'string' },
  },
  required: ['id', 'town', 'day'],
  indexes: [['town'], ['day', 'town'], ['id']],
} as RxJsonSchema<Doc>)

const SET_UP = { configure: () => undefined, isHeld: () => false }

let databases = 0

/** Our storage, and RxDB's own as the model. */
async function openBoth(): Promise<{ ours: Instance; theirs: Instance; name: string }> {
  const params = (databaseName: string) =>
    ({
      databaseInstanceToken: databaseName,
      databaseName,
      collectionName: 'docs',
      schema,
      options: {},
      multiInstance: false,
      devMode: false,
    }) as never
  const name = `records-${++databases}`
  const ours = (await createRecordStorage<Doc>(params(name), SET_UP)) as unknown as Instance
  const theirs = (await getRxStorageDexie().createStorageInstance(params(`${name}-model`))) as unknown as Instance
  return { ours, theirs, name: storedName({ database: name, version: 0, collection: 'docs' }) }
}

const TOWNS = ['Angers', 'Nantes', 'Rennes', 'Vannes']
let revisions = 0

const documentOf = (id: string, values: Partial<Stored> = {}): Stored => ({
  id,
  town: 'Nantes',
  day: 1,
  note: '',
  _deleted: false,
  _attachments: {},
  ...values,
  _rev: `${++revisions}-a`,
  _meta: { lwt: 1000 + revisions },
})

/** What somebody writes: of which record, and what they believe of its former state. */
const acts = fc.record({
  id: fc.integer({ min: 0, max: 30 }).map((n) => String(n).padStart(4, '0')),
  belief: fc.constantFrom('new' as const, 'right' as const, 'right' as const, 'stale' as const),
  town: fc.constantFrom(...TOWNS),
  day: fc.integer({ min: 0, max: 9 }),
  note: fc.constantFrom('', '__pipe', 'é'),
  deleted: fc.boolean(),
})
type Written = typeof acts extends fc.Arbitrary<infer A> ? A : never

const towns = fc.constantFrom(...TOWNS, 'Brest')
const days = fc.integer({ min: 0, max: 9 })
const conditions = fc.record(
  {
    id: fc.oneof(
      fc.record({ $gt: fc.constant('0010') }),
      fc.record({ $gte: fc.constant('0005'), $lt: fc.constant('0020') }),
      fc.constant({ $in: ['0001', '0002', 'none'] }),
    ),
    town: fc.oneof(towns, fc.record({ $gte: towns }), fc.record({ $ne: towns }), fc.record({ $in: fc.array(towns) })),
    day: fc.oneof(days, fc.record({ $gte: days, $lt: days }), fc.record({ $gt: days }), fc.record({ $lte: days })),
    note: fc.constantFrom('', { $regex: '^_' }),
    _deleted: fc.constantFrom(false, { $eq: false }, { $eq: true }, { $in: [true, false] }),
  },
  { requiredKeys: [] },
)
const fields = fc.constantFrom('town', 'day', 'id', '_meta.lwt')
const queries = fc.record(
  {
    selector: conditions,
    sort: fc
      .array(fc.tuple(fields, fc.constantFrom('asc' as const, 'desc' as const)), { minLength: 1, maxLength: 3 })
      .map((some) => [...new Map(some)].map(([field, direction]) => ({ [field]: direction }))),
    limit: fc.constantFrom(0, 1, 5, 50),
    skip: fc.constantFrom(0, 1, 10),
  },
  { requiredKeys: ['selector'] },
)
const prepared = (query: object): PreparedQuery<Doc> =>
  prepareQuery<Doc>(schema, normalizeMangoQuery<Doc>(schema, query as MangoQuery<Doc>))

const byId = (documents: readonly Stored[]): Stored[] => [...documents].sort((a, b) => (a.id < b.id ? -1 : 1))

it(`[STORE-1] writes, conflicts, events and queries are those of RxDB’s own storage, seed ${SEED}`, async () => {
  let conflicts = 0
  const property = fc.asyncProperty(
    fc.array(fc.uniqueArray(acts, { selector: ({ id }) => id, minLength: 1, maxLength: 12 }), { maxLength: 6 }),
    fc.array(queries, { minLength: 3, maxLength: 6 }),
    async (bulks, asked) => {
      const { ours, theirs } = await openBoth()
      const heard: [unknown[], unknown[]] = [[], []]
      const stops = [ours, theirs].map((one, at) =>
        one.changeStream().subscribe((bulk: EventBulk<RxStorageChangeEvent<Doc>, unknown>) => {
          heard[at]?.push({ ...bulk, id: '' })
        }),
      )
      const now = new Map<string, Stored>()
      const before = new Map<string, Stored>()
      const rowOf = ({ id, belief, deleted, ...values }: Written): BulkWriteRow<Doc> => {
        const document = documentOf(id, { ...values, _deleted: deleted })
        const previous = belief === 'new' ? undefined : (belief === 'stale' ? before : now).get(id)
        return previous ? { previous, document } : { document }
      }
      for (const bulk of bulks) {
        const rows = bulk.map(rowOf)
        const [a, b] = [await ours.bulkWrite(rows, 'test'), await theirs.bulkWrite(rows, 'test')]
        expect(a).toEqual(b)
        conflicts += a.error.length
        const lost = new Set(a.error.map(({ documentId }) => documentId))
        for (const { document } of rows) {
          if (lost.has(document.id)) continue
          const former = now.get(document.id)
          if (former) before.set(document.id, former)
          now.set(document.id, document as Stored)
        }
      }
      expect(heard[0]).toEqual(heard[1])
      const ids = [...now.keys(), 'none']
      for (const withDeleted of [false, true])
        expect(byId(await ours.findDocumentsById(ids, withDeleted))).toEqual(
          byId(await theirs.findDocumentsById(ids, withDeleted)),
        )
      for (const query of asked) {
        const [a, b] = [await ours.query(prepared(query)), await theirs.query(prepared(query))]
        expect(a.documents, JSON.stringify(query)).toEqual(b.documents)
        const { count } = await ours.count(prepared(query))
        expect(count, JSON.stringify(query)).toBe(b.documents.length)
      }
      for (const stop of stops) stop.unsubscribe()
      await Promise.all([ours.close(), theirs.close()])
    },
  )
  await fc.assert(property, { seed: SEED, numRuns: 120 })
  expect(conflicts).toBeGreaterThan(20)
})

it('[STORE-1] a document that should be new is added without being looked for', async () => {
  const { ours } = await openBoth()
  const read = { get: 0 }
  const { get } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = function (...args: Parameters<typeof get>) {
    read.get += 1
    return get.apply(this, args)
  }
  try {
    const rows = Array.from({ length: 50 }, (_, n) => ({ document: documentOf(`n${n}`) }))
    expect((await ours.bulkWrite(rows, 'test')).error).toEqual([])
    expect(read.get).toBe(0)
    const [there] = rows
    const again = [{ document: documentOf('n0') }, { document: documentOf('other') }]
    const { error } = await ours.bulkWrite(again, 'test')
    expect(error).toMatchObject([{ documentId: 'n0', status: 409, documentInDb: there?.document }])
    expect(read.get).toBe(1)
    expect((await ours.findDocumentsById(['other'], false)).map(({ id }) => id)).toEqual(['other'])
  } finally {
    IDBObjectStore.prototype.get = get
    await ours.close()
  }
})

it('[STORE-1] deleted documents are apart: read in bulk as tombstones, shown to nobody, and forgotten after their time', async () => {
  const { ours, name } = await openBoth()
  const [kept, gone] = [documentOf('kept'), documentOf('gone')]
  await ours.bulkWrite([{ document: kept }, { document: gone }], 'test')
  const tomb = documentOf('gone', { _deleted: true })
  await ours.bulkWrite([{ previous: gone, document: tomb }], 'test')
  const all = async (): Promise<unknown[]> => {
    const rows: unknown[] = []
    for await (const page of allStoredRows(name)) rows.push(...page)
    return rows
  }
  expect(await all()).toEqual([kept, tomb])
  // Without a mark of synchronisation no row is shown; no tombstone is even read.
  for await (const page of storedRows(name)) expect(page).toEqual([])
  await ours.cleanup(Date.now())
  expect(await all()).toEqual([kept, tomb])
  await ours.cleanup(0)
  expect(await all()).toEqual([kept])
  await ours.close()
  await expect(ours.findDocumentsById(['kept'], true)).rejects.toThrow('closed')
})

it('[STORE-1] a full device is told by the browser’s own error, and nothing of the write is there', async () => {
  const { ours } = await openBoth()
  await ours.bulkWrite([{ document: documentOf('before') }], 'test')
  fillStorage(indexedDB)
  const rows = [{ document: documentOf('a') }, { document: documentOf('b', { _deleted: true }) }]
  const refused = await ours.bulkWrite(rows, 'test').catch((error: unknown) => error)
  expect(isStorageFull(refused)).toBe(true)
  emptyStorage(indexedDB)
  expect(await ours.findDocumentsById(['a', 'b'], true)).toEqual([])
  expect((await ours.bulkWrite(rows, 'test')).error).toEqual([])
  await ours.close()
})
