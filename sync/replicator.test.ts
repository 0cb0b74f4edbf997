import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { openDevice } from '../tests/support/local-device.ts'
import { startReplicator } from './replicator.ts'
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
