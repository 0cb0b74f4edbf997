import { beforeEach, expect, it } from 'vitest'
import 'fake-indexeddb/auto'
import { watchTransactions } from './transactions.ts'

const NAME = 'carnet'

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** A page: its own transaction methods, over the same databases. */
function openPage() {
  const database = Object.create(IDBDatabase.prototype) as IDBDatabase
  const factory = Object.create(IDBFactory.prototype) as IDBFactory
  const transactions = watchTransactions({ database, factory })
  const opening = (): IDBOpenDBRequest => {
    const request = factory.open.call(indexedDB, NAME, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('notes'))
    return request
  }
  const begin = (db: IDBDatabase) => database.transaction.call(db, 'notes', 'readwrite').objectStore('notes')
  return { transactions, opening, begin }
}

/** Asks again at each answer, so the transaction stays open for as long as the page lives. */
function keepBusy(notes: IDBObjectStore): Promise<void> {
  const again = (): void => notes.put('vieux', 'a').addEventListener('success', again)
  again()
  return new Promise((resolve) => notes.transaction.addEventListener('abort', () => resolve()))
}

beforeEach(async () => {
  await answered(indexedDB.deleteDatabase(NAME))
})

it('[WORK-10] a page that ends its transactions holds back no write of the next one, and has written nothing of what it had begun', async () => {
  const left = openPage()
  const old = await answered(left.opening())
  const aborted = keepBusy(left.begin(old))
  const next = openPage()
  const db = await answered(next.opening())
  let isWritten = false
  const written = answered(next.begin(db).put('neuf', 'b')).then(() => {
    isWritten = true
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(isWritten).toBe(false)
  left.transactions.end()
  await expect.poll(() => isWritten).toBe(true)
  await Promise.all([aborted, written])
  expect(await answered(next.begin(db).getAll())).toEqual(['neuf'])
  old.close()
  db.close()
})

it('[WORK-10] after that it begins no other one, and the creation of a database is aborted too', async () => {
  const left = openPage()
  const db = await answered(left.opening())
  left.transactions.end()
  expect(() => left.begin(db)).toThrow('This page has been left')
  db.close()
  await answered(indexedDB.deleteDatabase(NAME))
  const early = openPage()
  const opening = early.opening()
  opening.addEventListener('upgradeneeded', () => early.transactions.end())
  await expect(answered(opening)).rejects.toThrow()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(NAME)
})
