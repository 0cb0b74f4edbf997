import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeLocalData, openLocalData, startReplication } from './local-data.ts'

const identity = { companyId: 'demo', account: 'personnel:camille', impersonator: '' }
const credentials = { identity, token: 'jeton-de-camille', base: 'https://demo.example.com/api' }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('__BUILD_DATE__', '2026-11-20T08:00:00.000Z')
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  // Another tab leads and has no network: the worker of this one only waits.
  vi.stubGlobal(
    'Worker',
    class {
      postMessage = (): void => undefined
      terminate = (): void => undefined
    },
  )
})
afterEach(() => closeLocalData())

it('[OUT-1] a tab that opens shows what a crash left unapplied, though another tab leads and nothing is sent', async () => {
  const before = await openLocalData(identity)
  const clients = before.db.of('client')
  const crash = vi.spyOn(clients.storageInstance, 'bulkWrite').mockRejectedValueOnce(new Error('the tab is gone'))
  const id = await before.commands.create('client', { NOM: 'Gardé' }, { skipDuplicateCheck: true })
  expect(crash).toHaveBeenCalledTimes(1)
  expect(await clients.storageInstance.findDocumentsById([id], false)).toEqual([])
  await closeLocalData()

  const { db } = await openLocalData(identity)
  startReplication(credentials)
  await vi.waitFor(async () =>
    expect(await db.of('client').storageInstance.findDocumentsById([id], false)).toMatchObject([{ NOM: 'Gardé' }]),
  )
})
