import type { Dexie } from 'dexie'
import { expect, it, vi } from 'vitest'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { openDevice } from '../../../tests/support/local-device.ts'
import type { LocalData } from '../database/local-data.ts'
import { watchList } from './use-live.ts'

/** The next readings of clients fail, as when a phone loses its connection to IndexedDB behind the page. @returns how many did */
async function loseConnection(db: LocalDatabase, times: number): Promise<() => number> {
  const { dexieDb } = (await db.of('client').storageInstance.internals) as { dexieDb: Dexie }
  await dexieDb.open()
  const { core } = dexieDb as unknown as { core: Pick<IDBDatabase, 'transaction'> }
  const transaction = core.transaction.bind(core)
  let failed = 0
  core.transaction = (...given) => {
    if (failed === times || given[1] !== 'readonly') return transaction(...given)
    failed += 1
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
  }
  return () => failed
}

it('[WORK-9] [SYN-01] a list answers after readings that failed, then after each change, and so does one that asks the same', async () => {
  const { db, commands } = await openDevice()
  const data = { db } as LocalData
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const watch = (seen: string[][]) =>
    watchList(data, 'client', { selector: { VILLE: 'Nantes' }, sort: [{ NOM: 'asc' }], limit: 1 }, (rows) =>
      seen.push(rows.map(({ NOM }) => NOM)),
    )
  const [first, second]: string[][][] = [[], []]
  const failed = await loseConnection(db, 3)
  const stops = [watch(first as string[][])]
  await vi.waitFor(() => expect(first).toEqual([[]]))
  expect(failed()).toBe(3)
  stops.push(watch(second as string[][]))
  await commands.create('client', { NOM: 'Le Goff', VILLE: 'Nantes' })
  await vi.waitFor(() => expect([first?.at(-1), second?.at(-1)]).toEqual([['Le Goff'], ['Le Goff']]))
  for (const stop of stops) stop()
  await db.close()
})

it('[WORK-9] [I10] a list that is left while its reading fails asks no more', async () => {
  const { db } = await openDevice()
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const failed = await loseConnection(db, 100)
  const stop = watchList({ db } as LocalData, 'client', {}, () => undefined)
  await vi.waitFor(() => expect(failed()).toBeGreaterThan(0))
  stop()
  const then = failed()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(failed()).toBe(then)
  await db.close()
})
