import 'fake-indexeddb/auto'
import {
  createRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxJsonSchema,
  type RxStorageInstance,
} from 'rxdb/plugins/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { localStorage } from './dexie-storage.ts'
import { entityCollections } from './local-schema.ts'
import { isUntold, MANY } from './shared-events.ts'

/** A tab, and what a worker writes with in another realm. */
let tab: RxDatabase
let clients: RxCollection
let worker: RxStorageInstance<unknown, unknown, unknown>
let names = 0

beforeEach(async () => {
  const name = `shared-${++names}`
  const isHeld = (_: string, id: string): boolean => clients._docCache.cacheItemByDocId.has(id)
  tab = await createRxDatabase({ name, storage: localStorage({ isHeld }), multiInstance: true })
  const schema = { ...entityCollections().clients, version: 0 } as RxJsonSchema<unknown>
  clients = (await tab.addCollections({ clients: { schema } })).clients as RxCollection
  worker = await localStorage().createStorageInstance({
    databaseInstanceToken: 'worker',
    databaseName: name,
    collectionName: 'clients',
    schema: clients.schema.jsonSchema as never,
    options: {},
    multiInstance: true,
    devMode: false,
  })
})
afterEach(async () => {
  await worker.close()
  await tab.close()
})

const written = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const IDCLIENT = `c${String(from + n).padStart(6, '0')}`
    const keys = Object.fromEntries(
      ((clients.schema.jsonSchema.required ?? []) as string[])
        .filter((field) => !field.startsWith('_') && field !== 'IDCLIENT')
        .map((field) => [field, '']),
    )
    const row = {
      IDCLIENT,
      ...keys,
      NOM: `Client ${from + n}`,
      _deleted: false,
      _attachments: {},
      _rev: '1-a',
      _meta: { lwt: Date.now() },
    }
    return { document: row }
  })
const write = async (from: number, count: number): Promise<void> => {
  const { error } = await worker.bulkWrite(written(from, count) as never, 'test')
  expect(error).toEqual([])
}

it('[STORE-2] a page of a synchronisation is told by its ids, and a query of the other realm answers with its records', async () => {
  const seen: string[][] = []
  const query = clients.find().$.subscribe((docs) => seen.push(docs.map((doc) => String(doc.get('NOM')))))
  const heard: { id: string; whole: boolean }[] = []
  const events = clients.$.subscribe(({ documentId, documentData }) =>
    heard.push({ id: documentId, whole: !isUntold(documentData as object) }),
  )
  await expect.poll(() => seen.length).toBe(1)
  await write(0, MANY + 1)
  await expect.poll(() => seen.at(-1)?.length).toBe(MANY + 1)
  expect(heard).toHaveLength(MANY + 1)
  expect(heard.every(({ whole }) => !whole)).toBe(true)
  expect(seen.at(-1)).toContain('Client 0')
  query.unsubscribe()
  events.unsubscribe()
})

it('[STORE-2] a record that is shown is read again, wherever it is shown', async () => {
  await write(0, 300)
  const shown: Record<string, unknown> = {}
  const see = (name: string) => (docs: { get: (field: string) => unknown }[]) => {
    shown[name] = docs.map((doc) => doc.get('NOM'))
  }
  const stops = [
    clients.findOne('c000007').$.subscribe((doc) => see('one')(doc ? [doc] : [])),
    clients.findByIds(['c000008', 'c000009']).$.subscribe((docs) => see('ids')([...docs.values()] as never)),
    clients.find({ selector: { IDCLIENT: { $gte: 'c000298' } } }).$.subscribe(see('list')),
  ]
  await expect
    .poll(() => shown)
    .toEqual({
      one: ['Client 7'],
      ids: ['Client 8', 'Client 9'],
      list: ['Client 298', 'Client 299'],
    })
  const rows = await worker.findDocumentsById(
    written(0, 300).map(({ document }) => document.IDCLIENT),
    true,
  )
  const next = rows.map((previous) => {
    const row = previous as Record<string, unknown>
    const document = { ...row, NOM: `Neuf ${row.IDCLIENT}`, _rev: '2-b', _deleted: row.IDCLIENT === 'c000009' }
    return { previous, document: { ...document, _meta: { lwt: Date.now() } } }
  })
  expect((await worker.bulkWrite(next as never, 'test')).error).toEqual([])
  await expect
    .poll(() => shown)
    .toEqual({
      one: ['Neuf c000007'],
      ids: ['Neuf c000008'],
      list: ['Neuf c000298', 'Neuf c000299'],
    })
  for (const stop of stops) stop.unsubscribe()
})

it('[STORE-2] a record that is written again while it is read for a screen is shown as it was written last', async () => {
  await write(0, 300)
  const shown: unknown[] = []
  const stop = clients.findOne('c000007').$.subscribe((doc) => shown.push(doc?.get('NOM')))
  await expect.poll(() => shown.at(-1)).toBe('Client 7')
  const ids = written(0, 300).map(({ document }) => document.IDCLIENT)
  const rename = async (word: string, height: number): Promise<void> => {
    const rows = (await worker.findDocumentsById(ids, true)) as Record<string, unknown>[]
    const next = rows.map((previous) => ({
      previous,
      document: { ...previous, NOM: word, _rev: `${height}-b`, _meta: { lwt: Date.now() } },
    }))
    expect((await worker.bulkWrite(next as never, 'test')).error).toEqual([])
  }
  // The first reading of the tab answers late, with what it read before the second page.
  let first = Promise.resolve()
  const own = clients.internalStorageInstance
  const read = own.findDocumentsById.bind(own)
  const spy = vi.spyOn(own, 'findDocumentsById').mockImplementationOnce(async (asked, deleted) => {
    const rows = await read(asked, deleted)
    // A busy tab may still read what was written before.
    await first
    await rename('Second', 3)
    // Until the tab has been told of it.
    await new Promise((done) => setTimeout(done, 600))
    return rows
  })
  first = rename('Premier', 2)
  await first
  await expect.poll(() => shown.at(-1)).toBe('Second')
  expect(spy).toHaveBeenCalled()
  stop.unsubscribe()
})

it('[STORE-2] pages that follow each other are told together; what is written after them is told after them', async () => {
  const bulks: number[] = []
  const names: string[] = []
  const stop = clients.eventBulks$.subscribe(({ events }) => {
    bulks.push(events.length)
    for (const { documentData } of events) names.push(String((documentData as { NOM?: string }).NOM))
  })
  for (const page of [0, 1, 2]) await write(page * 200, 200)
  await write(900, 1)
  await expect.poll(() => names.length).toBe(601)
  // Twice, and of each the first one apart.
  expect(bulks.length).toBeLessThanOrEqual(4)
  expect(names.at(-1)).toBe('Client 900')
  // A later small write waits for nothing.
  await expect
    .poll(async () => {
      const before = bulks.length
      await write(1000 + before, 1)
      return bulks.at(-1)
    })
    .toBe(1)
  stop.unsubscribe()
})

it('[STORE-2] few records are told whole: a screen shows them without reading', async () => {
  const whole: unknown[] = []
  const stop = clients.$.subscribe(({ documentData }) => whole.push((documentData as { NOM: string }).NOM))
  await write(0, 3)
  await expect.poll(() => whole).toEqual(['Client 0', 'Client 1', 'Client 2'])
  stop.unsubscribe()
})
