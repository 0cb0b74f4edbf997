import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { SyncedResource } from '../schemas/resources.ts'
import { deviceOn } from '../tests/support/device-steps.ts'
import { FakeMaster } from '../tests/support/fake-master.ts'
import { createLocks } from '../tests/support/lock-manager.ts'
import { type OpenOptions, openLocalDatabase } from './database.ts'
import { openEntries } from './fresh.ts'
import { uuidv7 } from './ids.ts'
import type { Upcast } from './local-schema.ts'
import { localStorage } from './local-storage.ts'

/** Two versions later: clients have got a note, in two steps. */
const UPCASTS: Upcast[] = [
  (collection, row) => (collection === 'clients' ? { ...row, PRENOM: `${row.PRENOM} 1` } : row),
  (collection, row) => (collection === 'clients' ? { ...row, PRENOM: `${row.PRENOM} 2` } : row),
]

afterEach(() => {
  vi.restoreAllMocks()
})

let databases = 0
const identityOf = () => ({ companyId: 'demo', account: `personnel:carry-${++databases}`, impersonator: '' })
type Identity = ReturnType<typeof identityOf>

const open = (identity: Identity, options: OpenOptions = {}) =>
  openLocalDatabase(identity, { multiInstance: false, ...options })

const client = (id: string) => ({ IDCLIENT: id, NOM: 'Durand', PRENOM: 'Zoé', PORTABLE: '0639980001' })
const ONLY: SyncedResource[] = ['client']

/** A phone with the first version: one record, an edit of it and a creation that wait. */
async function older(identity: Identity, master: FakeMaster): Promise<{ id: string; made: string }> {
  const device = deviceOn(await open(identity))
  const { id } = master.put('client', client(uuidv7()))
  await device.pull(master.transport(), ONLY)
  await device.commands.update('client', id, { NOM: 'Modifié' })
  const made = await device.commands.create('client', { NOM: 'Nouveau' })
  await device.close()
  return { id, made }
}

/** Storage that dies at the nth step of the migration: a write, or the end of an older store. */
function dyingAt(nth: number): { storage: NonNullable<OpenOptions['storage']>; died: () => boolean } {
  const storage = localStorage()
  const create = storage.createStorageInstance.bind(storage)
  let begun = false
  let left = nth
  const step = (): void => {
    if (left-- > 0) return
    vi.restoreAllMocks()
    throw new Error('killed')
  }
  storage.createStorageInstance = (async (params: Parameters<typeof create>[0]) => {
    const instance = await create(params)
    const write = instance.bulkWrite.bind(instance)
    instance.bulkWrite = async (rows, context) => {
      begun ||= context === 'lolapp-carry-over'
      if (begun) step()
      return write(rows, context)
    }
    return instance
  }) as typeof storage.createStorageInstance
  const remove = indexedDB.deleteDatabase.bind(indexedDB)
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
    step()
    return remove(name)
  })
  return { storage, died: () => left < 0 }
}

const stores = async (identity: Identity): Promise<string[]> =>
  (await indexedDB.databases())
    .map(({ name }) => String(name))
    .filter((name) => name.includes(identity.account.replace(':', '_')) && /--\d+--[a-z]+$/.test(name))

it('[SYN-10] [WORK-5] two versions later, records and writes that wait are there, in the present shape, and the older stores are gone', async () => {
  const [identity, master] = [identityOf(), new FakeMaster()]
  const { id, made } = await older(identity, master)
  const device = deviceOn(await open(identity, { upcasts: UPCASTS }))
  expect(await device.shown('client', id)).toMatchObject({ NOM: 'Modifié', PRENOM: 'Zoé 1 2' })
  expect(await device.shown('client', made)).toMatchObject({ NOM: 'Nouveau' })
  expect((await device.entries()).map((e) => [e.recordId, e.state, e.schemaVersion])).toEqual([
    [id, 'pending', 2],
    [made, 'pending', 2],
  ])
  expect((await stores(identity)).filter((name) => !name.includes('--2--'))).toEqual([])
  expect((await device.push(master.transport())).kind).toBe('idle')
  await device.pull(master.transport(), ONLY)
  // A resync brings what the older shape did not have.
  expect(await device.shown('client', id)).toMatchObject({ NOM: 'Modifié', PRENOM: 'Zoé' })
  expect(master.rows.get(made)?.record).toMatchObject({ NOM: 'Nouveau' })
  await device.close()
})

it('[SYN-10] [I2] killed at any step of the migration, the next start has every write that waits, once', async () => {
  let kills = 0
  for (let nth = 0; ; nth++) {
    const [identity, master] = [identityOf(), new FakeMaster()]
    const { id, made } = await older(identity, master)
    const { storage, died } = dyingAt(nth)
    const first = await open(identity, { upcasts: UPCASTS, storage }).catch(() => null)
    if (!died()) {
      await first?.close()
      break
    }
    kills += 1
    expect(first).toBeNull()
    const db = await open(identity, { upcasts: UPCASTS })
    expect((await openEntries(db)).map((e) => e.recordId)).toEqual([id, made])
    const device = deviceOn(db)
    expect((await device.push(master.transport())).kind).toBe('idle')
    await device.pull(master.transport(), ONLY)
    expect(master.applied).toHaveLength(2)
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Modifié' })
    await device.close()
  }
  expect(kills).toBeGreaterThan(2)
})

it('[WORK-5] waits until the tabs of the older version are closed: what they still save is carried over too', async () => {
  const [identity, master] = [identityOf(), new FakeMaster()]
  await older(identity, master)
  const locks = createLocks()
  // RxDB's free edition opens thirteen collections: the older tab is its lock, and what it saves before it closes.
  let close: () => void = () => undefined
  const tab = new Promise<void>((resolve) => {
    close = resolve
  })
  void locks
    .clientOf('older')
    .request(`lolapp:lolapp-demo-${identity.account.replace(':', '_')}:schema:0`, { mode: 'shared' }, () => tab)
  let opened = false
  const opening = open(identity, { upcasts: UPCASTS, locks: locks.clientOf('newer') }).then((db) => {
    opened = true
    return db
  })
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(opened).toBe(false)
  expect(await stores(identity)).toContain(`rxdb-dexie-lolapp-demo-${identity.account.replace(':', '_')}--0--outbox`)
  close()
  const db = await opening
  expect(await openEntries(db)).toHaveLength(2)
  await db.close()
})
