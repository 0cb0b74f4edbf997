import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { emptyStorage, fillStorage } from '../../tests/support/full-storage.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { isStorageFull } from './quota.ts'

/** A phone that is full of pictures which it can fetch again must still save and send what only it has. */

let server: FakeServer
let device: Device
const line = () => server.transport()
const cached = async () => (await device.files.bytes('cached')) !== null
const create = (NOM: string) => device.commands.create('client', { NOM }, { skipDuplicateCheck: true })

/** Full until a cached picture is dropped. */
async function fillWithPictures(): Promise<void> {
  await device.files.cache('cached', Buffer.from('picture'))
  device.db.files.bytes.hook('deleting', (key) => {
    if (key === 'cached') emptyStorage(indexedDB)
  })
  fillStorage(indexedDB)
}

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(async () => {
  emptyStorage(indexedDB)
  await device.close()
})

it('[FILE-5] [SYN-11] [OUT-1] a command saves its entry', async () => {
  await fillWithPictures()
  const id = String(await create('Durand'))
  expect((await device.entries()).map(({ recordId, state }) => [recordId, state])).toEqual([[id, 'pending']])
  expect([await device.shown('client', id), await cached()]).toMatchObject([{ NOM: 'Durand' }, false])
})

it('[FILE-5] [SYN-11] [I12] an entry is sent, and its answer kept', async () => {
  await create('Durand')
  await fillWithPictures()
  expect(await device.push(line())).toEqual({ kind: 'idle' })
  expect([server.applied.length, await device.entries(), await cached()]).toEqual([1, [], false])
})

it('[FILE-5] [SYN-11] a page is applied, and its checkpoint kept', async () => {
  const { id } = server.put('client', { IDCLIENT: 'c1', NOM: 'Durand' })
  await fillWithPictures()
  await device.pull(line(), ['client'])
  expect([await device.shown('client', id), await cached()]).toMatchObject([{ NOM: 'Durand' }, false])
})

it('[FILE-5] [SYN-11] a file that waits is sent, and its own bytes are not dropped before', async () => {
  const bytes = Buffer.from('taken here')
  const photo = { resource: 'projet', recordId: 'p1', projectId: 'p1', origin: 'photo_avant' } as const
  const id = await device.files.add({ ...photo, name: 'photo.jpg', type: 'image/jpeg', bytes })
  server.put('projet', { IDPROJET: 'p1', IDCLIENT: 'c1' })
  await fillWithPictures()
  expect(await device.upload(line())).toEqual({ kind: 'idle' })
  expect([(await device.db.files.files.get(id))?.state, await cached()]).toEqual(['done', false])
})

it('[SYN-11] where nothing can be dropped, a write fails with the browser’s error', async () => {
  fillStorage(indexedDB)
  const refused = await create('Durand').catch((error: unknown) => error)
  expect(isStorageFull(refused)).toBe(true)
  emptyStorage(indexedDB)
  expect(await device.entries()).toEqual([])
  await create('Durand')
  expect(await device.entries()).toHaveLength(1)
})

it('[FILE-5] two writes that find the phone full at the same time are both made', async () => {
  await fillWithPictures()
  const { id } = server.put('client', { IDCLIENT: 'c1', NOM: 'Durand' })
  await Promise.all([create('Martin'), device.pull(line(), ['client'])])
  expect(await device.entries()).toHaveLength(1)
  expect(await device.shown('client', id)).toMatchObject({ NOM: 'Durand' })
})
