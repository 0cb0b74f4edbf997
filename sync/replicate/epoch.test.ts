import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { localDatabaseName } from '../identity.ts'
import { prune } from '../outbox/states.ts'
import { allStoredRows, storedName } from '../store/stored-rows.ts'
import { keepEpoch } from './epoch.ts'
import { pullResource } from './pull.ts'

let server: FakeServer
let device: Device
const line = () => server.transport()
const client = (id: string, NOM = 'Durand') => ({ IDCLIENT: id, NOM, PORTABLE: '0639980001' })

/** Pushes and pulls everything. */
const syncAll = async (): Promise<void> => {
  await device.push(line())
  await device.pull(line())
}
const writes = () => server.calls.filter((call) => call.method !== 'GET' && call.path !== '/sync/known')
const asked = () => server.calls.filter((call) => call.path === '/sync/known')

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(async () => {
  vi.useRealTimers()
  await device.close()
})

describe('after a restore of the server', () => {
  it('[HEAL-6] [I8] entries made before the restore is noticed are sent after the lost ones', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await syncAll()
    const restore = server.backup()
    await device.commands.update('client', id, { NOM: 'perdu' })
    await syncAll()
    const [lost] = server.applied.slice(-1)
    restore()
    await device.commands.update('client', id, { PRENOM: 'ensuite' })
    const [next] = await device.entries()
    server.applied = []
    for (let round = 0; round < 3; round++) await device.push(line())
    expect(server.applied).toEqual([lost, next?.id])
    expect(server.rows.get(id)?.record).toMatchObject({ NOM: 'perdu', PRENOM: 'ensuite' })
  })

  it('[HEAL-1] [HEAL-2] [I1] entries acknowledged after the backup are sent again, once, and no others', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await syncAll()
    await device.commands.update('client', id, { PRENOM: 'avant' })
    await syncAll()
    const restore = server.backup()
    await device.commands.update('client', id, { NOM: 'après' })
    const created = await device.commands.create('client', { NOM: 'Créé après' })
    await syncAll()
    restore()
    server.calls = []
    await device.pull(line())
    // The pull brought the old state; the lost entry shows over it, and is open again.
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'après', PRENOM: 'avant' })
    expect(await device.shown('client', created)).toMatchObject({ NOM: 'Créé après' })
    expect(await device.entries()).toHaveLength(2)
    await syncAll()
    expect(writes()).toHaveLength(2)
    expect(server.rows.get(id)?.record).toMatchObject({ NOM: 'après', PRENOM: 'avant' })
    expect(server.rows.get(created)?.record).toMatchObject({ NOM: 'Créé après' })
    expect(await device.entries()).toHaveLength(0)
    expect(await device.state('client', id)).toBe('synced')
    await syncAll()
    expect(writes()).toHaveLength(2)
  })

  it('[HEAL-1] a push that meets the restored server first is no refusal: the lost creation goes before the edit', async () => {
    await syncAll()
    const restore = server.backup()
    const id = await device.commands.create('client', { NOM: 'Durand' })
    await syncAll()
    restore()
    await device.commands.update('client', id, { NOM: 'Modifié' })
    for (let round = 0; round < 3; round++) await device.push(line())
    expect(await device.entries()).toHaveLength(0)
    expect(server.rows.get(id)?.record).toMatchObject({ NOM: 'Modifié' })
    expect(writes().at(-1)).toMatchObject({ method: 'PUT' })
  })

  it('[HEAL-2] [I1] [I9] an entry that changed nothing on its record, and whose conflict the restore lost, is sent again', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await syncAll()
    const { seq } = server.rows.get(id) ?? { seq: 0 }
    server.put('client', client(uuidv7()))
    const restore = server.backup()
    // The edit lost: the server answers with the record as it was, and keeps the value as a conflict (MERGE-4).
    const losing = (): ReturnType<typeof line> => ({
      ...line(),
      call: async (call) => {
        const reply = await line().call(call)
        return call.method === 'PUT' ? { ...reply, seq } : reply
      },
    })
    await device.commands.update('client', id, { NOM: 'perdant' })
    await device.push(losing())
    await device.pull(line())
    const [mine] = server.applied.slice(-1)
    restore()
    server.applied = []
    await syncAll()
    await syncAll()
    expect(server.applied).toEqual([mine])
    expect(await device.entries()).toHaveLength(0)
  })

  it('[HEAL-2] entries of an epoch that the server does not know, but whose effects it contains, are not sent again', async () => {
    const id = await device.commands.create('client', { NOM: 'Durand' })
    await syncAll()
    const restore = server.backup()
    restore()
    server.past = []
    await syncAll()
    await syncAll()
    expect(asked()).toHaveLength(1)
    expect(writes().filter((call) => call.method === 'POST')).toHaveLength(1)
    expect(server.rows.has(id)).toBe(true)
    expect(await device.entries()).toHaveLength(0)
  })

  it('[HEAL-2] an older server does not say: all entries are sent again, and those that it contained change nothing', async () => {
    const id = await device.commands.create('client', { NOM: 'Durand' })
    await syncAll()
    const { seq, version } = server.rows.get(id) ?? { seq: 0, version: 0 }
    const restore = server.backup()
    restore()
    server.past = []
    let fired = 0
    const older = (): ReturnType<typeof line> => ({
      ...line(),
      call: async (call) => {
        if (call.path !== '/sync/known') return line().call(call)
        fired += 1
        return { ...(await line().call({ ...call, method: 'GET', path: '/nowhere' })), epoch: server.epoch }
      },
    })
    for (let round = 0; round < 2; round++) {
      await device.push(older())
      await device.pull(older())
    }
    expect(fired).toBe(1)
    expect(writes().filter((call) => call.method === 'POST')).toHaveLength(2)
    // The same mutation id: the row was not written again.
    expect(server.rows.get(id)).toMatchObject({ seq, version: version + 1_000_000 })
    expect(await device.entries()).toHaveLength(0)
  })

  it('[HEAL-2] an entry that ended more than 30 days ago is removed with its content; one of 29 days is kept', async () => {
    await syncAll()
    const restore = server.backup()
    const old = await device.commands.create('client', { NOM: 'Ancien' })
    await syncAll()
    const day = 86_400_000
    const recent = await device.commands.create('client', { NOM: 'Récent' })
    await syncAll()
    const [first] = await device.db.outbox.find({ selector: { recordId: old } }).exec()
    await first?.incrementalPatch({ settledAt: new Date(Date.now() - 30.5 * day).toISOString() })
    const [second] = await device.db.outbox.find({ selector: { recordId: recent } }).exec()
    await second?.incrementalPatch({ settledAt: new Date(Date.now() - 29 * day).toISOString() })
    await prune(device.db)
    const kept: unknown[] = []
    const stored = {
      database: localDatabaseName(device.db.identity),
      // The outbox is one store for all versions (VER-3).
      version: 0,
      collection: 'outbox',
    }
    for await (const rows of allStoredRows(storedName(stored))) kept.push(...rows.map((row) => row.recordId))
    expect(kept).toEqual([recent])
    restore()
    await device.pull(line())
    await syncAll()
    expect([server.rows.has(old), server.rows.has(recent)]).toEqual([false, true])
  })

  it('[HEAL-1] a crash before the new epoch is stored repeats the step', async () => {
    await syncAll()
    const restore = server.backup()
    const id = await device.commands.create('client', { NOM: 'Durand' })
    await syncAll()
    restore()
    const upsert = device.db.rx.upsertLocal.bind(device.db.rx)
    device.db.rx.upsertLocal = () => Promise.reject(new Error('killed'))
    await expect(device.pull(line())).rejects.toThrow('killed')
    device.db.rx.upsertLocal = upsert
    await device.pull(line())
    await syncAll()
    expect(server.rows.has(id)).toBe(true)
    expect(await device.entries()).toHaveLength(0)
  })

  it('[HEAL-1] without the list of epochs nothing changes; the next pull succeeds', async () => {
    await syncAll()
    const restore = server.backup()
    const id = await device.commands.create('client', { NOM: 'Durand' })
    await syncAll()
    restore()
    let fired = 0
    const broken = {
      ...line(),
      call: (call: Parameters<ReturnType<typeof line>['call']>[0]) => {
        if (call.path !== '/sync/epochs') return line().call(call)
        fired += 1
        return Promise.reject(new TypeError('network'))
      },
    }
    await expect(device.pull(broken)).rejects.toThrow('network')
    expect(fired).toBe(1)
    expect(await device.shown('client', id)).not.toBeNull()
    await device.pull(line())
    await syncAll()
    expect(server.rows.has(id)).toBe(true)
  })

  it.each(['this build', 'an older build'])(
    '[HEAL-3] edits are sent again after their causes; deletions written by %s',
    async (build) => {
      const kept = server.put('client', client(uuidv7(), 'Gardé'))
      const gone = server.put('client', client(uuidv7(), 'Parti'))
      const goneToo = server.put('client', client(uuidv7(), 'Parti aussi'))
      await syncAll()
      const restore = server.backup()
      const projet = await device.commands.create('projet', { IDCLIENT: kept.id })
      await syncAll()
      await device.commands.update('projet', projet, { DESCRIPTION: 'Fenêtres' })
      await syncAll()
      await device.commands.remove('client', gone.id)
      await syncAll()
      await device.commands.remove('client', goneToo.id)
      await syncAll()
      // Older builds did not note what a deleted record pointed to: each of its deletions waits for those before it.
      const deletions = await device.db.outbox.find({ selector: { action: 'delete' } }).exec()
      if (build === 'an older build') for (const one of deletions) await one.incrementalPatch({ base: {} })
      restore()
      await device.pull(line())
      const entries = await device.entries()
      const ids = entries.map((e) => e.id)
      expect(entries.map((e) => e.after.filter((id) => ids.includes(id)))).toEqual([
        [],
        [ids[0]],
        [],
        build === 'an older build' ? [ids[2]] : [],
      ])
      server.calls = []
      await syncAll()
      expect(server.rows.get(projet)?.record).toMatchObject({ DESCRIPTION: 'Fenêtres' })
      expect([gone, goneToo].map(({ id }) => server.rows.get(id)?.deleted)).toEqual([true, true])
      expect(await device.shown('client', gone.id)).toBeNull()
    },
  )

  it.each([
    ['after a day', 86_500_000],
    ['where the clock was set back', -86_500_000],
  ])("[HEAL-4] an edit of another device's lost record waits for it; %s it is a refusal, shown", async (_when, ms) => {
    await syncAll()
    const restore = server.backup()
    const theirs = server.put('client', client(uuidv7()))
    await device.pull(line())
    await device.commands.update('client', theirs.id, { NOM: 'Repris' })
    await syncAll()
    restore()
    expect(await device.push(line())).toMatchObject({ kind: 'idle' })
    await device.pull(line())
    expect(await device.push(line())).toMatchObject({ kind: 'retry' })
    expect((await device.entries()).map((e) => e.state)).toEqual(['sent'])
    // The other device comes back.
    const { record } = theirs
    server.put('client', record)
    expect(await device.push(line())).toMatchObject({ kind: 'idle' })
    expect(server.rows.get(theirs.id)?.record).toMatchObject({ NOM: 'Repris' })

    const again = server.backup()
    const others = server.put('client', client(uuidv7()))
    await device.pull(line())
    await device.commands.update('client', others.id, { NOM: 'Orphelin' })
    await syncAll()
    again()
    await device.pull(line())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    await device.push(line())
    expect((await device.entries()).map((e) => [e.state, e.error?.code])).toEqual([['refused', 'NOT_FOUND']])
    expect(await device.shown('client', others.id)).toMatchObject({ NOM: 'Orphelin' })
  })
})

