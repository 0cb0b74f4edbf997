import { afterEach, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'

/** The deletion of an appointment is a soft delete: the server keeps its row, and the answer to the deletion does not show it. */

const rdv = { IDRDV: uuidv7(), RDV_DEBUT: '2026-03-02 09:00', RDV_FIN: '2026-03-02 10:00', IDPERSONNELS: ['p1'] }

let server: FakeServer
let device: Device
const line = () => server.transport()
const pull = () => device.pull(line(), ['rdv'])
const shown = () => device.shown('rdv', rdv.IDRDV)
const states = async () => (await device.entries()).map(({ action, state }) => `${action} ${state}`)

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
  server.put('rdv', rdv)
  await pull()
  await device.commands.remove('rdv', rdv.IDRDV)
})
afterEach(() => device.close())

it('[PUSH-8] stays deleted on its device until the row comes, and is then done', async () => {
  await device.push(line())
  expect(await states()).toEqual(['delete acked'])
  expect(await shown()).toMatchObject({ SUPPRIME: 1 })
  await pull()
  expect(await states()).toEqual([])
  expect(await shown()).toMatchObject({ SUPPRIME: 1 })
  expect(await device.state('rdv', rdv.IDRDV)).toBe('synced')
})

it('[PUSH-8] [I4] an answer that arrives after the page with its effect removes no row', async () => {
  const slow = line()
  await device.push({
    ...slow,
    call: async (call) => {
      const answer = await slow.call(call)
      await pull()
      return answer
    },
  })
  expect(await states()).toEqual([])
  expect(await shown()).toMatchObject({ SUPPRIME: 1 })
  expect(await device.state('rdv', rdv.IDRDV)).toBe('synced')
})

it('[PUSH-8] can be restored between the answer and the row', async () => {
  await device.push(line())
  await device.commands.restore('rdv', rdv.IDRDV)
  expect(await shown()).toMatchObject({ SUPPRIME: 0 })
  await device.push(line())
  await pull()
  expect(await states()).toEqual([])
  expect(await shown()).toMatchObject({ SUPPRIME: 0 })
  expect(server.rows.get(rdv.IDRDV)?.record).toMatchObject({ SUPPRIME: 0 })
})

it('[PUSH-8] [PULL-7] is removed with its scope, and its entry does not wait for the row', async () => {
  await device.push(line())
  server.rows.delete(rdv.IDRDV)
  server.scope = 'scope-2'
  await pull()
  expect(await states()).toEqual([])
  expect(await shown()).toBeNull()
})

it('[PUSH-8] [HEAL-7] [I4] shows what a restored server holds, when the answer came before the restore and the row after it', async () => {
  await device.push(line())
  const restore = server.backup()
  restore()
  // A colleague's edit, unseen by the deleter, was sent again first and keeps the appointment (MERGE-4).
  server.put('rdv', { ...rdv, SUPPRIME: 0 })
  for (let round = 0; round < 2; round++) await pull()
  expect(await states()).toEqual([])
  expect(await shown()).toMatchObject({ SUPPRIME: 0 })
  expect(await device.state('rdv', rdv.IDRDV)).toBe('synced')
})
