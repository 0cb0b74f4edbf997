import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { completeAcked, recover } from '../outbox/acknowledge.ts'
import { moveEntry } from '../outbox/states.ts'
import { withdraw } from '../replicate/withdraw.ts'

/**
 * A creation is accepted and the app ends before the server's state is applied; before the next pull, the record leaves its author's sight. A random fault run
 * (seed 483939) found the record on the phone for ever.
 */

const rdv = { RDV_DEBUT: '2026-03-02 09:00', RDV_FIN: '2026-03-02 10:00', IDPERSONNELS: ['p1'] }

let server: FakeServer
let device: Device
let id: string
const line = () => server.transport()
const pull = () => device.pull(line(), ['rdv'])
const shown = () => device.shown('rdv', id)
const make = async () => {
  id = await device.commands.create('rdv', rdv)
}
const states = async () => (await device.entries()).map(({ action, state }) => `${action} ${state}`)

/** The app ends where the accepted creation would be applied, and starts again. */
async function pushAndEnd(): Promise<void> {
  const storage = device.db.of('rdv').storageInstance
  const { bulkWrite } = storage
  storage.bulkWrite = async () => {
    throw new Error('the app has ended')
  }
  await expect(device.push(line())).rejects.toThrow('the app has ended')
  storage.bulkWrite = bulkWrite
  await recover(device.db)
}

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

it('[OUT-3] [OUT-5] the entry stays open until the server’s state is applied, also through a restart', async () => {
  await pull()
  await make()
  await pushAndEnd()
  expect(await states()).toEqual(['create acked'])
  await pull()
  expect(await states()).toEqual([])
  expect(await device.state('rdv', id)).toBe('synced')
})

it('[PULL-7] [I4] the record leaves the device with its author’s rights', async () => {
  await pull()
  await make()
  await pushAndEnd()
  server.rows.delete(id)
  server.scope = 'scope-2'
  await pull()
  expect(await states()).toEqual([])
  expect(await shown()).toBeNull()
})

it('[PULL-8] [I4] and so it does where the device had read nothing yet', async () => {
  await make()
  await pushAndEnd()
  // The row has another owner now: a first sync does not name it.
  server.rows.delete(id)
  await pull()
  expect(await states()).toEqual([])
  expect(await shown()).toBeNull()
})

it('[PULL-11] [I4] and with the right to read any, while what the server does not have stays', async () => {
  await pull()
  await make()
  await pushAndEnd()
  const waiting = await device.commands.create('rdv', rdv)
  await withdraw({ db: device.db, resource: 'rdv', signal: new AbortController().signal })
  await completeAcked(device.db)
  expect(await states()).toEqual(['create pending'])
  expect(await shown()).toBeNull()
  expect(await device.shown('rdv', waiting)).toMatchObject({ IDRDV: waiting })
  // The right comes back.
  await device.push(line())
  await pull()
  expect([await states(), await shown(), await device.state('rdv', waiting)]).toEqual([
    [],
    expect.objectContaining({ IDRDV: id }),
    'synced',
  ])
})

it('[PULL-7] [I4] a record that was accepted after the last page stays, and the next pull brings it', async () => {
  await pull()
  server.scope = 'scope-2'
  const slow = line()
  await make()
  let isPushed = false
  await device.pull(
    {
      ...slow,
      call: async (call) => {
        const answer = await slow.call(call)
        // The page that ends the iteration is on its way while the creation is accepted.
        if (answer.status === 200 && !isPushed) {
          isPushed = true
          await pushAndEnd()
        }
        return answer
      },
    },
    ['rdv'],
  )
  expect(isPushed).toBe(true)
  expect(await states()).toEqual(['create acked'])
  expect(await shown()).toMatchObject({ IDRDV: id })
  await pull()
  expect(await states()).toEqual([])
  expect(await device.state('rdv', id)).toBe('synced')
})

it('[PULL-7] [I4] a record without an entry and without a state of the server, as earlier versions left it, goes with the next resync', async () => {
  await pull()
  await make()
  await pushAndEnd()
  server.rows.delete(id)
  const [entry] = await device.entries()
  await moveEntry(device.db, { id: entry?.id ?? '', from: ['acked'], change: () => ({ state: 'done', open: '0' }) })
  expect(await shown()).toMatchObject({ IDRDV: id })
  server.scope = 'scope-2'
  await pull()
  expect(await shown()).toBeNull()
})
