import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { USES } from '../../schemas/protocol.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { png } from '../../tests/support/sample-files.ts'
import type { Call } from '../net/transport.ts'
import { readStored } from '../store/read.ts'

/** What a deletion tells the server of the records that use the deleted one. */

const client = { IDCLIENT: uuidv7(), NOM: 'Martin' }
const projet = { IDPROJET: uuidv7(), IDCLIENT: client.IDCLIENT }
const rdv = {
  IDRDV: uuidv7(),
  IDPROJET: projet.IDPROJET,
  RDV_DEBUT: '2026-03-02 09:00',
  RDV_FIN: '2026-03-02 10:00',
  IDPERSONNELS: ['p1'],
}
const report = { IDSOUMISSION: uuidv7(), IDRDV: rdv.IDRDV, IDRAPPORT: uuidv7() }

let server: FakeServer
let device: Device
const ALL = ['client', 'projet', 'rdv', 'soumission'] as const
const entry = async (resource: string) =>
  (await device.entries()).find((one) => one.resource === resource && one.action === 'delete')
const said = async (resource: string) => (await entry(resource))?.base?.[USES]

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
  server.put('client', client)
  server.put('projet', projet)
  server.put('rdv', rdv)
  server.put('soumission', report)
  await device.pull(server.transport(), ALL)
})
afterEach(() => device.close())

it('[MERGE-7] names what it has of a project, and its VERSION, a report of its appointment too', async () => {
  await device.commands.remove('projet', projet.IDPROJET)
  expect(await said('projet')).toEqual({
    known: { projet: { [projet.IDPROJET]: 1 }, rdv: { [rdv.IDRDV]: 1 }, soumission: { [report.IDSOUMISSION]: 1 } },
    mine: [],
  })
})

it('[MERGE-7] [PUSH-1] names its own open edits, made before the deletion, and is sent after them', async () => {
  await device.commands.update('rdv', rdv.IDRDV, { OBSERVATIONS: 'a' })
  const { IDRDV: _, ...made } = rdv
  const id = await device.commands.create('rdv', made)
  const edits = (await device.entries()).map((one) => one.id)
  await device.commands.remove('projet', projet.IDPROJET)
  const { known, mine } = (await said('projet')) as { known: Values; mine: string[] }
  expect(known.rdv).toEqual({ [rdv.IDRDV]: 1, [id]: 0 })
  expect(mine.sort()).toEqual(edits.sort())
  expect((await entry('projet'))?.after).toEqual(expect.arrayContaining(edits))
})

it('[MERGE-7] [FILE-6] comes after its own unsent files, which it names as known', async () => {
  const file = await device.files.add({
    resource: 'rdv',
    recordId: rdv.IDRDV,
    projectId: projet.IDPROJET,
    origin: 'photo',
    name: 'photo.png',
    type: 'image/png',
    bytes: png('a'),
  })
  await device.commands.remove('projet', projet.IDPROJET)
  expect(await said('projet')).toMatchObject({ known: { fichier: { [file]: 0 } } })
  expect((await entry('projet'))?.after).toContain(file)
})

it('[MERGE-7] « the project, then its client »: a project that its own deletion hides is not named as known', async () => {
  await device.commands.remove('projet', projet.IDPROJET)
  await device.commands.remove('client', client.IDCLIENT)
  expect(await said('client')).toEqual({ known: { client: { [client.IDCLIENT]: 1 } }, mine: [] })
})

it('[MERGE-4] names the edits of the record that this device made, acknowledged or not', async () => {
  await device.commands.update('rdv', rdv.IDRDV, { OBSERVATIONS: 'a' })
  await device.push(server.transport())
  await device.commands.update('rdv', rdv.IDRDV, { OBSERVATIONS: 'b' })
  const edits = (await readStored(device.db.outbox, { selector: {} })).map((one) => one.id).sort()
  await device.commands.remove('rdv', rdv.IDRDV)
  expect(edits).toHaveLength(2)
  expect(await said('rdv')).toEqual({ known: { rdv: { [rdv.IDRDV]: 2 } }, mine: edits })
})

it('[MERGE-7] the body of the deletion holds it', async () => {
  const sent: Call[] = []
  const line = server.transport()
  const listening = {
    ...line,
    call: (call: Call) => {
      sent.push(call)
      return line.call(call)
    },
  }
  await device.commands.remove('projet', projet.IDPROJET)
  await device.commands.remove('rdv', rdv.IDRDV)
  const uses = { projets: { [USES]: await said('projet') }, rdvs: { [USES]: await said('rdv') } }
  await device.push(listening)
  const bodies = sent.filter((call) => call.method === 'DELETE').map(({ path, body }) => [path.split('/')[1], body])
  expect(Object.fromEntries(bodies)).toEqual(uses)
})

it('[MERGE-7] [MERGE-4] a deletion that lost shows the record again, on this device too', async () => {
  await device.commands.remove('projet', projet.IDPROJET)
  expect(await device.shown('projet', projet.IDPROJET)).toBeNull()
  const line = server.transport()
  await device.push({
    ...line,
    call: async (call: Call) => {
      if (call.method !== 'DELETE') return line.call(call)
      // The server keeps it: a colleague's report was not known here.
      return {
        status: 200,
        body: { data: { ...server.rows.get(projet.IDPROJET)?.record, VERSION: 1 } },
        mutation: call.headers?.['idempotency-key'] ?? null,
        epoch: server.epoch,
        seq: server.seq,
        retryAfter: null,
        overwritten: [],
      }
    },
  })
  expect(await device.shown('projet', projet.IDPROJET)).toMatchObject({ IDPROJET: projet.IDPROJET })
  expect(await device.state('projet', projet.IDPROJET)).toBe('synced')
  expect(await device.entries()).toEqual([])
})
