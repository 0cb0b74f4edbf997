import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Device } from '../tests/support/device-steps.ts'
import { FakeMaster } from '../tests/support/fake-master.ts'
import { openDevice } from '../tests/support/local-device.ts'
import { createLocks } from '../tests/support/lock-manager.ts'
import { localDatabaseName } from './identity.ts'
import { type Bytes, keepKey, keptAccount, noteLeft, presenceLock } from './keyring.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { putAwayOthers } from './put-away.ts'

/** What one person leaves on a shared device at logout. One database at a time: a realm holds one local database's collections. */

let master: FakeMaster
let account: string
const line = () => master.transport()
const identityOf = (person: string) => ({ companyId: 'demo', account: `personnel:${person}`, impersonator: '' })
const nameOf = (person: string): string => localDatabaseName(identityOf(person))
const secretOf = (seed: number): Bytes => new Uint8Array(32).fill(seed)
const logIn = (person: string, seed = 1): Promise<void> => keepKey(identityOf(person), secretOf(seed))

async function using<T>(person: string, act: (device: Device) => Promise<T>): Promise<T> {
  const device = await openDevice(person)
  try {
    return await act(device)
  } finally {
    await device.close()
  }
}

async function logOut(person: string): Promise<void> {
  await noteLeft(identityOf(person))
  await putAwayOthers(null)
}

/** Without RxDB's own marks. */
const entriesOf = async (device: Device): Promise<unknown[]> =>
  (await device.entries()).map((entry) => {
    const { _rev, _meta, ...own } = entry as OutboxEntry & { _rev: unknown; _meta: unknown }
    return own
  })

/** All that stands in IndexedDB, whatever its database, as text; bytes as the letters that they are. */
async function everything(): Promise<string> {
  const texts: string[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        const all = db.transaction(store).objectStore(store).getAll()
        all.onsuccess = () => resolve(all.result)
        all.onerror = () => reject(all.error)
      })
      texts.push(
        JSON.stringify(rows, (_name, value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
        ),
      )
    }
    db.close()
  }
  return texts.join('\n')
}

const storesOf = async (person: string): Promise<string[]> =>
  (await indexedDB.databases()).flatMap((one) => one.name ?? []).filter((one) => one.includes(nameOf(person)))

const addFile = (device: Device, text: string) =>
  device.files.add({
    resource: 'projet',
    recordId: 'p',
    projectId: 'p',
    origin: 'document',
    name: 'plan-secret.pdf',
    type: 'application/pdf',
    bytes: new TextEncoder().encode(`%PDF-1.4 ${text}`),
  })

beforeEach(async () => {
  master = new FakeMaster()
  account = randomUUID()
  await logIn(account)
})

