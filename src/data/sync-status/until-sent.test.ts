import { afterEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { FakeServer } from '../../../tests/support/fake-server.ts'
import { openDevice } from '../../../tests/support/local-device.ts'
import { untilSent } from './until-sent.ts'

/** Longer than any test. */
const PATIENCE_MS = 3_600_000

describe('waiting until everything is sent', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('[AUT-08] ends once the server has everything; refused entries are not waited for', async () => {
    const device = await openDevice()
    const server = new FakeServer()
    await device.commands.create('client', { NOM: 'Un' }, { skipDuplicateCheck: true })
    let ended = false
    const waiting = untilSent(device.db, PATIENCE_MS).then(() => {
      ended = true
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(ended).toBe(false)
    server.refuse = () => ({ status: 422, code: 'VALIDATION_ERROR' })
    await device.push(server.transport())
    await waiting
    await device.close()
  })

  it('[AUT-08] [FILE-12] waits for a picture that a saved report names, also where only that is left', async () => {
    const device = await openDevice()
    const server = new FakeServer()
    const [report, photo] = [uuidv7(), uuidv7()]
    await device.files.keepDraft({
      id: photo,
      resource: 'soumission',
      recordId: report,
      projectId: 'p',
      origin: 'photo',
      name: 'photo.jpg',
      type: 'image/jpeg',
      bytes: new Uint8Array(10),
    })
    const values = { IDRAPPORT: 'r', IDPROJET: 'p', REPONSES: { facade: photo } } as never
    await device.commands.create('soumission', values, { id: report })
    await device.push(server.transport())
    await device.pull(server.transport(), ['soumission'])
    expect(await device.entries()).toEqual([])
    let ended = false
    const waiting = untilSent(device.db, PATIENCE_MS).then(() => {
      ended = true
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(ended).toBe(false)
    await device.upload(server.transport())
    await waiting
    expect(server.rows.has(photo)).toBe(true)
    await device.close()
  })

  it('[AUT-08] ends when its patience is over', async () => {
    const device = await openDevice()
    await device.commands.create('client', { NOM: 'Un' }, { skipDuplicateCheck: true })
    await untilSent(device.db, 300)
    expect(await device.entries()).toHaveLength(1)
    await device.close()
  })

  it('[AUT-08] ends when its patience is over, also where the clock is set back meanwhile', async () => {
    const device = await openDevice()
    await device.commands.create('client', { NOM: 'Un' }, { skipDuplicateCheck: true })
    const waiting = untilSent(device.db, 300).then(() => 'ended')
    const now = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
    // Otherwise it would wait for an hour.
    expect(await waiting).toBe('ended')
    await device.close()
  })

  it('[AUT-08] ends without an error when a logout closes the local database, whatever it was reading', async () => {
    const device = await openDevice()
    await device.commands.create('client', { NOM: 'Un' }, { skipDuplicateCheck: true })
    const { close } = device.db
    const waiting = [untilSent(device.db, PATIENCE_MS)]
    let isClosed = false
    const closed = close().then(() => {
      isClosed = true
    })
    // A database that looks closed at each moment of the closing.
    while (!isClosed) {
      waiting.push(untilSent(device.db, PATIENCE_MS))
      await Promise.resolve()
      if (waiting.length % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
    }
    await closed
    expect(waiting.length).toBeGreaterThan(2)
    await Promise.all(waiting)
  })
})
