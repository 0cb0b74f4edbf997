import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { PullStopped } from '../net/pull-stopped.ts'
import { readPullState } from '../store/checkpoints.ts'

/** A leader that was frozen, lost its lock to another one, and wakes up in the middle of its work (WORK-2). */

let server: FakeServer
let device: Device
const pull = () => device.pull(server.transport(), ['client'])

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

/** Holds the next write of the pull's state until `thaw`. */
function freezeAtCheckpoint(): { reached: Promise<void>; thaw: () => void } {
  let thaw: () => void = () => undefined
  let reach: () => void = () => undefined
  const frozen = new Promise<void>((resolve) => {
    thaw = resolve
  })
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const rx = device.db.rx
  const getLocal = rx.getLocal.bind(rx)
  // The state is read again right before it is written.
  let reads = 0
  rx.getLocal = (async (id: string) => {
    const doc = await getLocal(id)
    if (id === 'pull:client' && ++reads === 2) {
      reach()
      await frozen
    }
    return doc
  }) as typeof rx.getLocal
  return { reached, thaw }
}

it.each(['one round', 'two rounds'])(
  '[PULL-4] [WORK-2] does not store its older generation over its successor’s (%s)',
  async (rounds) => {
    server.put('client', { IDCLIENT: 'stays', NOM: 'A' })
    server.put('client', { IDCLIENT: 'goes', NOM: 'B' })
    await pull()
    server.put('client', { IDCLIENT: 'stays', NOM: 'A2' })
    const { reached, thaw } = freezeAtCheckpoint()
    const old = pull().then(
      () => 'ended',
      (error: unknown) => (error instanceof PullStopped ? error.reason : String(error)),
    )
    await reached
    // Rights change meanwhile: the successor reads everything again.
    server.scope = 'scope-2'
    await pull()
    if (rounds === 'two rounds') await pull()
    const successor = await readPullState(device.db, 'client')
    thaw()
    expect(await old).toBe('overtaken')
    expect(await readPullState(device.db, 'client')).toEqual(successor)
    server.remove('goes')
    await pull()
    expect(await device.shown('client', 'goes')).toBeNull()
  },
)

it('[PULL-4] does not overwrite a first synchronisation that its successor has begun', async () => {
  server.put('client', { IDCLIENT: 'a', NOM: 'A' })
  server.pageSize = 1
  server.put('client', { IDCLIENT: 'b', NOM: 'B' })
  const { reached, thaw } = freezeAtCheckpoint()
  const old = pull().catch((error: unknown) => (error as PullStopped).reason)
  await reached
  await pull()
  const successor = await readPullState(device.db, 'client')
  thaw()
  expect(await old).toBe('overtaken')
  expect(await readPullState(device.db, 'client')).toEqual(successor)
})
