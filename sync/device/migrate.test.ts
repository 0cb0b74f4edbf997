import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { SyncedResource } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { createVersions } from '../../schemas/versions.ts'
import { deviceOn } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { createLocks } from '../../tests/support/lock-manager.ts'
import { type OpenOptions, openLocalDatabase } from '../open.ts'
import { recover } from '../outbox/acknowledge.ts'
import { readPullState } from '../store/checkpoints.ts'
import { localStorage } from '../store/dexie-storage.ts'
import { openEntries } from '../store/read.ts'
import { answered } from '../store/stored-rows.ts'

/** The first version: of the app, and of a server that names no version. */
const FIRST = createVersions([])
/** Two versions later: a client's town has become its remarks; the former remarks were removed. */
const LATER = createVersions([
  { date: '2027-01-10', resources: { client: { removed: { OBSERVATIONS: null } } } },
  { date: '2027-02-10', resources: { client: { renamed: { VILLE: 'OBSERVATIONS' } } } },
])

afterEach(() => {
  vi.restoreAllMocks()
})

/** A connection that never closes when another one asks for it. */
const connect = (name: string): Promise<IDBDatabase> => answered(indexedDB.open(name))

let databases = 0
const identityOf = () => ({ companyId: 'demo', account: `personnel:carry-${++databases}`, impersonator: '' })
type Identity = ReturnType<typeof identityOf>

const open = (identity: Identity, options: OpenOptions = {}) =>
  openLocalDatabase(identity, { multiInstance: false, versions: FIRST, ...options })
const silentServer = (): FakeServer => Object.assign(new FakeServer(), { versions: null })

const client = (id: string) => ({ IDCLIENT: id, NOM: 'Durand', PRENOM: 'Zoé', PORTABLE: '0639980001', VILLE: 'Nantes' })
const ONLY: SyncedResource[] = ['client']

/** A phone with the first version: one record, a pending edit of it and a pending creation. */
async function older(identity: Identity, server: FakeServer): Promise<{ id: string; made: string }> {
  const device = deviceOn(await open(identity))
  const { id } = server.put('client', client(uuidv7()))
  await device.pull(server.transport(), ONLY)
  await device.commands.update('client', id, { NOM: 'Modifié' })
  const made = await device.commands.create('client', { NOM: 'Nouveau', VILLE: 'Rezé' })
  await device.close()
  return { id, made }
}

/** Storage that dies at the nth step of the migration: a write, or the removal of an older store. */
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
      begun ||= context === 'lolapp-migrate'
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

it('[SYN-10] [WORK-5] two versions later, records and pending entries are there, in the present shape, and the older stores are gone', async () => {
  const [identity, server] = [identityOf(), silentServer()]
  const { id, made } = await older(identity, server)
  const device = deviceOn(await open(identity, { versions: LATER }))
  expect(await device.shown('client', id)).toMatchObject({ NOM: 'Modifié', OBSERVATIONS: 'Nantes', CLE_VILLE: '' })
  expect(await device.shown('client', made)).toMatchObject({ NOM: 'Nouveau', OBSERVATIONS: 'Rezé' })
  expect((await device.entries()).map((e) => [e.recordId, e.state, e.schemaVersion])).toEqual([
    [id, 'pending', 0],
    [made, 'pending', 0],
  ])
  const left = (await stores(identity)).filter((name) => !name.includes('--2--'))
  expect(left.map((name) => name.split('--').slice(1))).toEqual([['0', 'outbox']])
  expect((await device.push(server.transport())).kind).toBe('idle')
  await device.pull(server.transport(), ONLY)
  // This server names no version, so it is an older one: its rows are read as such, and entries are translated for it.
  expect(await device.shown('client', id)).toMatchObject({ NOM: 'Modifié', OBSERVATIONS: 'Nantes' })
  expect(server.rows.get(made)?.record).toMatchObject({ NOM: 'Nouveau', VILLE: 'Rezé' })
  await device.close()
})

it('[WORK-9] each store that opens, page that moves and store that goes is progress of the opening', async () => {
  const [identity, server] = [identityOf(), silentServer()]
  await older(identity, server)
  const progressIn = async (versions: NonNullable<OpenOptions['versions']>): Promise<number> => {
    const onProgress = vi.fn()
    await (await open(identity, { versions, onProgress })).close()
    return onProgress.mock.calls.length
  }
  const [plain, old] = [await progressIn(FIRST), (await stores(identity)).length]
  expect(plain).toBeGreaterThan(old)
  // The outbox stays, and one of the stores has rows.
  expect(await progressIn(LATER)).toBe(plain + (old - 1) + 1)
})

