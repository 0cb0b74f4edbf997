import type { Page } from 'playwright'
import { promisedTime } from '../../support/slowness.ts'
import { eventually, LATER } from './people.ts'

/** The data that a device really stores, read without the app. */

/** Every row of every store of every database of the page's origin, as JSON text, by database name. */
export const localDatabases = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: Record<string, string> = {}
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue
      const opening = indexedDB.open(name)
      // The app has removed it meanwhile; opening it must not create it again.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      const db = await answered(opening).catch(() => null)
      if (!db) continue
      const rows: unknown[] = []
      for (const store of db.objectStoreNames)
        rows.push(await answered(db.transaction(store).objectStore(store).getAll()))
      db.close()
      found[name] = JSON.stringify(rows)
    }
    return found
  })

/** Paths of the answers that a customer’s space keeps on this device, to be read without a network (SPA-06). */
export const keptAnswers = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: string[] = []
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('lolapp-space-')) continue
      const db = await answered(indexedDB.open(name))
      found.push(...(await answered(db.transaction('seen').objectStore('seen').getAllKeys())).map(String))
      db.close()
    }
    return found
  })

/** Addresses of everything in Cache Storage. */
export const cachedAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url)
    return found
  })

/** The leaders on this device: how many workers hold the replication's Web Lock, and how many wait for it. */
export const leaders = (page: Page): Promise<{ held: number; waiting: number }> =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    const count = (all: LockInfo[]) => all.filter(({ name = '' }) => /^lolapp:[^:]+$/.test(name)).length
    return { held: count(held), waiting: count(pending) }
  })

/**
 * Damages a stored record as an interrupted write or an extension would: removes fields without the app.
 * @returns how many stored documents had this id
 */
export const damage = (page: Page, what: { id: string; drop: string[] }): Promise<number> =>
  page.evaluate(async ({ id, drop }) => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    let broken = 0
    for (const { name } of await indexedDB.databases()) {
      if (!name?.includes('clients')) continue
      const db = await answered(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const rows = db.transaction(store, 'readwrite').objectStore(store)
        if (rows.keyPath === null || Array.isArray(rows.keyPath)) continue
        const row = (await answered(rows.get(id))) as Record<string, unknown> | undefined
        if (!row) continue
        for (const field of drop) delete row[field]
        await answered(rows.put(row))
        broken += 1
      }
      db.close()
    }
    return broken
  }, what)

/** Whether this device stores a record of a collection with these words. */
const isStored = (page: Page, what: { collection: string; words: string }): Promise<boolean> =>
  page.evaluate(async ({ collection, words }) => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name } of await indexedDB.databases()) {
      if (!name?.endsWith(`--${collection}`)) continue
      const db = await answered(indexedDB.open(name))
      const rows = await answered(db.transaction('docs').objectStore('docs').getAll())
      db.close()
      if (rows.some((row) => JSON.stringify(row).includes(words))) return true
    }
    return false
  }, what)

/**
 * Waits until this device stores a record with these words, by collection: what was just written elsewhere comes one collection after the other, and
 * « À jour » says nothing of it. Without it a test that goes offline then shows what has come by chance.
 */
export async function waitUntilStored(page: Page, words: Readonly<Record<string, string>>): Promise<void> {
  for (const [collection, one] of Object.entries(words))
    await eventually(() => isStored(page, { collection, words: one }), LATER).toBe(true)
}

/** How soon a device that is online has what the server has just accepted, as « within seconds » promises. */
const WITHIN_MS = 10_000

/**
 * The same for what the server has accepted just now, within the promised time.
 * @throws Error when the time has passed
 */
export async function storedWithinSeconds(page: Page, words: Readonly<Record<string, string>>): Promise<void> {
  const late = promisedTime(WITHIN_MS)
  for (const [collection, one] of Object.entries(words))
    while (!(await isStored(page, { collection, words: one }))) {
      if (late()) throw new Error(`After ${WITHIN_MS / 1000} s the device does not have « ${one} »`)
      await page.waitForTimeout(100)
    }
}

/** The records of an entity that a device stores and does not hide: these fields alone, by id. `collection` is the entity's collection, `clients`. */
export const storedRecords = (
  page: Page,
  what: { collection: string; key: string; fields: readonly string[] },
): Promise<Record<string, Record<string, unknown>>> =>
  page.evaluate(async ({ collection, key, fields }) => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: Record<string, Record<string, unknown>> = {}
    for (const { name } of await indexedDB.databases()) {
      if (!name?.endsWith(`--${collection}`)) continue
      const db = await answered(indexedDB.open(name))
      const rows: Record<string, unknown>[] = await answered(db.transaction('docs').objectStore('docs').getAll())
      for (const row of rows)
        if ((row.sync as { hidden: number }).hidden !== 1)
          found[String(row[key])] = Object.fromEntries(fields.map((field) => [field, row[field]]))
      db.close()
    }
    return found
  }, what)
