import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { readStored } from '../store/read.ts'

/** Several local writes that are one save (OUT-13). */

let server: FakeServer
let device: Device

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

const putClient = async (): Promise<string> => {
  const { id } = server.put('client', { IDCLIENT: uuidv7(), NOM: 'Durand', PRENOM: 'Zoé' })
  await device.pull(server.transport(), ['client'])
  return id
}

/** A person, with their address and a project, as the form of a new client saves them. */
const save = () =>
  device.commands.together(async (commands) => {
    const IDADRESSE = await commands.create('adresse', { ADRESSE: '1 rue Neuve', VILLE: 'Lyon' })
    const client = await commands.create('client', { NOM: 'Petit', IDADRESSE }, { skipDuplicateCheck: true })
    const projet = await commands.create('projet', { IDCLIENT: client, DESCRIPTION: 'Portail' })
    return { IDADRESSE, client, projet }
  })

it('[OUT-13] writes the entries in one step, each after what it points to', async () => {
  const insert = vi.spyOn(device.db.outbox.storageInstance, 'bulkWrite')
  const { IDADRESSE, client, projet } = await save()
  expect(insert.mock.calls.map(([rows]) => rows.length)).toEqual([3])
  const entries = await device.entries()
  const of = (id: string) => entries.find(({ recordId }) => recordId === id)
  expect(of(client)?.after).toEqual([of(IDADRESSE)?.id])
  expect(of(projet)?.after).toEqual([of(client)?.id])
  expect(await device.shown('projet', projet)).toMatchObject({ DESCRIPTION: 'Portail', IDCLIENT: client })
  await device.push(server.transport())
  expect(await device.entries()).toEqual([])
  expect(server.rows.get(projet)?.record.IDCLIENT).toBe(client)
})

describe('[OUT-13] nothing is written', () => {
  const nothing = async (): Promise<void> => {
    expect(await device.entries()).toEqual([])
    expect(await readStored(device.db.of('adresse'), { selector: {} })).toEqual([])
  }
  it('where one of the writes is refused', async () => {
    const half = device.commands.together(async (commands) => {
      await commands.create('adresse', { ADRESSE: '1 rue Neuve', VILLE: 'Lyon' })
      await commands.create('client', { MAIL: 'no address' })
    })
    await expect(half).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await nothing()
    await save()
    expect(await device.entries()).toHaveLength(3)
  })
  it('where the phone has no room', async () => {
    const { storageInstance } = device.db.outbox
    const full = vi
      .spyOn(storageInstance, 'bulkWrite')
      .mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
    await expect(save()).rejects.toThrow()
    expect(full).toHaveBeenCalledTimes(1)
    await nothing()
  })
})

it('[OUT-13] [OUT-4] an edit does not fold into a former entry, which would be written before the others', async () => {
  const client = await putClient()
  await device.commands.update('client', client, { NOM: 'Durant' })
  const [first] = await device.entries()
  await device.commands.together(async (commands) => {
    await commands.update('client', client, { PRENOM: 'Léa' })
    await commands.create('projet', { IDCLIENT: client, DESCRIPTION: 'Portail' })
  })
  const entries = await device.entries()
  expect(entries.map(({ patch }) => patch.NOM ?? patch.PRENOM ?? patch.DESCRIPTION).sort()).toEqual([
    'Durant',
    'Léa',
    'Portail',
  ])
  expect(entries.find(({ patch }) => patch.PRENOM === 'Léa')?.after).toEqual([first?.id])
  expect(await device.shown('client', client)).toMatchObject({ NOM: 'Durant', PRENOM: 'Léa' })
})

it('[OUT-13] [OUT-4] a save that writes one record folds as ever', async () => {
  const client = await putClient()
  await device.commands.update('client', client, { NOM: 'Durant' })
  await device.commands.together((commands) => commands.update('client', client, { PRENOM: 'Léa' }))
  expect((await device.entries()).map(({ patch }) => patch)).toEqual([{ NOM: 'Durant', PRENOM: 'Léa' }])
})

it('[OUT-9] [OUT-13] another command waits until all is written', async () => {
  const client = await putClient()
  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const first = device.commands.together(async (commands) => {
    await commands.update('client', client, { NOM: 'Durant' })
    await held
  })
  const second = device.commands.update('client', client, { NOM: 'Dupont' })
  goOn()
  await Promise.all([first, second])
  const [entry, ...more] = await device.entries()
  expect(more).toEqual([])
  expect([entry?.base?.NOM, entry?.patch.NOM]).toEqual(['Durand', 'Dupont'])
})
