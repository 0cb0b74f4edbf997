import 'fake-indexeddb/auto'
import fc from 'fast-check'
import {
  fillWithDefaultSettings,
  type MangoQuery,
  normalizeMangoQuery,
  type PreparedQuery,
  prepareQuery,
  type RxDocumentData,
  type RxJsonSchema,
  type RxStorageInstance,
  type RxStorageQueryResult,
} from 'rxdb/plugins/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { localStorage } from './dexie-storage.ts'

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)

interface Doc {
  id: string
  town: string
  day: number
  done: boolean
  note: string
}

const schema = fillWithDefaultSettings<Doc>({
  version: 0,
  type: 'object',
  primaryKey: 'id',
  properties: {
    id: { type: 'string', maxLength: 10 },
    town: { type: 'string', maxLength: 10 },
    day: { type: 'number', multipleOf: 1, minimum: 0, maximum: 100 },
    done: { type: 'boolean' },
    note: { type: 'string' },
  },
  required: ['id', 'town', 'day', 'done'],
  indexes: [['town'], ['day', 'town'], ['done', 'day']],
} as RxJsonSchema<Doc>)

/** More than two pages. */
const ROWS = 1100
const TOWNS = ['Angers', 'Nantes', 'Rennes', 'Vannes']

type Query = (query: PreparedQuery<Doc>) => Promise<RxStorageQueryResult<Doc>>
let instance: RxStorageInstance<Doc, unknown, unknown>
/** RxDB's own query. */
let byCursor: Query

const row = (n: number): RxDocumentData<Doc> => ({
  id: String((n * 7919) % 10_000).padStart(4, '0'),
  town: TOWNS[n % 4] ?? '',
  day: (n * 31) % 101,
  done: n % 3 === 0,
  note: `note ${n % 10}`,
  _deleted: n % 11 === 0,
  _attachments: {},
  _rev: '1-a',
  _meta: { lwt: 1000 + n },
})

beforeAll(async () => {
  instance = (await localStorage().createStorageInstance({
    databaseInstanceToken: 'token',
    databaseName: 'pages',
    collectionName: 'docs',
    schema: schema as never,
    options: {},
    multiInstance: false,
    devMode: false,
  })) as unknown as typeof instance
  byCursor = (Object.getPrototypeOf(instance) as { query: Query }).query.bind(instance)
  const rows = Array.from({ length: ROWS }, (_, n) => ({ document: row(n) }))
  expect((await instance.bulkWrite(rows, 'test')).error).toEqual([])
})
afterAll(() => instance.close())

const towns = fc.constantFrom(...TOWNS, 'Brest')
const days = fc.integer({ min: 0, max: 100 })
const conditions = fc.record(
  {
    id: fc.oneof(fc.record({ $gt: fc.constant('5000') }), fc.constant({ $in: [row(1).id, row(2).id, 'none'] })),
    town: fc.oneof(towns, fc.record({ $gte: towns }), fc.record({ $ne: towns }), fc.record({ $in: fc.array(towns) })),
    day: fc.oneof(days, fc.record({ $gte: days, $lt: days }), fc.record({ $gt: days }), fc.record({ $lte: days })),
    done: fc.boolean(),
    note: fc.constantFrom('note 1', 'note 7', { $regex: '[2-5]$' }),
    // As every query of the app has it.
    _deleted: fc.constant(false),
  },
  { requiredKeys: [] },
)
const directions = fc.constantFrom('asc' as const, 'desc' as const)
const fields = fc.constantFrom('town', 'day', 'done', 'id')
const queries = fc.record(
  {
    selector: conditions,
    sort: fc.array(fc.tuple(fields, directions), { minLength: 1, maxLength: 3 }).map((some) => {
      const unique = [...new Map(some)]
      return unique.map(([field, direction]) => ({ [field]: direction }))
    }),
    limit: fc.constantFrom(0, 1, 49, 50, 51, 499, 500, 501, 999, 1000, 5000),
    skip: fc.constantFrom(0, 1, 50, 500, 1100),
  },
  { requiredKeys: ['selector'] },
)

const prepared = (query: object): PreparedQuery<Doc> =>
  prepareQuery<Doc>(schema, normalizeMangoQuery<Doc>(schema, query as MangoQuery<Doc>))
const idsOf = ({ documents }: RxStorageQueryResult<Doc>): string[] => documents.map(({ id }) => id)

describe(`queries that read pages, seed ${SEED}`, () => {
  it('answer the same as RxDB’s own query, which reads row by row', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const [ours, theirs] = [await instance.query(prepared(query)), await byCursor(prepared(query))]
        expect(idsOf(ours)).toEqual(idsOf(theirs))
      }),
      { seed: SEED, numRuns: 40 },
    )
  })

  it.each([
    [{ selector: {} }, 1100],
    [{ selector: {}, sort: [{ town: 'asc' }], limit: 501 }, 501],
    [{ selector: {}, sort: [{ day: 'asc' }, { town: 'asc' }], skip: 450, limit: 501 }, 501],
    [{ selector: { note: { $ne: 'note 3' } }, sort: [{ town: 'desc' }] }, 990],
  ])('over several pages: %o', async (query, count) => {
    const [ours, theirs] = [await instance.query(prepared(query)), await byCursor(prepared(query))]
    expect(ours).toEqual(theirs)
    expect(ours.documents).toHaveLength(count)
  })

  it('the same documents, marks and booleans included', async () => {
    const query = prepared({ selector: { done: true, day: { $gt: 10 } } })
    const [ours, theirs] = [await instance.query(query), await byCursor(query)]
    expect(ours.documents.length).toBeGreaterThan(100)
    expect(ours).toEqual(theirs)
  })

  it('[DAY-03 complete] go through a list of values once, not once for each row: thousands of projects have thousands of appointments', async () => {
    const values = [...TOWNS, ...Array.from({ length: 1396 }, (_, n) => `nowhere ${n}`)]
    const query = prepared({ selector: { town: { $in: values }, note: { $ne: '' }, _deleted: false } })
    // RxDB's matcher puts every value into a map, again for each row.
    const set = vi.spyOn(Map.prototype, 'set')
    const getAll = vi.spyOn(IDBIndex.prototype, 'getAll')
    const { documents } = await instance.query(query)
    const [puts, reads] = [set.mock.calls.length, getAll.mock.calls.length]
    set.mockRestore()
    getAll.mockRestore()
    expect(documents).toHaveLength(1000)
    expect(puts).toBeLessThan(10 * values.length)
    // There are about as many rows as values: pages of rows instead of a question for each value.
    expect(reads).toBeLessThan(5)
    expect(documents).toEqual((await byCursor(query)).documents)
  })

  it('nothing can be between two ends that are crossed', async () => {
    expect(await instance.query(prepared({ selector: { day: { $gt: 50, $lt: 20 } } }))).toEqual({ documents: [] })
  })
})
