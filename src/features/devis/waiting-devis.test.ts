import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Article } from '../../../schemas/rules/articles.ts'
import type { Device } from '../../../tests/support/device-steps.ts'
import { FakeServer } from '../../../tests/support/fake-server.ts'
import { openDevice } from '../../../tests/support/local-device.ts'
import { emptyLigne, ligneOf, toLigne } from './lignes.ts'

let server: FakeServer
let device: Device
beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

it('[SET-08 price-list] (outbox) a price that changes, here or elsewhere, changes no draft of this device and no quote that waits to be sent', async () => {
  const { commands } = device
  const id = await commands.create('article', { REFERENCE: 'FEN', LIBELLE: 'Fenêtre', PRIX_HT: 45_000 })
  const article = (await device.shown('article', id)) as unknown as Article
  const copy = toLigne(ligneOf(article, { empty: emptyLigne('l1', [1000]), rate: 550 }))
  server.put('projet', { IDPROJET: 'p', IDCLIENT: 'c' })
  server.put('devis', { IDDEVIS: 'old', IDPROJET: 'p', IDCLIENT: 'c', LIGNES: [copy], NET_HT: 45_000 })
  await device.pull(server.transport())
  const draft = await commands.create('devis', { IDPROJET: 'p', IDCLIENT: 'c', LIGNES: [copy] })
  const quotes = () => Promise.all(['old', draft].map((one) => device.shown('devis', one)))
  const waiting = async () => (await device.entries()).filter(({ resource }) => resource === 'devis')
  const before = { quotes: await quotes(), waiting: await waiting() }
  expect(before.waiting).toHaveLength(1)
  expect(before.quotes).toMatchObject([{ NET_HT: 45_000 }, { NET_HT: 45_000 }])

  await commands.update('article', id, { PRIX_HT: 60_000, LIBELLE: 'Fenêtre alu' })
  await commands.update('article', id, { ARCHIVE: 1 })
  server.put('article', { id: 'other', REFERENCE: 'FEN', LIBELLE: 'Fenêtre', PRIX_HT: 1 })
  await device.pull(server.transport())
  expect(await device.shown('article', id)).toMatchObject({ PRIX_HT: 60_000, ARCHIVE: 1 })
  expect({ quotes: await quotes(), waiting: await waiting() }).toEqual(before)

  await device.push(server.transport())
  expect(server.rows.get(draft)?.record).toMatchObject({ LIGNES: [copy], NET_HT: 45_000 })
})
