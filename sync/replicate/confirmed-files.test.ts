import 'fake-indexeddb/auto'
import { createHash, randomBytes } from 'node:crypto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { NewFile } from '../outbox/files.ts'
import { openFileStore, trim } from '../store/file-store.ts'
import { PIECE } from './upload.ts'

let server: FakeServer
let device: Device
const line = () => server.transport()

const pv = (more: Partial<NewFile> = {}): NewFile => ({
  resource: 'intervention',
  recordId: 'inter-1',
  projectId: 'projet-1',
  origin: 'intervention_sign_pv',
  name: 'PV de réception.pdf',
  type: 'application/pdf',
  bytes: randomBytes(PIECE + 500),
  ...more,
})
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const sent = (method: string) => server.calls.filter((c) => c.method === method && c.path.startsWith('/drive/upload'))
const stateOf = async (id: string) => (await device.db.files.files.get(id))?.state
const intervention = () =>
  server.put('intervention', {
    IDINTERVENTION: 'inter-1',
    IDPROJET: 'projet-1',
    RDV_DEBUT: '2026-11-20 08:00',
    RDV_FIN: '2026-11-20 17:00',
    NOTES: [],
    IDINTERVENTION_PLANNING: [],
  })
const syncAll = async (): Promise<void> => {
  await device.push(line())
  await device.upload(line())
  await device.pull(line())
  await device.upload(line())
}

/** A PV that the server has confirmed and then lost, by the restore of an earlier snapshot. */
async function loseAPv(
  file = pv(),
  use: (id: string) => Promise<void> = async () => undefined,
): Promise<{ id: string; file: NewFile }> {
  await syncAll()
  const putBack = server.snapshot()
  const id = await device.files.add(file)
  await syncAll()
  await use(id)
  await syncAll()
  // Confirmed and pulled: nothing of it is pending.
  expect(server.rows.get(id)?.record).toMatchObject({ SHA256: sha256(file.bytes) })
  expect(await device.db.files.files.count()).toBe(0)
  const { epoch } = server
  putBack()
  // The server really lacks it.
  expect([server.rows.has(id), server.pieces.has(id), server.epoch]).toEqual([false, false, epoch])
  server.beginEpoch()
  server.calls = []
  return { id, file }
}

beforeEach(async () => {
  server = new FakeServer()
  intervention()
  device = await openDevice(uuidv7())
})
afterEach(async () => {
  vi.useRealTimers()
  await device.close()
})

it('[HEAL-5] a signed PV that the server has lost is sent again from this device, and is in sight meanwhile', async () => {
  const { id, file } = await loseAPv()
  await device.pull(line())
  expect(await stateOf(id)).toBe('pending')
  await syncAll()
  expect(server.rows.get(id)?.record).toMatchObject({ SHA256: sha256(file.bytes), ORIGINE: 'intervention_sign_pv' })
  expect(sent('PUT').map((call) => call.query?.offset)).toEqual(['0', String(PIECE)])
  expect(await device.db.files.files.count()).toBe(0)
  // Confirmed in this epoch: the server is not asked for it any more.
  server.calls = []
  await syncAll()
  expect(sent('POST')).toEqual([])
})

it('[HEAL-5] where the server still has the bytes it accepts the file again: the device sends none', async () => {
  const { id, file } = await loseAPv()
  server.orphans.set(sha256(file.bytes), Buffer.from(file.bytes))
  await syncAll()
  expect(server.rows.get(id)?.record).toMatchObject({ SHA256: sha256(file.bytes) })
  expect(sent('PUT')).toEqual([])
})

