import { afterEach, beforeEach, expect, it } from 'vitest'
import { callOf } from '../../schemas/protocol.ts'
import type { Relance } from '../../schemas/rules/relance.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { openDevice } from '../../tests/support/local-device.ts'

let device: Device
beforeEach(async () => {
  device = await openDevice('camille')
})
afterEach(() => device.close())

it('[MGR-12] [OUT-4] two reminders made offline are both shown, and are sent as two calls after the quote itself', async () => {
  const id = await device.commands.create('devis', { IDPROJET: 'p', IDCLIENT: 'c', LIGNES: [] })
  await device.commands.relance(id, 'telephone')
  await device.commands.relance(id, 'mail')
  const shown = (await device.shown('devis', id))?.RELANCES as Relance[]
  expect(shown.map(({ CANAL, IDPERSONNEL }) => [CANAL, IDPERSONNEL])).toEqual([
    ['telephone', 'camille'],
    ['mail', 'camille'],
  ])
  const entries = await device.entries()
  expect(entries.map(({ action }) => action)).toEqual(['create', 'relance', 'relance'])
  const [made, first] = entries.map((entry) => entry.id)
  expect(entries.map(({ after }) => after)).toEqual([[], [made], [first]])
  // The call sends the last one of the list.
  const asked = entries.slice(1).map(({ patch }) => (patch.RELANCES as Relance[]).at(-1)?.CANAL)
  expect(asked).toEqual(['telephone', 'mail'])
  expect(callOf('/devis', id, 'relance')).toEqual({ method: 'POST', path: `/devis/${id}/relance` })
})

it('[MGR-12] no update writes the reminders', async () => {
  const id = await device.commands.create('devis', { IDPROJET: 'p', IDCLIENT: 'c', LIGNES: [] })
  const made: Relance = { id: 'x', LE: '2026-11-20T10:00:00.000Z', CANAL: 'mail', IDPERSONNEL: 'diane' }
  await device.commands.update('devis', id, { RELANCES: [made] })
  expect((await device.shown('devis', id))?.RELANCES).toEqual([])
})