it.each([
  ['before it has read that record again', false],
  ['where its clock is a day ahead since then', true],
])(
  '[HEAL-4] an edit that a device writes after it has noticed the restore, %s, waits for the device that made the record',
  async (_when, ahead) => {
    await syncAll()
    const restore = server.backup()
    const theirs = server.put('client', client(uuidv7()))
    await device.pull(line())
    restore()
    // The restore is noticed by another collection: the line breaks before the lost record is swept.
    const { signal } = new AbortController()
    await pullResource({ db: device.db, transport: line(), resource: 'adresse', signal })
    if (ahead) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_500_000 })
    await device.commands.update('client', theirs.id, { NOM: 'Repris' })
    await device.commands.create('projet', { IDCLIENT: theirs.id })
    const details = { resource: 'client', id: theirs.id }
    server.refuse = ({ method }) => (method === 'POST' ? { status: 422, code: 'PARENT_MISSING', details } : null)
    expect(await device.push(line())).toMatchObject({ kind: 'retry' })
    expect((await device.entries()).map((e) => [e.resource, e.state, e.error]).sort()).toEqual([
      ['client', 'sent', null],
      ['projet', 'sent', null],
    ])
  },
)

it('[HEAL-4] a deletion that was accepted waits for the deletions of other devices that it came after', async () => {
  const theirs = server.put('client', client(uuidv7()))
  await syncAll()
  const restore = server.backup()
  await device.commands.remove('client', theirs.id)
  await syncAll()
  restore()
  await device.pull(line())
  // A colleague's device deleted the client's project before; it has not come back yet.
  server.refuse = ({ method }) => (method === 'DELETE' ? { status: 422, code: 'VALIDATION_ERROR' } : null)
  await device.push(line())
  expect((await device.entries()).map(({ action, state }) => [action, state])).toEqual([['delete', 'sent']])
  server.refuse = () => null
  await syncAll()
  expect(await device.entries()).toEqual([])
  expect(server.rows.get(theirs.id)?.deleted).toBe(true)
})