it('[HEAL-5] [FILE-4] goes on where a broken line stopped it, without being asked for by its hash again', async () => {
  const { id } = await loseAPv(pv({ bytes: randomBytes(PIECE * 2 + 500) }))
  const real = line()
  const cutting = {
    ...real,
    call: (call: Parameters<typeof real.call>[0]) =>
      call.query?.offset === String(PIECE) ? Promise.reject(new TypeError('network')) : real.call(call),
  }
  await device.pull(line())
  expect((await device.upload(cutting)).kind).toBe('retry')
  expect(server.pieces.get(id)).toHaveLength(PIECE)
  await device.upload(line())
  expect(server.rows.has(id)).toBe(true)
  expect(sent('PUT').map((call) => call.query?.offset)).toEqual(['0', String(PIECE), String(2 * PIECE)])
  expect(sent('POST')).toHaveLength(2)
})

it('[HEAL-5] [FILE-5] bytes that the device has dropped since come from the server’s store', async () => {
  const { id, file } = await loseAPv()
  await device.db.files.write(() => trim(device.db.files, 0))
  expect(await device.files.bytes(sha256(file.bytes))).toBeNull()
  server.orphans.set(sha256(file.bytes), Buffer.from(file.bytes))
  await syncAll()
  expect(server.rows.has(id)).toBe(true)
})

it('[HEAL-5] [FILE-7] a file whose bytes no longer exist anywhere is shown as refused, so that a person knows', async () => {
  const { id } = await loseAPv()
  await device.db.files.write(() => trim(device.db.files, 0))
  await syncAll()
  const queued = await device.db.files.files.get(id)
  expect([queued?.state, queued?.error?.message]).toEqual([
    'refused',
    'Le contenu de ce fichier n’est plus sur cet appareil.',
  ])
})

it('[HEAL-5] a file that the server still has is asked for, and not sent', async () => {
  await syncAll()
  const id = await device.files.add(pv())
  await syncAll()
  server.beginEpoch()
  server.calls = []
  await syncAll()
  expect(server.calls.find((call) => call.path === '/sync/known')?.body).toMatchObject({ files: [id] })
  expect(sent('POST')).toEqual([])
  expect(await device.db.files.confirmed.get(id)).toMatchObject({ epoch: server.epoch })
})

it('[HEAL-5] [FILE-6] « bon » is acknowledged again after the PV that it needs, whose mail is not sent twice', async () => {
  await syncAll()
  const putBack = server.snapshot()
  const id = await device.files.add(pv())
  await device.files.mailPv('inter-1')
  await syncAll()
  await device.commands.feedback('inter-1', 'bon')
  await syncAll()
  const mails = server.mails.size
  expect(mails).toBe(1)
  putBack()
  server.beginEpoch()
  server.calls = []
  await device.pull(line())
  const [feedback] = await device.entries()
  expect(feedback?.after).toContain(id)
  await device.push(line())
  expect(server.calls.filter((call) => call.path.includes('feedback'))).toEqual([])
  await syncAll()
  await syncAll()
  const order = server.calls.flatMap(({ method, path }) =>
    path === '/drive/upload' ? ['pv'] : method === 'POST' && path.includes('feedback') ? ['bon'] : [],
  )
  expect(order.at(-1)).toBe('bon')
  expect(order).toContain('pv')
  expect(await device.entries()).toEqual([])
  expect(server.calls.filter((call) => call.path === '/intervention/send')).toEqual([])
})

