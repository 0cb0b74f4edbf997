import { expect, it, onTestFinished, vi } from 'vitest'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { emptyStorage, fillStorage } from '../../tests/support/full-storage.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Transport } from '../net/transport.ts'
import { moveEntry } from '../outbox/states.ts'
import { startReplicator } from './replicator.ts'
import type { ReplicationEvent } from './status.ts'

/** Full jitter's longest waits, which a jitter of 1 gives. */
const BACK_OFF = [500, 1000, 2000, 4000, 8000]

/** Waits between failed tries grow, however many entries are pending: they must not cost battery, nor overload a server that comes back. */
it('[I12] [SYN-03] waits between tries while the server cannot be reached, and begins again with short waits when asked', async () => {
  const device = await openDevice()
  await device.commands.create('client', { NOM: 'Premier' }, { skipDuplicateCheck: true })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  /** The waits that were begun, each with what ends it: time passes here only when the test says so. */
  const waits: { ms: number; end: () => void }[] = []
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((end: () => void, ms: number) => {
    if (BACK_OFF.includes(ms)) waits.push({ ms, end })
  }) as unknown as typeof setInterval)
  // Its first look at the files would end the first wait.
  vi.spyOn(device.db.files, 'watch').mockReturnValue(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  const stop = new AbortController()
  // The loops that read wait for an answer: only the one that sends begins waits.
  const silent = (): Promise<never> =>
    new Promise((_resolve, reject) => stop.signal.addEventListener('abort', () => reject(new TypeError('left'))))
  let tries = 0
  const transport: Transport = {
    call: ({ method }) => {
      if (method === 'GET') return silent()
      tries += 1
      return Promise.reject(new TypeError('fetch failed'))
    },
    stream: silent,
  }
  const replicator = startReplicator({ db: device.db, transport, signal: stop.signal, onEvent: () => undefined })
  const asked = (): number[] => waits.map(({ ms }) => ms)
  await expect.poll(asked).toEqual([500])
  for (const ms of [1000, 2000, 4000]) {
    waits.at(-1)?.end()
    await expect.poll(() => asked().at(-1)).toBe(ms)
  }
  expect([asked(), tries]).toEqual([[500, 1000, 2000, 4000], 4])
  // The fourth wait is cut short, and the next one is a first one again.
  replicator.wake()
  await expect.poll(asked).toEqual([500, 1000, 2000, 4000, 500])
  waits.at(-1)?.end()
  await expect.poll(asked).toEqual([500, 1000, 2000, 4000, 500, 1000])
  expect(tries).toBe(6)
  stop.abort()
  await replicator.stopped
  vi.restoreAllMocks()
  await device.close()
})

it('[SYN-11] [WORK-6] says that the device is full, moves no checkpoint, and continues when there is room', async () => {
  const device = await openDevice()
  const server = new FakeServer()
  const { id } = server.put('client', { IDCLIENT: 'c1', NOM: 'Durand' })
  const events: ReplicationEvent[] = []
  const stop = new AbortController()
  fillStorage(indexedDB)
  const replicator = startReplicator({
    db: device.db,
    transport: { ...server.transport(), stream: () => Promise.reject(new TypeError('fetch failed')) },
    signal: stop.signal,
    onEvent: (event) => events.push(event),
  })
  await expect.poll(() => events).toContainEqual({ type: 'paused', reason: 'storage-full' })
  expect(await device.shown('client', id)).toBeNull()
  emptyStorage(indexedDB)
  await expect.poll(() => device.shown('client', id)).toMatchObject({ NOM: 'Durand' })
  stop.abort()
  await replicator.stopped
  await device.close()
})

it('[PUSH-13] [SYN-06] what was set apart is sent at once when its author asks, and a try that fails begins no other', async () => {
  const device = await openDevice()
  const server = new FakeServer()
  const id = await device.commands.create('client', { NOM: 'À part' }, { skipDuplicateCheck: true })
  const [entry] = await device.entries()
  const error = { code: 'INTERNAL', message: 'panne', status: 500 } as const
  const apart = { state: 'refused', error, attempts: 9, failedAt: new Date().toISOString() } as const
  await moveEntry(device.db, { id: entry?.id ?? '', from: ['pending'], change: () => apart })
  const stop = new AbortController()
  let tries = 0
  const line = server.transport()
  const transport: Transport = {
    ...line,
    call: (call) => {
      if (call.method !== 'POST' || !call.path.startsWith('/clients')) return line.call(call)
      tries += 1
      return tries === 1 ? Promise.reject(new TypeError('fetch failed')) : line.call(call)
    },
  }
  const events: ReplicationEvent[] = []
  const onEvent = (event: ReplicationEvent): void => void events.push(event)
  const replicator = startReplicator({ db: device.db, transport, signal: stop.signal, onEvent })
  await expect.poll(() => events.map(({ type }) => type)).toContain('succeeded')
  expect(tries).toBe(0)
  vi.spyOn(Math, 'random').mockReturnValue(1)
  onTestFinished(() => void vi.restoreAllMocks())
  await device.resolver.correct(entry?.id ?? '')
  await expect.poll(() => server.rows.get(id)?.record, { timeout: 30_000 }).toMatchObject({ NOM: 'À part' })
  // The first one, and the one after its wait: the mark of a try rings no bell.
  expect(tries).toBe(2)
  stop.abort()
  await replicator.stopped
  await device.close()
})