it('[SYN-10] [I2] killed at any step of the migration, the next start has every pending entry, once', async () => {
  let kills = 0
  for (let nth = 0; ; nth++) {
    const [identity, server] = [identityOf(), silentServer()]
    const { id, made } = await older(identity, server)
    const { storage, died } = dyingAt(nth)
    const first = await open(identity, { versions: LATER, storage }).catch(() => null)
    if (!died()) {
      await first?.close()
      break
    }
    kills += 1
    expect(first).toBeNull()
    const db = await open(identity, { versions: LATER })
    expect((await openEntries(db)).map((e) => e.recordId)).toEqual([id, made])
    const device = deviceOn(db)
    expect((await device.push(server.transport())).kind).toBe('idle')
    await device.pull(server.transport(), ONLY)
    expect(server.applied).toHaveLength(2)
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Modifié' })
    await device.close()
  }
  expect(kills).toBeGreaterThan(2)
})

it('[WORK-5] does not wait for a connection that nobody closes: the older stores are emptied', async () => {
  const [identity, server] = [identityOf(), silentServer()]
  const { id } = await older(identity, server)
  const held = await connect(String((await stores(identity)).find((name) => name.includes('--client'))))
  const device = deviceOn(await open(identity, { versions: LATER }))
  expect(await device.shown('client', id)).toMatchObject({ NOM: 'Modifié', OBSERVATIONS: 'Nantes' })
  await device.close()
  const [store] = held.objectStoreNames
  const rows = await answered(held.transaction(String(store)).objectStore(String(store)).count())
  expect(rows).toBe(0)
  held.close()
  const again = deviceOn(await open(identity, { versions: LATER }))
  expect(await again.shown('client', id)).toMatchObject({ NOM: 'Modifié', OBSERVATIONS: 'Nantes' })
  await again.close()
})

it('[WORK-5] waits until the tabs of the older version are closed: what they still save is migrated too', async () => {
  const [identity, server] = [identityOf(), silentServer()]
  await older(identity, server)
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
  const waits: boolean[] = []
  const onWait = (waiting: boolean) => waits.push(waiting)
  const opening = open(identity, { versions: LATER, locks: locks.clientOf('newer'), onWait }).then((db) => {
    opened = true
    return db
  })
  await expect.poll(() => waits.includes(true)).toBe(true)
  expect(opened).toBe(false)
  expect(await stores(identity)).toContain(`rxdb-dexie-lolapp-demo-${identity.account.replace(':', '_')}--0--outbox`)
  close()
  const db = await opening
  expect(waits.at(-1)).toBe(false)
  expect(await openEntries(db)).toHaveLength(2)
  await db.close()
})

it('[VER-3] [PUSH-6] what was sent keeps its body through a migration, and shows in the present shape', async () => {
  const [identity, server] = [identityOf(), silentServer()]
  const before = deviceOn(await open(identity))
  server.faults.push({ method: 'POST', fault: 'drop-answer' })
  const id = await before.commands.create('client', { NOM: 'Durand', VILLE: 'Nantes' }, { skipDuplicateCheck: true })
  await before.push(server.transport())
  const [sent] = await before.entries()
  expect([server.fired, sent?.state]).toEqual([['drop-answer'], 'sent'])
  await before.close()

  const after = deviceOn(await open(identity, { versions: LATER }))
  const [kept] = await after.entries()
  expect(kept).toEqual(sent)
  expect(await after.shown('client', id)).toMatchObject({ NOM: 'Durand', OBSERVATIONS: 'Nantes' })
  expect((await after.push(server.transport())).kind).toBe('idle')
  expect(server.applied).toEqual([sent?.id])
  const bodies = server.calls.filter((call) => call.method === 'POST').map((call) => call.body)
  expect([bodies.length, bodies[1]]).toEqual([2, bodies[0]])
  expect(await after.shown('client', id)).toMatchObject({ OBSERVATIONS: 'Nantes' })
  await after.close()
})

it('[VER-3] an edit folds into an older entry that was never sent, which becomes of the present version', async () => {
  const [identity, server] = [identityOf(), silentServer()]
  const { made } = await older(identity, server)
  const device = deviceOn(await open(identity, { versions: LATER }))
  await device.commands.update('client', made, { OBSERVATIONS: 'Portail bleu' })
  const [, creation] = await device.entries()
  expect(creation).toMatchObject({ state: 'pending', schemaVersion: 2, patch: { OBSERVATIONS: 'Portail bleu' } })
  expect(creation?.patch).not.toHaveProperty('VILLE')
  await device.close()
})

