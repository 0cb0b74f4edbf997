import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { unsentFiles } from '../store/file-store.ts'
import { queueSavedDrafts, watchSavedDrafts } from './draft-files.ts'
import type { NewFile } from './files.ts'

let server: FakeServer
let device: Device
let account: string

beforeEach(async () => {
  server = new FakeServer()
  account = uuidv7()
  device = await openDevice(account)
})
afterEach(() => device.close())

const report = uuidv7()
const photo = (recordId = report): NewFile & { id: string } => ({
  id: uuidv7(),
  resource: 'soumission',
  recordId,
  projectId: 'projet-1',
  origin: 'photo',
  name: 'photo.jpg',
  type: 'image/jpeg',
  bytes: randomBytes(500),
})
const create = (REPONSES: Record<string, string>) =>
  device.commands.create('soumission', { IDRAPPORT: 'r', IDPROJET: 'projet-1', REPONSES } as never, { id: report })
/** The page ends, whatever it was doing, and the device is opened again. */
async function phoneStops(): Promise<void> {
  await device.close()
  device = await openDevice(account)
}
const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)
const drafts = () => device.db.files.drafts.toCollection().primaryKeys()

it('[FILE-12] a picture of a report that is not saved outlives the page, and nothing sends or counts it', async () => {
  const one = photo()
  await device.files.keepDraft(one)
  await phoneStops()
  expect(new Uint8Array((await device.files.bytesOf(report)).get(one.id) ?? [])).toEqual(new Uint8Array(one.bytes))
  expect(await device.files.bytesOf('another')).toEqual(new Map())
  expect(await device.upload(server.transport())).toEqual({ kind: 'idle' })
  expect([await unsentFiles(device.db.files), server.calls.filter(({ path }) => path.startsWith('/drive'))]).toEqual([
    [],
    [],
  ])
})

it('[FILE-12] saved, it is a file of the queue and no draft', async () => {
  const one = photo()
  await device.files.keepDraft(one)
  await create({ facade: one.id })
  expect(await device.files.add(one)).toBe(one.id)
  expect(await drafts()).toEqual([])
  expect(await unsentFiles(device.db.files)).toMatchObject([{ id: one.id, recordId: report, state: 'pending' }])
})

it('[FILE-12] [OUT-13] where the phone stops after the report is saved, the pictures that it names follow it', async () => {
  const [named, second, other] = [photo(), photo(), photo()]
  for (const one of [named, second, other]) await device.files.keepDraft(one)
  await create({ facade: `${named.id}\n${second.id}`, besoin: 'Combles' })
  await phoneStops()
  const [entry] = await device.entries()
  await device.upload(server.transport())
  const queued = await unsentFiles(device.db.files)
  expect(queued.map(({ id }) => id).sort()).toEqual([named.id, second.id].sort())
  // After the report (FILE-3).
  expect(queued.map(({ after }) => after)).toEqual([[entry?.id], [entry?.id]])
  expect(await drafts()).toEqual([other.id])
})

it('[FILE-12] [OUT-13] also where the phone stops before the entry of the report is applied', async () => {
  const one = photo()
  await device.files.keepDraft(one)
  await create({ facade: one.id })
  // Another tab leads and goes on: nothing is recovered.
  const [record] = await device.db.of('soumission').storageInstance.findDocumentsById([report], false)
  await device.db
    .of('soumission')
    .storageInstance.bulkWrite([{ previous: record, document: { ...record, _deleted: true } }] as never, 'test')
  expect(await device.shown('soumission', report)).toBeNull()
  await queueSavedDrafts(device.db)
  expect((await unsentFiles(device.db.files)).map(({ id }) => id)).toEqual([one.id])
})

it('[FILE-12] [OUT-13] so does the PV by which reserves are lifted, once they name it', async () => {
  const work = uuidv7()
  const pv: NewFile & { id: string } = {
    ...photo(work),
    resource: 'intervention',
    origin: 'intervention_levee_reserves',
    name: 'Levée de réserves.pdf',
    type: 'application/pdf',
  }
  const reserve = { id: 'r1', GENRE: 'reserve', TEXTE: 'Seuil', LE: '2026-11-20T08:00:00.000Z', IDPERSONNEL: 'p' }
  await device.commands.create(
    'intervention',
    {
      IDPROJET: 'projet-1',
      RDV_DEBUT: '2026-11-20 08:00',
      RDV_FIN: '2026-11-20 17:00',
      NOTES: [reserve],
      IDINTERVENTION_PLANNING: [],
    } as never,
    { id: work },
  )
  await device.files.keepDraft(pv)
  await queueSavedDrafts(device.db)
  expect(await drafts()).toEqual([pv.id])
  await device.commands.update('intervention', work, { NOTES: [{ ...reserve, LEVEE: pv.id }] } as never)
  await phoneStops()
  await queueSavedDrafts(device.db)
  expect(await drafts()).toEqual([])
  expect(await unsentFiles(device.db.files)).toMatchObject([{ id: pv.id, recordId: work, state: 'pending' }])
})

