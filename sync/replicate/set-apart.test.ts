import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Reply, Transport } from '../net/transport.ts'
import { moveEntry } from '../outbox/states.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import { afterFailure, afterFull, fullFor, tryApartAgain } from './set-apart.ts'

const error = { code: 'INTERNAL', message: 'Une erreur est survenue.', status: 500 } as const
const MINUTE = 60_000

it('[FILE-10] is set apart after five failures and ten minutes, not sooner, however many failures', () => {
  const start = new Date('2026-11-20T10:00:00.000Z')
  let item = {}
  for (let failure = 1; failure <= 30; failure++) {
    item = afterFailure(item, { error, now: start })
    expect(item).not.toHaveProperty('state')
  }
  const later = new Date(start.getTime() + 10 * MINUTE)
  expect(afterFailure(item, { error, now: later })).toMatchObject({ state: 'refused', error })
  expect(afterFailure({ failures: 3, failingSince: start.toISOString() }, { error, now: later })).not.toHaveProperty(
    'state',
  )
})

const photo = (device: Device, name: string): Promise<string> =>
  device.files.add({
    resource: 'projet',
    recordId: 'p',
    projectId: 'p',
    origin: 'photo_avant',
    name,
    type: 'image/jpeg',
    bytes: randomBytes(1000),
  })

/** Calls about `id` are answered with `answer`. */
function poisoned(server: FakeServer, id: string, answer: Partial<Reply>) {
  const line = server.transport()
  const state = { fired: 0, healed: false }
  const transport: Transport = {
    ...line,
    call: async (call) => {
      if (state.healed || !call.path.endsWith(id)) return line.call(call)
      state.fired += 1
      const empty = { mutation: null, seq: null, retryAfter: null, overwritten: [] }
      return { ...empty, status: 500, body: error, epoch: server.epoch, ...answer } as Reply
    },
  }
  return { transport, state }
}
const states = async ({ db }: Device) =>
  new Map((await db.files.files.toArray()).map((file) => [file.name, file.state]))

it('[FILE-10] [I11] a file over which our server fails holds back no other; set apart, it is tried again seldom', async () => {
  const [device, server] = [await openDevice(), new FakeServer()]
  const bad = await photo(device, 'a.jpg')
  await photo(device, 'b.jpg')
  await photo(device, 'c.jpg')
  const { transport, state } = poisoned(server, bad, {})
  expect(await device.upload(transport)).toEqual({ kind: 'retry', afterMs: null })
  expect(await states(device)).toEqual(
    new Map([
      ['a.jpg', 'pending'],
      ['b.jpg', 'done'],
      ['c.jpg', 'done'],
    ]),
  )

  const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
  await device.db.files.files.update(bad, { failures: 4, failingSince: ago(11 * MINUTE) })
  await device.upload(transport)
  expect(await device.db.files.files.get(bad)).toMatchObject({ state: 'refused', error })
  const fired = state.fired
  expect(await device.upload(transport)).toEqual({ kind: 'idle' })
  expect(state.fired).toBe(fired)

  state.healed = true
  await device.db.files.files.update(bad, { failedAt: ago(61 * MINUTE) })
  await device.upload(transport)
  expect((await states(device)).get('a.jpg')).toBe('done')
  await device.close()
})

it('[FILE-8] [INT-02] the mail of a PV waits for what lifts its reserves too, until that is set apart', async () => {
  const [device, server] = [await openDevice(), new FakeServer()]
  const paper = { resource: 'intervention', recordId: 'i', projectId: 'p', type: 'application/pdf' } as const
  await device.files.add({ ...paper, origin: 'intervention_sign_pv', name: 'PV.pdf', bytes: randomBytes(900) })
  const levee = { ...paper, origin: 'intervention_levee_reserves', name: 'Levée.pdf', bytes: randomBytes(900) } as const
  const id = await device.files.add(levee)
  await device.files.mailPv('i')
  const { transport, state } = poisoned(server, id, {})
  await device.upload(transport)
  expect(state.fired).toBeGreaterThan(0)
  expect(await states(device)).toEqual(new Map(Object.entries({ 'PV.pdf': 'done', 'Levée.pdf': 'pending' })))
  expect(server.mails.size).toBe(0)
  await device.db.files.files.update(id, { state: 'refused', failedAt: new Date().toISOString() })
  await device.upload(transport)
  expect(server.mails.size).toBe(1)
  await device.close()
})