it('[VER-4] back in the former version, pending entries are there and are sent, and the records are read again', async () => {
  const [identity, server] = [identityOf(), silentServer()]
  const { id, made } = await older(identity, server)
  const later = deviceOn(await open(identity, { versions: LATER }))
  await later.pull(server.transport(), ONLY)
  await later.commands.update('client', id, { PRENOM: 'Ève' })
  await later.close()

  const back = deviceOn(await open(identity))
  expect((await back.entries()).map((e) => [e.recordId, e.patch.PRENOM ?? e.patch.NOM])).toEqual([
    [id, 'Ève'],
    [made, 'Nouveau'],
  ])
  await recover(back.db)
  expect(await back.shown('client', made)).toMatchObject({ NOM: 'Nouveau', VILLE: 'Rezé' })
  expect((await readPullState(back.db, 'client')).completeAt).toBeNull()
  await back.pull(server.transport(), ONLY)
  expect(await back.shown('client', id)).toMatchObject({ NOM: 'Modifié', VILLE: 'Nantes' })
  await back.commands.update('client', id, { NOM: 'Encore' })
  // The former version must not change what the later one wrote.
  expect(await back.entries()).toHaveLength(3)
  await back.close()

  // Then the later version again, with what the former one has written meanwhile.
  const again = deviceOn(await open(identity, { versions: LATER }))
  expect(await again.shown('client', id)).toMatchObject({ NOM: 'Encore', PRENOM: 'Ève' })
  await again.push(server.transport())
  await again.pull(server.transport(), ONLY)
  expect(await again.entries()).toEqual([])
  expect(server.rows.get(id)?.record).toMatchObject({ NOM: 'Encore', PRENOM: 'Ève' })
  await again.close()
})

it('[VER-4] an app of before versions finds no checkpoint of a later one: it reads everything again into its own records', async () => {
  const [identity, server] = [identityOf(), silentServer()]
  const { id } = server.put('client', client(uuidv7()))
  const later = deviceOn(await open(identity, { versions: LATER }))
  await later.pull(server.transport(), ONLY)
  const state = await readPullState(later.db, 'client')
  expect([state.checkpoint, state.completeAt]).toEqual([expect.any(String), expect.any(String)])
  expect(await later.shown('client', id)).not.toBeNull()
  // That app reads these two fields, whatever other fields there are.
  const doc = await later.db.rx.getLocal('pull:client')
  expect(doc?.toJSON().data).toMatchObject({ checkpoint: null, completeAt: null })
  await later.close()
})

it('[WORK-5] a tab of the older version that opens while a newer one migrates its records waits for it', async () => {
  const identity = identityOf()
  const locks = createLocks()
  let end: () => void = () => undefined
  const moving = new Promise<void>((resolve) => {
    end = resolve
  })
  const name = `lolapp-demo-${identity.account.replace(':', '_')}`
  void locks.clientOf('newer').request(`lolapp:${name}:schema:0`, () => moving)
  let opened = false
  const opening = open(identity, { locks: locks.clientOf('older') }).then((db) => {
    opened = true
    return db
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(opened).toBe(false)
  end()
  const device = deviceOn(await opening)
  await device.commands.create('client', { NOM: 'Dit enregistré' })
  expect(await device.entries()).toHaveLength(1)
  await device.close()
})

it('[DAY-03 complete] (old database) records that were stored before a search key existed are found by it', async () => {
  const [identity, server] = [identityOf(), silentServer()]
  const former = deviceOn(await open(identity))
  const { id } = server.put('projet', { IDPROJET: uuidv7(), IDCLIENT: 'c1', IDRESPONSABLEPROJET: 'p1' })
  await former.pull(server.transport(), ['projet'])
  await former.close()
  const name = (await stores(identity)).find((one) => one.endsWith('--projets')) ?? ''
  const db = await connect(name)
  const docs = db.transaction('docs', 'readwrite').objectStore('docs')
  const { CLE_ATTENTE: _, ...row } = await answered(docs.get(id))
  await answered(docs.put(row))
  db.close()
  const device = deviceOn(await openLocalDatabase(identity, { multiInstance: false }))
  const found = await device.db
    .of('projet')
    .find({ selector: { CLE_ATTENTE: 'p1' } as never })
    .exec()
  expect(found.map((doc) => doc.get('IDPROJET'))).toEqual([id])
  await device.close()
})