it('[FILE-12] a phone without room keeps what a saved record names, also after a week, says so, and sends the rest', async () => {
  const [one, other] = [photo(), photo('another')]
  await device.files.keepDraft(one)
  await create({ facade: one.id })
  await device.files.add({ ...other, resource: 'projet', recordId: 'projet-1', origin: 'document' })
  const full = vi.spyOn(device.db.files.files, 'add').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  await expect(device.upload(server.transport())).rejects.toThrow()
  const late = inDays(8)
  for (let day = 0; day <= 8; day += 1) await expect(queueSavedDrafts(device.db, inDays(day))).rejects.toThrow()
  expect([await drafts(), server.rows.has(other.id)]).toEqual([[one.id], true])
  full.mockRestore()
  await queueSavedDrafts(device.db, late)
  expect((await unsentFiles(device.db.files)).map(({ id }) => id)).toEqual([one.id])
})

it('[FILE-9] [FILE-12] those that a saved record names count as files of the queue, until they are some', async () => {
  const [one, other] = [photo(), photo()]
  const seen: string[][] = []
  const stop = watchSavedDrafts(device.db, (files) => void seen.push(files.map(({ id, size }) => `${id} ${size}`)))
  await expect.poll(() => seen).toEqual([[]])
  for (const draft of [one, other]) await device.files.keepDraft(draft)
  await create({ facade: one.id })
  await expect.poll(() => seen).toEqual([[], [`${one.id} 500`]])
  await queueSavedDrafts(device.db)
  await expect.poll(() => seen).toEqual([[], [`${one.id} 500`], []])
  stop()
})

it('[FILE-12] a picture that is in the queue already, by a rescue file, is no draft any more', async () => {
  const one = photo()
  await device.files.keepDraft(one)
  await create({ facade: one.id })
  const kept = await device.db.files.drafts.get(one.id)
  await queueSavedDrafts(device.db)
  if (kept) await device.db.files.drafts.put(kept)
  await queueSavedDrafts(device.db)
  expect([await drafts(), (await unsentFiles(device.db.files)).length]).toEqual([[], 1])
})

it('[FILE-12] the bytes of a report that was saved before the phone stopped are found as its form opens again', async () => {
  const one = photo()
  const shown = async () => new Uint8Array((await device.files.bytesOf(report)).get(one.id) ?? [])
  await device.files.keepDraft(one)
  await create({ facade: one.id })
  await queueSavedDrafts(device.db)
  await phoneStops()
  expect(await shown()).toEqual(new Uint8Array(one.bytes))
  // Sent, and its record pulled: the queue shows it no more.
  const { sha256 = '' } = (await device.db.files.files.get(one.id)) ?? {}
  await device.db.files.files.delete(one.id)
  server.put('fichier', { IDFICHIER: one.id, IDENREGISTREMENT: report, IDPROJET: 'projet-1', SHA256: sha256 })
  await device.pull(server.transport(), ['fichier'])
  expect(await shown()).toEqual(new Uint8Array(one.bytes))
})

it('[FILE-12] those of a report that was never saved are dropped after a week of use', async () => {
  await device.files.keepDraft(photo())
  for (let day = 0; day <= 6; day += 1) await queueSavedDrafts(device.db, inDays(day))
  const later = photo()
  await device.files.keepDraft(later)
  await queueSavedDrafts(device.db, inDays(6))
  expect(await drafts()).toHaveLength(2)
  await queueSavedDrafts(device.db, inDays(7))
  expect(await drafts()).toEqual([later.id])
  for (let day = 8; day <= 13; day += 1) await queueSavedDrafts(device.db, inDays(day))
  expect(await drafts()).toEqual([])
})

it.each([
  ['a phone that started with the year of its making', -2500],
  ['a clock that was ten days behind', -10],
  ['a clock that was ten days ahead', 10],
  ['a clock that was years ahead', 2500],
])('[FILE-12] a corrected clock drops none of an open report: %s', async (_, wrong) => {
  vi.useFakeTimers({ toFake: ['Date'], now: inDays(wrong) })
  try {
    await device.files.keepDraft(photo())
    await device.upload(server.transport())
  } finally {
    vi.useRealTimers()
  }
  // The next pass, and the one after the page was ended and restored.
  await device.upload(server.transport())
  await phoneStops()
  await device.upload(server.transport())
  expect(await drafts()).toHaveLength(1)
  // It goes wrong at each start of the phone.
  for (let start = 0; start < 5; start += 1)
    for (const day of [wrong, 1]) await queueSavedDrafts(device.db, inDays(day))
  expect(await drafts()).toHaveLength(1)
})