describe('what a logout leaves on the device', () => {
  it('[SEAL-1] nothing, when the office has everything', async () => {
    master.put('client', { IDCLIENT: randomUUID(), NOM: 'Durandal' })
    await using(account, (device) => device.pull(line(), ['client']))
    expect(await everything()).toContain('Durandal')
    await logOut(account)
    expect(await storesOf(account)).toEqual([])
    expect(await everything()).not.toContain('Durandal')
    expect(await keptAccount(nameOf(account))).toBeUndefined()
  })

  it('[SEAL-2] [I2] [SYN-09] what waits, unreadable; the next login of the same person finds it all, and sends it', async () => {
    const known = randomUUID()
    master.put('client', { IDCLIENT: known, NOM: 'Connu' })
    const fresh = await using(account, async (device) => {
      await device.pull(line(), ['client'])
      await device.commands.update('client', known, { OBSERVATIONS: 'Gardetexte' })
      const id = await device.commands.create('client', { NOM: 'Gardenom' }, { skipDuplicateCheck: true })
      await addFile(device, 'Gardefichier')
      return id
    })
    const before = await using(account, entriesOf)
    const clear = await everything()
    for (const word of ['Gardetexte', 'Gardenom', 'Gardefichier', 'plan-secret']) expect(clear).toContain(word)
    await logOut(account)
    const sealed = await everything()
    for (const word of ['Gardetexte', 'Gardenom', 'Gardefichier', 'plan-secret', 'Connu', known, fresh])
      expect(sealed).not.toContain(word)
    expect(await storesOf(account)).toEqual([])
    expect(await keptAccount(nameOf(account))).toMatchObject({ stage: 'away', key: null })

    await logIn(account)
    await using(account, async (device) => {
      expect(device.db.locked).toBe(0)
      expect(await entriesOf(device)).toEqual(before)
      expect(await device.shown('client', fresh)).toMatchObject({ NOM: 'Gardenom' })
      const [file] = await device.db.files.files.toArray()
      expect(new TextDecoder().decode((await device.files.bytes(file?.sha256 ?? '')) ?? undefined)).toContain(
        'Gardefichier',
      )
      await device.pull(line(), ['client'])
      expect(await device.shown('client', known)).toMatchObject({ NOM: 'Connu', OBSERVATIONS: 'Gardetexte' })
      await device.push(line())
      expect(await device.entries()).toEqual([])
    })
    expect(master.rows.get(known)?.record).toMatchObject({ OBSERVATIONS: 'Gardetexte' })
    expect(master.rows.get(fresh)?.record).toMatchObject({ NOM: 'Gardenom' })
    expect((await keptAccount(nameOf(account)))?.packs).toEqual([])
  })

  it('[SEAL-2] [SYN-06] a refused entry comes back refused, with its reason', async () => {
    master.refuse = () => ({ status: 422, code: 'VALIDATION_ERROR' })
    const before = await using(account, async (device) => {
      await device.commands.create('client', { NOM: 'Refus' }, { skipDuplicateCheck: true })
      await device.push(line())
      return entriesOf(device)
    })
    expect(before).toMatchObject([{ state: 'refused' }])
    await logOut(account)
    await logIn(account)
    expect(await using(account, entriesOf)).toEqual(before)
  })

  it('[SEAL-2] [HEAL-2] what is done comes back too: a restored server may ask for it', async () => {
    const id = await using(account, async (device) => {
      const made = await device.commands.create('client', { NOM: 'Faite' }, { skipDuplicateCheck: true })
      await device.push(line())
      await device.pull(line(), ['client'])
      expect(await device.entries()).toEqual([])
      return made
    })
    await logOut(account)
    expect(await everything()).not.toContain('Faite')
    await logIn(account)
    const [done] = await using(account, (device) => device.db.outbox.find().exec())
    expect(done).toMatchObject({ state: 'done', recordId: id })
  })

  it('[SEAL-4] another key opens nothing and loses nothing: the account works, is told, and its own key still opens', async () => {
    await using(account, (device) => device.commands.create('client', { NOM: 'Clef' }, { skipDuplicateCheck: true }))
    await logOut(account)
    await logIn(account, 2)
    await using(account, async (device) => {
      expect(device.db.locked).toBe(1)
      expect(await device.entries()).toEqual([])
      await device.commands.create('client', { NOM: 'Seconde' }, { skipDuplicateCheck: true })
    })
    await logOut(account)
    await logIn(account)
    await using(account, async (device) => {
      expect(device.db.locked).toBe(1)
      expect((await device.entries()).map(({ patch }) => patch.NOM)).toEqual(['Clef'])
    })
  })

  it('[SEAL-1] without a key what is unsent stays as it is; once the office has it, it goes', async () => {
    const stranger = randomUUID()
    await using(stranger, (device) =>
      device.commands.create('client', { NOM: 'Sansclef' }, { skipDuplicateCheck: true }),
    )
    await logOut(stranger)
    expect((await using(stranger, (device) => device.entries())).length).toBe(1)
    await using(stranger, (device) => device.push(line()))
    await putAwayOthers(null)
    expect(await storesOf(stranger)).toEqual([])
  })

  it('[SEAL-1] a session that ended by itself is put away when somebody else logs in, not before', async () => {
    const other = randomUUID()
    await using(account, (device) => device.commands.create('client', { NOM: 'Finie' }, { skipDuplicateCheck: true }))
    await putAwayOthers(null)
    expect(await storesOf(account)).not.toEqual([])
    await logIn(other)
    await putAwayOthers(nameOf(other))
    expect(await storesOf(account)).toEqual([])
    expect(await everything()).not.toContain('Finie')
    await logIn(account)
    expect(await using(account, (device) => device.entries())).toHaveLength(1)
  })

  it('[SEAL-1] whoever is back before it was put away finds everything in its place', async () => {
    await using(account, (device) => device.commands.create('client', { NOM: 'Retour' }, { skipDuplicateCheck: true }))
    await noteLeft(identityOf(account))
    await logIn(account)
    await putAwayOthers(nameOf(account))
    expect(await using(account, (device) => device.entries())).toHaveLength(1)
    expect((await keptAccount(nameOf(account)))?.packs).toEqual([])
  })
})

