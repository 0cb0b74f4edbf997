import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { FakeMaster } from '../tests/support/fake-master.ts'
import { emptyStorage, fillStorage } from '../tests/support/full-storage.ts'
import { openDevice } from '../tests/support/local-device.ts'
import { startReplicator } from './replicator.ts'
import type { ReplicationEvent } from './status.ts'
import type { Transport } from './transport.ts'

/** Tries that fail are further and further apart, however many writes wait: nobody's battery, and no server that comes back, pays for them. */
it('[I12] [SYN-03] waits between tries while the server cannot be reached, and begins anew when asked', async () => {
  const device = await openDevice()
  const sent: string[] = []
  const transport: Transport = {
    call: async ({ method, path }) => {
      if (method !== 'GET') sent.push(path)
      throw new TypeError('fetch failed')
    },
    stream: () => Promise.reject(new TypeError('fetch failed')),
  }
  const stop = new AbortController()
  await device.commands.create('client', { NOM: 'Premier' }, { skipDuplicateCheck: true })
  const replicator = startReplicator({ db: device.db, transport, signal: stop.signal, onEvent: () => undefined })
  await wait(3000)
  const tries = sent.length
  expect(tries).toBeGreaterThan(0)
  // Without its waits the loop made some hundreds.
  expect(tries).toBeLessThan(20)
  // The longest wait each time: those that follow are of the first failures again, half a second and one, not eight.
  const random = vi.spyOn(Math, 'random').mockReturnValue(1)
  replicator.wake()
  await expect.poll(() => sent.length, { timeout: 2000 }).toBeGreaterThan(tries)
  await expect.poll(() => sent.length, { timeout: 6000 }).toBeGreaterThanOrEqual(tries + 3)
  random.mockRestore()
  stop.abort()
  await replicator.stopped
  await device.close()
})

it('[SYN-11] [WORK-6] says that the device is full, moves nothing, and goes on when there is room', async () => {
  const device = await openDevice()
  const master = new FakeMaster()
  const { id } = master.put('client', { IDCLIENT: 'c1', NOM: 'Durand' })
  const events: ReplicationEvent[] = []
  const stop = new AbortController()
  fillStorage(indexedDB)
  const replicator = startReplicator({
    db: device.db,
    transport: { ...master.transport(), stream: () => Promise.reject(new TypeError('fetch failed')) },
    signal: stop.signal,
    onEvent: (event) => events.push(event),
  })
  await expect.poll(() => events).toContainEqual({ type: 'paused', reason: 'storage-full' })
  expect(await device.shown('client', id)).toBeNull()
  emptyStorage(indexedDB)
  await expect.poll(() => device.shown('client', id), { timeout: 10_000 }).toMatchObject({ NOM: 'Durand' })
  stop.abort()
  await replicator.stopped
  await device.close()
})