describe('where the phone’s clock was set back in between', () => {
  const HOUR = 3_600_000
  const start = Date.now()
  /** The clock shows so many hours less than at the start; it never goes on by itself. */
  const setBack = (hours: number) => void vi.useFakeTimers({ toFake: ['Date'], now: start - hours * HOUR })
  /** What the server accepted, in order. */
  const accepted = () =>
    server.calls
      .filter(({ method, path }) => method !== 'GET' && path !== '/sync/known' && !/upload\/./.test(path))
      .map(({ method, path }) => `${method} ${path.split('/').slice(0, 3).join('/')}`)
  const restoreAll = async (putBack: () => void): Promise<void> => {
    putBack()
    server.beginEpoch()
    server.calls = []
    await device.pull(line())
    for (let round = 0; round < 3; round += 1) await syncAll()
    expect([await device.entries(), await device.db.files.files.toArray()]).toEqual([[], []])
  }

  it('[HEAL-3] [HEAL-5] [FILE-3] [I8] a creation and its photo do not wait for each other: the creation is sent first', async () => {
    setBack(0)
    await syncAll()
    const putBack = server.snapshot()
    const projectId = await device.commands.create('projet', { IDCLIENT: 'c' } as never)
    await syncAll()
    setBack(1)
    const photo = pv({ resource: 'projet', recordId: projectId, projectId, origin: 'photo' })
    const id = await device.files.add(photo)
    await syncAll()
    await restoreAll(putBack)
    expect([server.rows.has(projectId), server.rows.has(id)]).toEqual([true, true])
    expect(accepted()).toEqual(['POST /projets', 'POST /drive/upload', 'POST /drive/upload'])
  })

  it('[HEAL-5] [FILE-3] [I8] nor do a record and its file, which has its id before the record is made (a report’s picture)', async () => {
    setBack(0)
    await syncAll()
    const putBack = server.snapshot()
    const id = uuidv7()
    setBack(-1)
    const projectId = await device.commands.create('projet', { IDCLIENT: 'c' } as never)
    await device.files.add(pv({ id, resource: 'projet', recordId: projectId, projectId, origin: 'photo' }))
    await syncAll()
    expect([server.rows.has(projectId), server.rows.has(id)]).toEqual([true, true])
    await restoreAll(putBack)
    expect([server.rows.has(projectId), server.rows.has(id)]).toEqual([true, true])
  })

  it('[HEAL-5] a file that its author deleted is there again before it is deleted again', async () => {
    setBack(0)
    await syncAll()
    const putBack = server.snapshot()
    const id = await device.files.add(pv({ origin: 'photo_avant' }))
    await syncAll()
    setBack(1)
    await device.commands.remove('fichier', id)
    await syncAll()
    await restoreAll(putBack)
    expect(server.rows.get(id)?.deleted).toBe(true)
    expect(accepted().filter((call) => !call.endsWith('upload'))).toEqual([`DELETE /fichiers/${id}`])
  })

  it('[HEAL-3] [HEAL-5] [I12] two edits and the photo between them do not wait in a circle', async () => {
    setBack(0)
    await syncAll()
    const putBack = server.snapshot()
    await device.commands.update('intervention', 'inter-1', { RDV_FIN: '2026-11-20 18:00' })
    await syncAll()
    setBack(1)
    const id = await device.files.add(pv({ origin: 'photo_avant' }))
    await syncAll()
    setBack(2)
    await device.commands.update('intervention', 'inter-1', { RDV_FIN: '2026-11-20 19:00' })
    await syncAll()
    await restoreAll(putBack)
    expect(server.rows.get(id)).toBeDefined()
    expect(server.rows.get('inter-1')?.record.RDV_FIN).toBe('2026-11-20 19:00')
  })

  it('[HEAL-5] [FILE-6] [INT-03] « bon » waits for the PV that it needs', async () => {
    setBack(0)
    await syncAll()
    const putBack = server.snapshot()
    await device.files.add(pv())
    await syncAll()
    setBack(1)
    await device.commands.feedback('inter-1', 'bon')
    await syncAll()
    await restoreAll(putBack)
    const order = accepted().filter((call) => /upload|feedback/.test(call))
    expect(order).toEqual(['POST /drive/upload', 'POST /drive/upload', 'POST /intervention_feedback/good'])
  })

  it('[HEAL-5] [FILE-6] « bon » that was never sent waits for a PV that only the restore has lost', async () => {
    setBack(0)
    await syncAll()
    const putBack = server.snapshot()
    await device.files.add(pv())
    await syncAll()
    setBack(1)
    await device.commands.feedback('inter-1', 'bon')
    putBack()
    server.beginEpoch()
    server.calls = []
    await device.pull(line())
    await device.push(line())
    expect(accepted()).toEqual([])
    for (let round = 0; round < 3; round += 1) await syncAll()
    expect(accepted().at(-1)).toMatch(/feedback/)
    expect(await device.entries()).toEqual([])
  })

  it('[HEAL-5] [MERGE-7] [I5] the deletion of the record is sent after its file, which would restore it', async () => {
    setBack(0)
    await syncAll()
    const putBack = server.snapshot()
    const id = await device.files.add(pv({ origin: 'photo_avant' }))
    await syncAll()
    setBack(1)
    await device.commands.remove('intervention', 'inter-1')
    await syncAll()
    await restoreAll(putBack)
    expect(server.rows.get(id)).toBeDefined()
    expect(accepted().at(-1)).toBe('DELETE /interventions/inter-1')
  })
})

