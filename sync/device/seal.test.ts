import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { createLocks } from '../../tests/support/lock-manager.ts'
import { localDatabaseName } from '../identity.ts'
import { readWaiting } from '../replicate/device-report.ts'
import { EPOCH_DOC } from '../replicate/epoch.ts'
import { ARTICLE_COLUMNS_DOC, ARTICLE_IMPORTS_DOC } from '../store/article-imports.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import { type Bytes, keepKey, keptAccount, noteErasing, noteLeft, withKeyring } from './accounts.ts'
import { presenceLock } from './presence.ts'
import { sealOthers } from './seal.ts'

/** What remains of one person on a shared device after logout. One database at a time: a realm holds one database's collections. */

let server: FakeServer
let account: string
const line = () => server.transport()
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
  await sealOthers(null)
}

/** Without RxDB's own marks. */
const entriesOf = async (device: Device): Promise<unknown[]> =>
  (await device.entries()).map((entry) => {
    const { _rev, _meta, ...own } = entry as OutboxEntry & { _rev: unknown; _meta: unknown }
    return own
  })

/** Everything in IndexedDB, of all databases, as text; bytes as Latin-1 letters. */
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

const RESERVE = { id: 'r1', GENRE: 'reserve', TEXTE: 'Seuil', LE: '2026-11-20T08:00:00.000Z', IDPERSONNEL: 'p' }
const draftOf = (recordId: string, text = 'Gardebrouillon') => ({
  id: randomUUID(),
  resource: 'intervention' as const,
  recordId,
  projectId: 'p',
  origin: 'intervention_levee_reserves' as const,
  name: 'brouillon.pdf',
  type: 'application/pdf' as const,
  bytes: new TextEncoder().encode(`%PDF-1.4 ${text}`),
})
const reportOf = (file: string) => ({ IDRAPPORT: 'r', IDPROJET: 'p', REPONSES: { facade: file } }) as never
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const fileText = async (device: Device, sha256: string): Promise<string> =>
  new TextDecoder().decode((await device.files.bytes(sha256)) ?? undefined)

beforeEach(async () => {
  server = new FakeServer()
  account = randomUUID()
  await logIn(account)
})