it('[HEAL-4] a refund that was accepted waits for the payment of another device that it gives back', async () => {
  const restore = server.backup()
  const about = { IDDEVIS: 'd1', IDPROJET: 'j1', MOYEN: 'cheque', DATE_PAIEMENT: '2026-11-20' } as const
  const refund = await device.commands.create('paiement', { ...about, MONTANT: 300_00, GENRE: 'remboursement' })
  await syncAll()
  restore()
  await device.pull(line())
  server.refuse = ({ path }) => (path === '/paiements' ? { status: 422, code: 'VALIDATION_ERROR' } : null)
  await device.push(line())
  expect((await device.entries()).map(({ action, state }) => [action, state])).toEqual([['create', 'sent']])
  server.refuse = () => null
  await syncAll()
  expect(await device.entries()).toEqual([])
  expect(server.rows.has(refund)).toBe(true)
})

describe('after a server was restored from outside', () => {
  it('[HEAL-1] [HEAL-2] [I1] [I4] lost entries are sent again, also where their seq was given twice; no record is removed', async () => {
    const old = server.put('client', client(uuidv7(), 'Avant'))
    await syncAll()
    const putBack = server.snapshot()
    const created = await device.commands.create('client', { NOM: 'Reconnu' })
    await device.commands.update('client', old.id, { NOM: 'Après' })
    await device.push(line())
    // Written by a device that does not come back.
    const ghost = server.put('client', client(uuidv7(), 'Sans auteur'))
    await device.pull(line())
    const { epoch, seq } = server
    putBack()
    // The restore really shows: the epoch of the data, a lower seq, the acknowledged work gone.
    expect([server.epoch, server.seq < seq, server.rows.has(created)]).toEqual([epoch, true, false])
    const since = await device.commands.create('client', { NOM: 'Entre-temps' })
    await device.push(line())
    const [entry] = await device.db.outbox.find({ selector: { recordId: since } }).exec()
    const [lost] = await device.db.outbox.find({ selector: { recordId: created } }).exec()
    expect([entry?.ackEpoch, entry?.ackSeq]).toEqual([lost?.ackEpoch, lost?.ackSeq])

    server.beginEpoch()
    server.calls = []
    for (let round = 0; round < 3; round++) await syncAll()
    // Entries written since are in the database: the device asks for them, and does not send them again.
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /clients', `PUT /clients/${old.id}`])
    expect(await device.shown('client', created)).toMatchObject({ NOM: 'Reconnu' })
    expect(await device.shown('client', old.id)).toMatchObject({ NOM: 'Après' })
    expect(await device.shown('client', since)).toMatchObject({ NOM: 'Entre-temps' })
    expect(await device.shown('client', ghost.id)).toBeNull()
    expect(await device.entries()).toHaveLength(0)
    expect(server.rows.get(old.id)?.record).toMatchObject({ NOM: 'Après' })
  })

  it('[HEAL-1] an answer of a process that has not heard of the new epoch yet leads no device back to the former one', async () => {
    const former = server.epoch
    await syncAll()
    const id = await device.commands.create('client', { NOM: 'Durand' })
    await syncAll()
    server.beginEpoch()
    await syncAll()
    const before = asked().length
    let fired = 0
    const late: ReturnType<typeof line> = {
      ...line(),
      call: async (call) => {
        fired += 1
        return { ...(await line().call(call)), epoch: former }
      },
    }
    await device.commands.update('client', id, { NOM: 'Martin' })
    await device.push(late)
    await device.pull(late)
    expect(fired).toBeGreaterThan(1)
    expect(asked()).toHaveLength(before)
    await syncAll()
    expect(server.rows.get(id)?.record).toMatchObject({ NOM: 'Martin' })
    expect(await device.entries()).toHaveLength(0)
    expect(await device.state('client', id)).toBe('synced')
  })

  it('[HEAL-2] [SEAL-4] entries that are unsealed after the new epoch began are asked for too', async () => {
    await syncAll()
    const putBack = server.snapshot()
    const id = await device.commands.create('client', { NOM: 'Durand' })
    await syncAll()
    const { epoch } = server
    const rows = await device.db.outbox.find().exec()
    const kept = rows.map((row) => row.toJSON())
    putBack()
    server.beginEpoch()
    await device.close()
    device = await openDevice()
    await device.pull(line())
    await device.db.outbox.bulkInsert(kept as never)
    await keepEpoch(device.db, { epoch, since: '' })
    await syncAll()
    await device.push(line())
    expect(server.rows.has(id)).toBe(true)
  })
})
