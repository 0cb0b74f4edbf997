import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Reply, Transport } from '../net/transport.ts'
import { afterFailure, tryApartAgain } from './set-apart.ts'

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