it('[FILE-10] a clock that was set back since the failures neither keeps a file from being set apart nor from being tried again', async () => {
  const hour = (at: number): string => new Date(Date.UTC(2026, 10, 20, at)).toISOString()
  const failing = { failures: 4, failingSince: hour(10) }
  expect(afterFailure(failing, { error, now: new Date(hour(8)) })).toMatchObject({ state: 'refused' })
  const device = await openDevice()
  const id = await photo(device, 'a.jpg')
  await device.db.files.files.update(id, { state: 'refused', error, failedAt: hour(10) })
  await tryApartAgain(device.db.files, new Date(hour(8)))
  expect((await device.db.files.files.get(id))?.state).toBe('pending')
  await device.close()
})

it.each([
  ['a gateway', { status: 502, body: null, epoch: null }],
  ['our server that is not ready', { status: 503, body: { code: 'UNAVAILABLE', message: '' } }],
])(
  '[FILE-10] %s is no failure of an item: the pass ends, and nothing counts against the file',
  async (_name, answer) => {
    const [device, server] = [await openDevice(), new FakeServer()]
    const bad = await photo(device, 'a.jpg')
    await photo(device, 'b.jpg')
    // Both may be of one millisecond, and the elder one goes first.
    await device.db.files.files.update(bad, { createdAt: '2026-01-01T00:00:00.000Z' })
    const { transport, state } = poisoned(server, bad, answer)
    expect(await device.upload(transport)).toMatchObject({ kind: 'retry' })
    expect(state.fired).toBe(1)
    expect((await device.db.files.files.get(bad))?.failures).toBeUndefined()
    expect((await states(device)).get('b.jpg')).toBe('pending')
    await device.close()
  },
)

it('[FILE-13] while the company has no room files wait, with the reason; one is tried every ten minutes, mails are sent, and all go by themselves once there is room', async () => {
  const [device, server] = [await openDevice(), new FakeServer()]
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await photo(device, name)
  const mail = { recordId: 'inter-1', state: 'pending', attempts: 0, recipient: null, error: null } as const
  await device.db.files.mails.add({ ...mail, id: 'm', createdAt: new Date().toISOString() })
  let isFull = true
  server.refuse = ({ method }) => (isFull && method === 'PUT' ? { status: 507, code: 'STORAGE_FULL' } : null)
  const pieces = () => server.calls.filter(({ method }) => method === 'PUT').length
  const waits = new Map(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => [name, 'pending']))

  expect(await device.upload(server.transport())).toEqual({ kind: 'retry', afterMs: 10 * MINUTE })
  expect([await states(device), pieces(), [...server.mails]]).toEqual([waits, 1, ['m']])
  const told = (await device.db.files.files.toArray()).filter((file) => file.error !== null)
  expect(told).toMatchObject([{ state: 'pending', error: { code: 'STORAGE_FULL', message: 'Refusé', status: 507 } }])

  // Whatever rings meanwhile.
  const again = await device.upload(server.transport())
  expect([again.kind, pieces(), await states(device)]).toEqual(['retry', 1, waits])
  const ago = (minutes: number) =>
    device.db.files.files.update(told[0]?.id ?? '', {
      failedAt: new Date(Date.now() - minutes * MINUTE).toISOString(),
    })
  await ago(11)
  await device.upload(server.transport())
  expect([pieces(), await states(device)]).toEqual([2, waits])

  isFull = false
  await ago(11)
  expect(await device.upload(server.transport())).toEqual({ kind: 'idle' })
  expect(new Set((await states(device)).values())).toEqual(new Set(['done']))
  expect((await device.db.files.files.toArray()).every((file) => file.error === null)).toBe(true)
  await device.close()
})

