import { afterEach, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { type KnownSent, keepSent, SENT_DOC, type SentDoc, sentKey } from '../store/sent.ts'

/** What a device keeps of the messages to a customer, and what it forgets. */

const erased = uuidv7()
const other = uuidv7()
const page: KnownSent = { rows: [], total: 0, at: '2026-11-26T08:00:00.000Z' } as never

let server: FakeServer
let device: Device
const pull = () => device.pull(server.transport(), ['client'])
const known = async () => Object.keys((await device.db.rx.getLocal<SentDoc>(SENT_DOC))?.toJSON().data.records ?? {})

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
  for (const IDCLIENT of [erased, other]) server.put('client', { IDCLIENT, NOM: 'Durand' })
  await pull()
  for (const id of [erased, other]) await keepSent(device.db, sentKey('client', id), page)
})
afterEach(() => device.close())

it('[ERASE-2] [DAY-15 sent] what was sent to a client is forgotten with the client, and of nobody else', async () => {
  expect(await known()).toEqual([sentKey('client', erased), sentKey('client', other)])
  server.remove(erased)
  await pull()
  expect(await known()).toEqual([sentKey('client', other)])
})

it('[ERASE-2] [DAY-15 sent] a resync that no longer has the client forgets it too', async () => {
  server.remove(erased)
  server.beginEpoch()
  await pull()
  expect(await known()).toEqual([sentKey('client', other)])
})