it('[HEAL-4] [HEAL-5] a file whose record another device still has to restore waits for it', async () => {
  const { id } = await loseAPv()
  let fired = 0
  server.refuse = (call) => {
    if (call.path !== '/drive/upload') return null
    fired += 1
    return { status: 422, code: 'PARENT_MISSING', details: { resource: 'intervention', id: 'inter-1' } }
  }
  await device.pull(line())
  expect(await device.upload(line())).toMatchObject({ kind: 'retry' })
  expect([fired > 0, await stateOf(id)]).toEqual([true, 'pending'])
  server.refuse = () => null
  await syncAll()
  expect(server.rows.has(id)).toBe(true)
})

it('[HEAL-5] a crash before the new epoch is followed repeats the step: the file is pending once', async () => {
  const { id } = await loseAPv()
  const upsert = device.db.rx.upsertLocal.bind(device.db.rx)
  device.db.rx.upsertLocal = () => Promise.reject(new Error('killed'))
  await expect(device.pull(line())).rejects.toThrow('killed')
  device.db.rx.upsertLocal = upsert
  await syncAll()
  expect(server.rows.has(id)).toBe(true)
  expect(sent('PUT')).toHaveLength(2)
})

it('[HEAL-5] a confirmed file is remembered for 30 days', async () => {
  const id = await device.files.add(pv())
  await syncAll()
  const day = 86_400_000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 29 * day })
  await device.upload(line())
  expect(await device.db.files.confirmed.get(id)).toBeDefined()
  vi.setSystemTime(Date.now() + 2 * day)
  await device.upload(line())
  expect(await device.db.files.confirmed.get(id)).toBeUndefined()
})

it('[VER-8] [HEAL-5] a store of the former version keeps its files, and an older build opens the present one', async () => {
  const name = `lolapp-store-${uuidv7()}`
  const openFormer = () => {
    const former = new Dexie(`${name}-files`)
    former.version(1).stores({
      files: 'id, recordId, projectId, state',
      mails: 'id, recordId, state',
      bytes: 'sha256, usedAt',
    })
    return former
  }
  const former = openFormer()
  await former.table('files').add({ id: 'f', state: 'pending', createdAt: '2026-11-23' })
  former.close()
  const store = openFileStore(name)
  expect(await store.files.toArray()).toMatchObject([{ id: 'f', state: 'pending' }])
  expect(await store.confirmed.count()).toBe(0)
  store.close()
  const again = openFormer()
  expect(await again.table('files').count()).toBe(1)
  again.close()
})

it('[HEAL-5] a name that was given after the file arrived comes after the file again', async () => {
  const { id } = await loseAPv(pv(), (lost) => device.commands.update('fichier', lost, { NOM: 'Autre.pdf' }))
  await device.pull(line())
  expect(await device.entries()).toMatchObject([{ resource: 'fichier', recordId: id, after: [id], error: null }])
  await syncAll()
  await device.push(line())
  expect(server.rows.get(id)?.record.NOM).toBe('Autre.pdf')
  expect(await device.entries()).toEqual([])
})