describe('tabs of one device', () => {
  it('[SEAL-3] nothing is sealed while one holds the database open; who opens it meanwhile waits until it is over', async () => {
    const locks = createLocks()
    await using(account, (device) => device.commands.create('client', { NOM: 'Partage' }, { skipDuplicateCheck: true }))
    let close: () => void = () => undefined
    const open = new Promise<void>((resolve) => {
      close = resolve
    })
    void locks.clientOf('first').request(presenceLock(nameOf(account)), { mode: 'shared' }, () => open)
    await noteLeft(identityOf(account))
    const order: string[] = []
    const away = putAwayOthers(null, locks.clientOf('second')).then(() => order.push('away'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await keptAccount(nameOf(account))).toMatchObject({ stage: 'left', packs: [] })
    const third = locks.clientOf('third').request(presenceLock(nameOf(account)), { mode: 'shared' }, async () => {
      order.push(String((await keptAccount(nameOf(account)))?.stage))
    })
    close()
    await Promise.all([away, third])
    expect(order.toSorted()).toEqual(['away', 'away'])
    expect(await storesOf(account)).toEqual([])
  })
})

describe('a tab that dies while it puts away or brings back', () => {
  /** Every request that would change something, from the nth on, is never made: what a killed tab leaves. */
  class Killed extends Error {}

  async function dyingAt(point: number, act: () => Promise<unknown>): Promise<boolean> {
    let left = point
    let struck = false
    const pass = (): void => {
      if (left-- > 0) return
      struck = true
      throw new Killed('dead')
    }
    const { put, add, delete: remove } = IDBObjectStore.prototype
    const erase = IDBFactory.prototype.deleteDatabase
    Object.assign(IDBObjectStore.prototype, {
      put(this: IDBObjectStore, ...given: Parameters<typeof put>) {
        pass()
        return put.apply(this, given)
      },
      add(this: IDBObjectStore, ...given: Parameters<typeof add>) {
        pass()
        return add.apply(this, given)
      },
      delete(this: IDBObjectStore, ...given: Parameters<typeof remove>) {
        pass()
        return remove.apply(this, given)
      },
    })
    IDBFactory.prototype.deleteDatabase = function (name) {
      pass()
      return erase.call(this, name)
    }
    try {
      await act().catch(() => undefined)
    } finally {
      Object.assign(IDBObjectStore.prototype, { put, add, delete: remove })
      IDBFactory.prototype.deleteDatabase = erase
    }
    return struck
  }

  it('[SEAL-1] [SEAL-4] [I2] at whatever point: the next start ends it, and the person finds all of it, once', async () => {
    let deaths = 0
    for (let point = 0, struck = true; struck; point++) {
      const person = randomUUID()
      await logIn(person)
      await using(person, async (device) => {
        await device.commands.create('client', { NOM: 'Un' }, { skipDuplicateCheck: true })
        await addFile(device, 'mortel')
      })
      await noteLeft(identityOf(person))
      struck = await dyingAt(point, () => putAwayOthers(null))
      // Even points: the next start on the device; odd ones: the person's own.
      if (point % 2 === 0) {
        await putAwayOthers(null)
        expect(await storesOf(person), `point ${point}`).toEqual([])
      }
      await logIn(person)
      await using(person, async (device) => {
        expect(
          (await device.entries()).map(({ patch }) => patch.NOM),
          `point ${point}`,
        ).toEqual(['Un'])
        expect(await device.db.files.files.count(), `point ${point}`).toBe(1)
        await device.push(line())
        expect(await device.entries()).toEqual([])
      })
      deaths += struck ? 1 : 0
    }
    expect(deaths).toBeGreaterThan(10)
  })

  it('[SEAL-4] [I2] [I3] while it brings back, at whatever point', async () => {
    let deaths = 0
    for (let point = 0, struck = true; struck; point++) {
      const person = randomUUID()
      await logIn(person)
      await using(person, async (device) => {
        for (const NOM of ['Un', 'Deux']) await device.commands.create('client', { NOM }, { skipDuplicateCheck: true })
        await addFile(device, 'mortel')
      })
      await logOut(person)
      await logIn(person)
      struck = await dyingAt(point, () => using(person, async () => undefined))
      await using(person, async (device) => {
        expect(
          (await device.entries()).map(({ patch }) => patch.NOM),
          `point ${point}`,
        ).toEqual(['Un', 'Deux'])
        expect(await device.db.files.files.count(), `point ${point}`).toBe(1)
      })
      expect((await keptAccount(nameOf(person)))?.packs).toEqual([])
      deaths += struck ? 1 : 0
    }
    expect(deaths).toBeGreaterThan(10)
  })
})
