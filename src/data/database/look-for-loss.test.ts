import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { localDatabaseName } from '../../../sync/identity.ts'
import { removeLocalDatabase } from '../../../sync/store/delete-database.ts'
import type { Device } from '../../../tests/support/device-steps.ts'
import { FakeServer } from '../../../tests/support/fake-server.ts'
import { openDevice } from '../../../tests/support/local-device.ts'
import { lookForLoss } from './look-for-loss.ts'
import { readStorageMark, type StorageMark } from './storage-mark.ts'

const KEY = 'lolapp.stockage'
const WHOLE = '2026-11-20T13:05:00.000Z'
let account: string
let server: FakeServer

const mark = (): StorageMark => ({ name: nameOf(account), wholeAt: WHOLE, waiting: 2, lost: null })
const nameOf = (who: string): string =>
  localDatabaseName({ companyId: 'demo', account: `personnel:${who}`, impersonator: '' })

async function using(act: (device: Device) => Promise<void>): Promise<void> {
  const device = await openDevice(account)
  try {
    await act(device)
  } finally {
    await device.close()
  }
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:' })
  account = `a${randomUUID()}`
  server = new FakeServer()
  server.put('client', { IDCLIENT: uuidv7(), NOM: 'Durand', PRENOM: 'Zoé', PORTABLE: '0639980001' })
  localStorage.setItem(KEY, JSON.stringify(mark()))
})

describe('[WORK-11] a local database cleared by the browser', () => {
  it('is detected at the next opening, and only then', async () => {
    await using(async (device) => {
      await device.pull(server.transport(), ['client'])
      await lookForLoss(device.db)
    })
    expect(readStorageMark()).toEqual(mark())
    await removeLocalDatabase(nameOf(account))
    await using((device) => lookForLoss(device.db))
    const found = readStorageMark()
    expect(found).toMatchObject({ wholeAt: null, waiting: 0, lost: { wholeAt: WHOLE, waiting: 2 } })
    await using((device) => lookForLoss(device.db))
    expect(readStorageMark()).toEqual(found)
  })

  it('is not reported where something was written and nothing could be received yet', async () => {
    await using(async (device) => {
      await device.commands.create('client', { NOM: 'Petit', PRENOM: 'Ana', PORTABLE: '0639980002' })
      await lookForLoss(device.db)
    })
    expect(readStorageMark()).toEqual(mark())
  })
})
