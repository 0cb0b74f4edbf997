import { expect, it } from 'vitest'
import 'fake-indexeddb/auto'
import { emptyLocalDatabase } from './delete-database.ts'
import { answered, storedName } from './stored-rows.ts'

const NAME = 'lolapp-vide'
const STORED = storedName({ database: NAME, version: 0, collection: 'client' })

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(STORED, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('docs')
  return answered(opening)
}

const docs = (db: IDBDatabase): IDBObjectStore => db.transaction('docs', 'readwrite').objectStore('docs')

it('[SEAL-1] empties databases that others still have open, and creates none that did not exist', async () => {
  const db = await open()
  await answered(docs(db).put('Durand', 'a'))
  await emptyLocalDatabase(NAME)
  expect(await answered(docs(db).getAll())).toEqual([])
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([STORED])
  db.close()
})

it('[SEAL-1] a database that it could not empty in time is not emptied later: somebody may be using it by then', async () => {
  const db = await open()
  const busy = docs(db)
  let isOver = false
  const again = (): void => {
    if (!isOver) busy.put('Durand', 'a').onsuccess = again
  }
  again()
  await expect(emptyLocalDatabase(NAME)).rejects.toThrow('is still open elsewhere')
  isOver = true
  await new Promise((resolve) => busy.transaction.addEventListener('complete', resolve))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await answered(docs(db).getAll())).toEqual(['Durand'])
  db.close()
})