describe('what a logout leaves on the device', () => {
  it('[SEAL-1] nothing, when the server has everything', async () => {
    server.put('client', { IDCLIENT: randomUUID(), NOM: 'Durandal' })
    await using(account, (device) => device.pull(line(), ['client']))
    expect(await everything()).toContain('Durandal')
    await logOut(account)
    expect(await storesOf(account)).toEqual([])
    expect(await everything()).not.toContain('Durandal')
    expect(await keptAccount(nameOf(account))).toBeUndefined()
  })

  it('[SEAL-2] [SEAL-4] [SET-09 import] (catalogue undo) what alone undoes an import of prices, unreadable, also where nothing else waits', async () => {
    const imports = { imports: [{ id: 'i', articles: [{ id: 'a', before: { PRIX_HT: 'Gardeprix' } }] }] }
    await using(account, async (device) => {
      await device.db.rx.upsertLocal(ARTICLE_IMPORTS_DOC, imports)
      await device.db.rx.upsertLocal(ARTICLE_COLUMNS_DOC, { columns: { tarif: 'PRIX_HT' } })
      await device.db.rx.upsertLocal('equipe', { name: 'Durandal' })
    })
    expect(await everything()).toContain('Gardeprix')
    await logOut(account)
    for (const word of ['Gardeprix', 'Durandal']) expect(await everything()).not.toContain(word)
    await logIn(account)
    await using(account, async (device) => {
      const found = async (id: string) => (await device.db.rx.getLocal(id))?.toJSON().data
      expect(await found(ARTICLE_IMPORTS_DOC)).toEqual(imports)
      expect(await found(ARTICLE_COLUMNS_DOC)).toEqual({ columns: { tarif: 'PRIX_HT' } })
      expect(await found('equipe')).toBeUndefined()
    })
    expect((await keptAccount(nameOf(account)))?.packs).toEqual([])
  })

  it('[SEAL-2] [I2] [SYN-09] unsent work, unreadable; the next login of the same person finds all of it and sends it', async () => {
    const known = randomUUID()
    server.put('client', { IDCLIENT: known, NOM: 'Connu' })
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
      expect(await fileText(device, file?.sha256 ?? '')).toContain('Gardefichier')
      await device.pull(line(), ['client'])
      expect(await device.shown('client', known)).toMatchObject({ NOM: 'Connu', OBSERVATIONS: 'Gardetexte' })
      await device.push(line())
      expect(await device.entries()).toEqual([])
    })
    expect(server.rows.get(known)?.record).toMatchObject({ OBSERVATIONS: 'Gardetexte' })
    expect(server.rows.get(fresh)?.record).toMatchObject({ NOM: 'Gardenom' })
    expect((await keptAccount(nameOf(account)))?.packs).toEqual([])
  })

  it('[SEAL-2] [FILE-12] the PV that a saved record names and that is not queued yet comes back as a file of the queue, and is sent', async () => {
    const [work, pv] = [randomUUID(), { ...draftOf(randomUUID()), name: 'Levée de réserves.pdf' }]
    server.put('intervention', { IDINTERVENTION: work, IDPROJET: 'p', NOTES: [RESERVE] })
    await using(account, async (device) => {
      await device.pull(line(), ['intervention'])
      // The tab is killed between the command and the file.
      await device.files.keepDraft({ ...pv, recordId: work })
      await device.commands.update('intervention', work, { NOTES: [{ ...RESERVE, LEVEE: pv.id }] } as never)
    })
    await logOut(account)
    expect(await everything()).not.toContain('Gardebrouillon')
    expect((await keptAccount(nameOf(account)))?.packs).toMatchObject([{ unsent: 2 }])
    await logIn(account)
    await using(account, async (device) => {
      const [entry] = await device.entries()
      const files = await device.db.files.files.toArray()
      expect(files).toMatchObject([{ id: pv.id, recordId: work, state: 'pending', after: [entry?.id] }])
      expect(await fileText(device, files[0]?.sha256 ?? '')).toContain('Gardebrouillon')
      await device.push(line())
      expect(await device.upload(line())).toEqual({ kind: 'idle' })
    })
    expect(server.rows.get(pv.id)?.record).toMatchObject({ IDENREGISTREMENT: work, SHA256: sha256(pv.bytes) })
  })

  it('[SEAL-2] [FILE-12] so do the pictures of a report that was sent, where the phone had no room to queue them; those that no record names go', async () => {
    const report = randomUUID()
    const [named, other] = [draftOf(report, 'Gardephoto'), draftOf(report, 'Oubliphoto')]
    await using(account, async (device) => {
      for (const one of [named, other])
        await device.files.keepDraft({ ...one, resource: 'soumission', origin: 'photo' })
      await device.commands.create('soumission', reportOf(named.id), { id: report })
      await device.push(line())
      await device.pull(line(), ['soumission'])
      expect(await device.entries()).toEqual([])
    })
    await logOut(account)
    for (const word of ['Gardephoto', 'Oubliphoto']) expect(await everything()).not.toContain(word)
    expect((await keptAccount(nameOf(account)))?.packs).toMatchObject([{ unsent: 1 }])
    await logIn(account)
    await using(account, async (device) => {
      expect(await device.db.files.drafts.toCollection().primaryKeys()).toEqual([])
      expect((await device.db.files.files.toArray()).map(({ id }) => id)).toEqual([named.id])
      await device.upload(line())
    })
    expect([server.rows.has(named.id), server.rows.has(other.id)]).toEqual([true, false])
  })

  it('[SEAL-2] [SYN-06] a refused entry comes back refused, with its reason', async () => {
    server.refuse = () => ({ status: 422, code: 'VALIDATION_ERROR' })
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

  it('[SEAL-2] [HEAL-2] done entries come back too: a restored server may lack them', async () => {
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

  it('[SEAL-2] [HEAL-4] the epoch that was followed comes back with the entries: a record that a restore has lost may still come back', async () => {
    const known = randomUUID()
    server.put('client', { IDCLIENT: known, NOM: 'Connu' })
    const former = { epoch: 'an-older-one', since: '2026-11-20T08:00:00.000Z' }
    await using(account, async (device) => {
      await device.pull(line(), ['client'])
      await device.commands.update('client', known, { NOM: 'Histoire' })
      await device.db.rx.upsertLocal(EPOCH_DOC, former)
    })
    await logOut(account)
    await logIn(account)
    const followed = await using(account, async (device) => (await device.db.rx.getLocal(EPOCH_DOC))?.toJSON().data)
    expect(followed).toEqual(former)
  })

  it('[SEAL-4] a pack of which a byte has changed stays sealed: no part of it is inserted', async () => {
    await using(account, async (device) => {
      await device.commands.create('client', { NOM: 'Abime' }, { skipDuplicateCheck: true })
      await addFile(device, 'abime')
    })
    await logOut(account)
    const damage = (at: number) =>
      withKeyring(async ({ pieces }) => {
        for (const piece of await pieces.where({ name: nameOf(account) }).toArray()) {
          piece.bytes[at] = (piece.bytes[at] ?? 0) ^ 1
          await pieces.put(piece)
        }
      })
    await damage(3)
    await logIn(account)
    await using(account, async (device) => {
      expect(device.db.locked).toBe(2)
      // The report counts them as refused (WORK-7).
      expect(await readWaiting(device.db)).toMatchObject({ pending: 0, files: 0, refused: 2 })
      expect(await device.entries()).toEqual([])
      expect(await device.db.files.files.count()).toBe(0)
    })
    await damage(3)
    await using(account, async (device) => {
      expect(device.db.locked).toBe(0)
      expect(await device.entries()).toHaveLength(1)
      expect(await device.db.files.files.count()).toBe(1)
    })
  })

  it('[SEAL-4] another key opens nothing and loses nothing: the account works, counts the pack, and its own key still opens it', async () => {
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

  it('[SEAL-1] without a key unsent work stays as it is; it is removed once the server has it', async () => {
    const stranger = randomUUID()
    await using(stranger, (device) =>
      device.commands.create('client', { NOM: 'Sansclef' }, { skipDuplicateCheck: true }),
    )
    await using(stranger, (device) => device.files.cache('ab'.repeat(32), new Uint8Array(100)))
    await logOut(stranger)
    await using(stranger, async (device) => {
      expect(await device.entries()).toHaveLength(1)
      // The account cannot be sealed yet: files cached for a day without network stay too.
      expect(await device.db.files.bytes.count()).toBe(1)
    })
    await using(stranger, (device) => device.push(line()))
    await sealOthers(null)
    expect(await storesOf(stranger)).toEqual([])
  })

  it('[SEAL-1] the account of a session that ended by itself is sealed when somebody else logs in, not before', async () => {
    const other = randomUUID()
    await using(account, (device) => device.commands.create('client', { NOM: 'Finie' }, { skipDuplicateCheck: true }))
    await sealOthers(null)
    expect(await storesOf(account)).not.toEqual([])
    await logIn(other)
    await sealOthers(nameOf(other))
    expect(await storesOf(account)).toEqual([])
    expect(await everything()).not.toContain('Finie')
    await logIn(account)
    expect(await using(account, (device) => device.entries())).toHaveLength(1)
  })

  it('[SEAL-1] a person who logs in again does not wait for a removal that another tab blocks: the stores are empty', async () => {
    const client = randomUUID()
    server.put('client', { IDCLIENT: client, NOM: 'Durandal' })
    await using(account, (device) => device.pull(line(), ['client']))
    const [held = ''] = await storesOf(account)
    const opening = indexedDB.open(held)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    onTestFinished(() => opening.result.close())
    await noteErasing(identityOf(account))
    await logIn(account)
    await using(account, async (device) => {
      expect(await device.shown('client', client)).toBeNull()
      await device.pull(line(), ['client'])
      expect(await device.shown('client', client)).toMatchObject({ NOM: 'Durandal' })
    })
    expect(await keptAccount(nameOf(account))).toMatchObject({ stage: 'here' })
  })

  it('[SEAL-1] a person who logs in again before the account was sealed finds everything as it was', async () => {
    await using(account, (device) => device.commands.create('client', { NOM: 'Retour' }, { skipDuplicateCheck: true }))
    await noteLeft(identityOf(account))
    await logIn(account)
    await sealOthers(nameOf(account))
    expect(await using(account, (device) => device.entries())).toHaveLength(1)
    expect((await keptAccount(nameOf(account)))?.packs).toEqual([])
  })
})

describe('tabs of one device', () => {
  it('[SEAL-3] nothing is sealed while one holds the database open; a tab that opens it meanwhile waits until sealing has ended', async () => {
    const locks = createLocks()
    await using(account, (device) => device.commands.create('client', { NOM: 'Partage' }, { skipDuplicateCheck: true }))
    let close: () => void = () => undefined
    const open = new Promise<void>((resolve) => {
      close = resolve
    })
    void locks.clientOf('first').request(presenceLock(nameOf(account)), { mode: 'shared' }, () => open)
    await noteLeft(identityOf(account))
    const order: string[] = []
    const away = sealOthers(null, locks.clientOf('second')).then(() => order.push('away'))
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

describe('a browser that answers nothing more while it seals', () => {
  it('[SEAL-1] [SEAL-3] the person who logs in again does not wait for it; what it still does loses nothing', async () => {
    const locks = createLocks()
    await using(account, (device) => device.commands.create('client', { NOM: 'Muet' }, { skipDuplicateCheck: true }))
    const outbox = (await storesOf(account)).find((one) => one.endsWith('--outbox')) ?? ''
    const opening = indexedDB.open(outbox)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const busy = opening.result.transaction('docs', 'readwrite').objectStore('docs')
    let isOver = false
    const again = (): void => {
      if (!isOver) busy.count().onsuccess = again
    }
    again()
    await noteLeft(identityOf(account))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const asked = vi.spyOn(indexedDB, 'open')
    onTestFinished(() => asked.mockRestore())
    const sealing = sealOthers(null, locks.clientOf('first'))
    // It reads what is not answered, and its time limit has begun.
    await expect.poll(() => asked.mock.calls.map(([store]) => store)).toContain(outbox)
    expect(vi.getTimerCount()).toBe(1)
    await logIn(account)
    const opened = vi.fn()
    const next = locks
      .clientOf('second')
      .request(presenceLock(nameOf(account)), { mode: 'shared' }, async () => opened())
    await vi.advanceTimersByTimeAsync(29_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(opened).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all([sealing, next])
    vi.useRealTimers()
    isOver = true
    await new Promise((resolve) => busy.transaction.addEventListener('complete', resolve))
    opening.result.close()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await keptAccount(nameOf(account))).toMatchObject({ stage: 'here', packs: [] })
    expect(await using(account, (device) => device.entries())).toHaveLength(1)
  })
})

describe('a tab that dies while it seals or unseals', () => {
  /** From the nth on, no request that changes something is made: the state that a killed tab leaves. */
  class Killed extends Error {}

  async function dyingAt(point: number, act: () => Promise<unknown>): Promise<boolean> {
    let left = point
    let struck = false
    const pass = (): void => {
      if (left-- > 0) return
      struck = true
      throw new Killed('dead')
    }
    const { put, add, clear, delete: remove } = IDBObjectStore.prototype
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
      clear(this: IDBObjectStore) {
        pass()
        return clear.call(this)
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
      Object.assign(IDBObjectStore.prototype, { put, add, clear, delete: remove })
      IDBFactory.prototype.deleteDatabase = erase
    }
    return struck
  }

  /** Kills a person's logout, or next login, at every point in turn; each time all their entries must be there, once. */
  async function killedAtEveryPoint(killed: (person: string, point: number) => Promise<boolean>): Promise<void> {
    let point = 0
    for (let struck = true; struck; point++) {
      const person = randomUUID()
      await logIn(person)
      await using(person, async (device) => {
        for (const NOM of ['Un', 'Deux']) await device.commands.create('client', { NOM }, { skipDuplicateCheck: true })
        for (const text of ['mortel', 'fatal']) await addFile(device, text)
      })
      struck = await killed(person, point)
      await using(person, async (device) => {
        expect(
          (await device.entries()).map(({ patch }) => patch.NOM),
          `point ${point}`,
        ).toEqual(['Un', 'Deux'])
        const files = await device.db.files.files.toArray()
        const texts = await Promise.all(files.map(async (file) => fileText(device, file.sha256)))
        expect(texts.toSorted(), `point ${point}`).toEqual(['%PDF-1.4 fatal', '%PDF-1.4 mortel'])
        await device.push(line())
        expect(await device.entries()).toEqual([])
      })
      expect((await keptAccount(nameOf(person)))?.packs).toEqual([])
    }
    expect(point).toBeGreaterThan(10)
  }

  it('[SEAL-1] [SEAL-4] [I2] at any point of sealing: the next start completes it, and the person finds all entries, once', () =>
    killedAtEveryPoint(async (person, point) => {
      await noteLeft(identityOf(person))
      const struck = await dyingAt(point, () => sealOthers(null))
      // Even points: the next start on the device completes it; odd points: the person's own login does.
      if (point % 2 === 0) {
        await sealOthers(null)
        expect(await storesOf(person), `point ${point}`).toEqual([])
      }
      await logIn(person)
      return struck
    }))

  it('[SEAL-4] [I2] [I3] at any point of unsealing', () =>
    killedAtEveryPoint(async (person, point) => {
      await logOut(person)
      await logIn(person)
      return dyingAt(point, () => using(person, async () => undefined))
    }))
})
