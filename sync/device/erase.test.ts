import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { localDatabaseName } from '../identity.ts'
import { openFileStore } from '../store/file-store.ts'
import { answered } from '../store/stored-rows.ts'
import { eraseLocalDatabase } from './erase.ts'

/** A device that two people share. One database is open at a time: a realm holds the collections of only one. */

let server: FakeServer
const line = () => server.transport()
const identityOf = (account: string, impersonator = '') => ({
  companyId: 'demo',
  account: `personnel:${account}`,
  impersonator,
})

async function using<T>(account: string, act: (device: Device) => Promise<T>, impersonator = ''): Promise<T> {
  const device = await openDevice(account, { impersonator })
  try {
    return await act(device)
  } finally {
    await device.close()
  }
}

/** Names of this account's databases in IndexedDB. */
const storesOf = async (account: string, impersonator = ''): Promise<string[]> => {
  const name = localDatabaseName(identityOf(account, impersonator))
  const all = (await indexedDB.databases()).flatMap((one) => one.name ?? [])
  return all.filter((one) => one.startsWith(`rxdb-dexie-${name}--`) || one === `${name}-files`)
}

/** Everything that this account's databases hold: each row of each store. */
async function contentsOf(account: string): Promise<Record<string, unknown[]>> {
  const held: Record<string, unknown[]> = {}
  for (const name of (await storesOf(account)).toSorted()) {
    const db = await answered(indexedDB.open(name))
    for (const store of db.objectStoreNames)
      held[`${name} ${store}`] = await answered(db.transaction(store).objectStore(store).getAll())
    db.close()
  }
  return held
}

const receive = (account: string, impersonator = ''): Promise<void> =>
  using(account, (device) => device.pull(line(), ['client']), impersonator)

beforeEach(() => {
  server = new FakeServer()
  server.put('client', { IDCLIENT: uuidv7(), NOM: 'Durand', PRENOM: 'Zoé', PORTABLE: '0639980001' })
})

describe('erasing a device', () => {
  it('[ERASE-1] removes all that one account received here, and nothing of another account or of an impersonated session', async () => {
    const [mine, other] = [`a${randomUUID()}`, `b${randomUUID()}`]
    await receive(mine)
    await receive(other)
    await receive(mine, 'admin:root')
    expect((await storesOf(mine)).length).toBeGreaterThan(10)
    expect(await eraseLocalDatabase(identityOf(mine))).toBe(true)
    expect(await storesOf(mine)).toEqual([])
    expect((await storesOf(other)).length).toBeGreaterThan(10)
    expect((await storesOf(mine, 'admin:root')).length).toBeGreaterThan(10)
    await using(mine, async (device) => {
      await device.pull(line(), ['client'])
      const [id] = [...server.rows.keys()]
      expect(await device.shown('client', id ?? '')).toMatchObject({ NOM: 'Durand' })
    })
  })

  it.each(['pending', 'sent', 'refused'] as const)(
    '[ERASE-1] [I2] removes nothing while an edit is %s; everything once the server has it',
    async (state) => {
      const account = randomUUID()
      await using(account, async (device) => {
        await device.commands.create('client', { NOM: 'Petit' }, { skipDuplicateCheck: true })
        if (state === 'sent') server.faults.push({ method: 'POST', fault: 'drop-answer' })
        if (state === 'refused') server.refuse = () => ({ status: 422, code: 'VALIDATION_ERROR' })
        if (state !== 'pending') await device.push(line()).catch(() => undefined)
        expect((await device.entries()).map((entry) => entry.state)).toEqual([state])
      })
      const before = await contentsOf(account)
      expect(await eraseLocalDatabase(identityOf(account))).toBe(false)
      expect(await contentsOf(account)).toEqual(before)
      await using(account, async (device) => {
        const [entry] = await device.entries()
        if (state === 'refused') await device.resolver.abandon(entry?.id ?? '')
        else await device.push(line())
      })
      expect(await eraseLocalDatabase(identityOf(account))).toBe(true)
      expect(await storesOf(account)).toEqual([])
    },
  )

  it('[ERASE-1] [SYN-09] removes nothing while a file is pending', async () => {
    const account = randomUUID()
    await receive(account)
    const id = await using(account, (device) =>
      device.files.add({
        resource: 'projet',
        recordId: 'p',
        projectId: 'p',
        origin: 'document',
        name: 'plan.pdf',
        type: 'application/pdf',
        bytes: new TextEncoder().encode('%PDF-1.4'),
      }),
    )
    const before = await contentsOf(account)
    expect(await eraseLocalDatabase(identityOf(account))).toBe(false)
    expect(await contentsOf(account)).toEqual(before)
    await using(account, async (device) => {
      const file = await device.db.files.files.get(id)
      expect(await device.files.bytes(file?.sha256 ?? '')).toEqual(new TextEncoder().encode('%PDF-1.4'))
    })
  })

  it.each(['pending', 'refused'] as const)('[ERASE-1] [FILE-8] removes nothing while a mail is %s', async (state) => {
    const account = randomUUID()
    await receive(account)
    const store = openFileStore(localDatabaseName(identityOf(account)))
    const createdAt = new Date().toISOString()
    await store.mails.add({ id: 'm', recordId: 'pv', state, createdAt, attempts: 0, recipient: null, error: null })
    store.close()
    const before = await contentsOf(account)
    expect(await eraseLocalDatabase(identityOf(account))).toBe(false)
    expect(await contentsOf(account)).toEqual(before)
  })

  it('[ERASE-1] [FILE-12] removes nothing while a saved report names a picture that is not queued yet; one that no report names holds nothing', async () => {
    const [account, report, photo] = [randomUUID(), uuidv7(), uuidv7()]
    const draft = {
      resource: 'soumission',
      recordId: report,
      projectId: 'p',
      origin: 'photo',
      name: 'photo.jpg',
      type: 'image/jpeg',
      bytes: new Uint8Array(10),
    } as const
    await using(account, async (device) => {
      await device.files.keepDraft({ ...draft, id: photo })
      const values = { IDRAPPORT: 'r', IDPROJET: 'p', REPONSES: { facade: photo } } as never
      await device.commands.create('soumission', values, { id: report })
      await device.push(line())
      await device.pull(line(), ['soumission'])
      expect(await device.entries()).toEqual([])
    })
    const before = await contentsOf(account)
    expect(await eraseLocalDatabase(identityOf(account))).toBe(false)
    expect(await contentsOf(account)).toEqual(before)
    await using(account, async (device) => {
      await device.upload(line())
      expect(server.rows.has(photo)).toBe(true)
      await device.files.keepDraft({ ...draft, id: uuidv7() })
    })
    expect(await eraseLocalDatabase(identityOf(account))).toBe(true)
    expect(await storesOf(account)).toEqual([])
  })

  it('[ERASE-1] a database that never existed is erased at once', async () => {
    expect(await eraseLocalDatabase(identityOf(randomUUID()))).toBe(true)
  })
})
