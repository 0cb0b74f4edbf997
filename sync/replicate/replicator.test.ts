import { expect, it, vi } from 'vitest'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { emptyStorage, fillStorage } from '../../tests/support/full-storage.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Transport } from '../net/transport.ts'
import { startReplicator } from './replicator.ts'
import type { ReplicationEvent } from './status.ts'

const waits = (times: readonly number[]): number[] => times.slice(1).map((time, n) => time - (times[n] ?? 0))

/** Waits between failed tries grow, however many entries are pending: they must not cost battery, nor overload a server that comes back. */
it('[I12] [SYN-03] waits between tries while the server cannot be reached, and begins again with short waits when asked', async () => {
  const device = await openDevice()
  const sent: number[] = []
  const transport: Transport = {
    call: async ({ method }) => {
      if (method !== 'GET') sent.push(performance.now())
      throw new TypeError('fetch failed')
    },
    stream: () => Promise.reject(new TypeError('fetch failed')),
  }
  const stop = new AbortController()
  await device.commands.create('client', { NOM: 'Premier' }, { skipDuplicateCheck: true })
  // Jitter of 1: the longest wait each time.
  const random = vi.spyOn(Math, 'random').mockReturnValue(1)
  const replicator = startReplicator({ db: device.db, transport, signal: stop.signal, onEvent: () => undefined })
  // Waits of half a second (which the bell of the entry itself may end), one and two: without them the loop would make hundreds of tries.
  await expect.poll(() => sent.length).toBe(4)
  const before = waits(sent)
  expect(before[1]).toBeGreaterThan(900)
  expect(before[2]).toBeGreaterThan(1900)
  replicator.wake()
  await expect.poll(() => sent.length).toBe(6)
  // The fourth wait (4 s) was cut short, and the next one is a first one again: both are shorter than the third.
  for (const ms of waits(sent).slice(3)) expect(ms).toBeLessThan(before[2] ?? 0)
  random.mockRestore()
  stop.abort()
  await replicator.stopped
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