it('[FILE-13] a clock that was set back since does not keep the files waiting', () => {
  const now = new Date('2026-11-20T10:00:00.000Z')
  const full = { code: 'STORAGE_FULL', message: '', status: 507 } as const
  const at = (minutes: number) => ({ error: full, failedAt: new Date(now.getTime() + minutes * MINUTE).toISOString() })
  expect(fullFor([at(-4), { error: null }], now)).toBe(6 * MINUTE)
  expect([fullFor([at(-11)], now), fullFor([at(300)], now), fullFor([], now)]).toEqual([0, 0, 0])
  expect(fullFor([{ error, failedAt: now.toISOString() }], now)).toBe(0)
})

it('[FILE-10] [FILE-13] a file over which our server fails once there is room holds back no other, and no longer says that there is none', async () => {
  const [device, server] = [await openDevice(), new FakeServer()]
  const bad = await photo(device, 'a.jpg')
  await photo(device, 'b.jpg')
  await photo(device, 'c.jpg')
  const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString()
  const full = { code: 'STORAGE_FULL', message: 'Refusé', status: 507 } as const
  await device.db.files.files.update(bad, { createdAt: '2026-01-01T00:00:00.000Z', attempts: 1, ...afterFull(full) })
  const { transport } = poisoned(server, bad, {})
  expect(await device.upload(transport)).toMatchObject({ afterMs: expect.any(Number) })

  await device.db.files.files.update(bad, { failedAt: ago(11) })
  expect(await device.upload(transport)).toEqual({ kind: 'retry', afterMs: null })
  expect(await device.db.files.files.get(bad)).toMatchObject({ state: 'pending', error: null, failures: 1 })
  await photo(device, 'd.jpg')
  expect(await device.upload(transport)).toEqual({ kind: 'retry', afterMs: null })
  expect(await states(device)).toEqual(
    new Map([
      ['a.jpg', 'pending'],
      ['b.jpg', 'done'],
      ['c.jpg', 'done'],
      ['d.jpg', 'done'],
    ]),
  )
  await device.close()
})

it('[FILE-10] [FILE-13] failures before the company was full do not set a file apart days later, at the first one after it', async () => {
  const [device, server] = [await openDevice(), new FakeServer()]
  const bad = await photo(device, 'a.jpg')
  const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString()
  await device.db.files.files.update(bad, { failures: 4, failingSince: ago(3000), failedAt: ago(2990) })
  server.refuse = ({ method }) => (method === 'PUT' ? { status: 507, code: 'STORAGE_FULL' } : null)
  await device.upload(server.transport())
  expect(await device.db.files.files.get(bad)).toMatchObject({ state: 'pending', error: { code: 'STORAGE_FULL' } })

  await device.db.files.files.update(bad, { failedAt: ago(11) })
  await device.upload(poisoned(server, bad, {}).transport)
  expect(await device.db.files.files.get(bad)).toMatchObject({ state: 'pending', failures: 1 })
  await device.close()
})

/** A device with two new clients, and a server that fails over the first; `applies` says that it keeps what it fails over. */
async function failingEntry({ applies = false, answer = {} }: { applies?: boolean; answer?: Partial<Reply> } = {}) {
  const [device, server] = [await openDevice(), new FakeServer()]
  const bad = await device.commands.create('client', { NOM: 'Raté' }, { skipDuplicateCheck: true })
  await device.commands.create('client', { NOM: 'Bon' }, { skipDuplicateCheck: true })
  const line = server.transport()
  const state = { fired: 0, healed: false, sent: [] as string[] }
  const transport: Transport = {
    ...line,
    call: async (call) => {
      if (state.healed || !JSON.stringify([call.path, call.body]).includes(bad)) return line.call(call)
      state.fired += 1
      const mutation = call.headers?.[HEADER.mutation] ?? ''
      state.sent.push(mutation)
      if (applies) await line.call(call)
      const empty = { seq: null, retryAfter: null, overwritten: [] }
      return { ...empty, mutation, status: 500, body: error, epoch: server.epoch, ...answer } as Reply
    },
  }
  const entry = async () => (await device.entries()).find(({ recordId }) => recordId === bad)
  /** As if it had failed for so long. */
  const since = async (change: Partial<OutboxEntry>): Promise<void> => {
    await moveEntry(device.db, { id: (await entry())?.id ?? '', from: ['sent', 'refused'], change: () => change })
  }
  const setApart = async (): Promise<void> => {
    await device.push(transport)
    await since({ failures: 4, failingSince: ago(11 * MINUTE) })
    await device.push(transport)
  }
  return { device, server, bad, transport, state, entry, since, setApart }
}
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

it('[PUSH-13] [I11] [SYN-06] an entry over which our server fails holds back no other; set apart, its author sees it, and it is tried again seldom', async () => {
  const { device, server, bad, transport, state, entry, since } = await failingEntry()
  await device.commands.update('client', bad, { PRENOM: 'Après' })
  for (let push = 1; push <= 6; push++) expect(await device.push(transport)).toMatchObject({ kind: 'retry' })
  expect(await entry()).toMatchObject({ state: 'sent', failures: 6, error: null })
  expect(server.applied).toHaveLength(1)

  await since({ failingSince: ago(11 * MINUTE) })
  await device.push(transport)
  expect(await entry()).toMatchObject({ state: 'refused', error })
  // Nobody has refused it: a payment that waits so is counted, and is not entered a second time.
  expect(await device.state('client', bad)).toBe('pending')
  const { fired } = state
  await device.push(transport)
  expect(state.fired).toBe(fired)

  await since({ failedAt: ago(61 * MINUTE) })
  await device.push(transport)
  expect(state.fired).toBe(fired + 1)
  expect(await entry()).toMatchObject({ state: 'refused', error })

  state.healed = true
  await since({ failedAt: ago(61 * MINUTE) })
  await device.push(transport)
  expect(await device.entries()).toEqual([])
  expect(server.applied).toHaveLength(2)
  expect(new Set(state.sent).size).toBe(1)
  await device.close()
})

it('[PUSH-13] [I3] one that is sent again as it was keeps its mutation id: what the server had accepted is made once', async () => {
  const { device, server, transport, state, entry, setApart } = await failingEntry({ applies: true })
  await setApart()
  const before = await entry()
  expect(before).toMatchObject({ state: 'refused' })
  await device.resolver.correct(before?.id ?? '', {})
  expect(await entry()).toMatchObject({ id: before?.id, state: 'sent', error: null, failures: 0, attempts: 0 })
  state.healed = true
  await device.push(transport)
  expect(await device.entries()).toEqual([])
  expect(server.applied.filter((id) => id === before?.id)).toHaveLength(1)
  await device.close()
})

it('[PUSH-13] one that is corrected leaves with another mutation id, and one that is abandoned leaves the device', async () => {
  const { device, bad, transport, entry, setApart } = await failingEntry()
  await setApart()
  const before = await entry()
  await device.resolver.correct(before?.id ?? '', { NOM: 'Corrigé' })
  const corrected = await entry()
  expect(corrected).toMatchObject({ state: 'pending', failures: 0, patch: { NOM: 'Corrigé' } })
  expect(corrected?.id).not.toBe(before?.id)
  await setApart()
  await device.resolver.abandon(corrected?.id ?? '')
  expect(await device.entries()).toEqual([])
  expect(await device.shown('client', bad)).toBeNull()
  await device.push(transport)
  await device.close()
})

it.each([
  ['a gateway', { status: 500, epoch: null }],
  ['what answers another call', { status: 500, mutation: 'other' }],
  ['our server that is not ready', { status: 503, body: { code: 'UNAVAILABLE', message: '' } }],
])('[PUSH-13] %s is no failure of an entry: nothing counts against it', async (_name, answer) => {
  const { device, transport, entry, state } = await failingEntry({ answer })
  expect(await device.push(transport)).toMatchObject({ kind: 'retry' })
  expect(state.fired).toBe(1)
  const waiting = await entry()
  expect([waiting?.state, waiting?.failures]).toEqual(['sent', undefined])
  await device.close()
})
