import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceReport } from '../../schemas/device.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Call, Reply, Transport } from '../net/transport.ts'
import { createDeviceReports, type DeviceReports, isDue, readWaiting } from './device-report.ts'

const NOTHING = { pending: 0, refused: 0, files: 0, oldest: null }
const ONE = { ...NOTHING, pending: 1, oldest: '2026-11-22T10:00:00.000Z' }
const MINUTE = 60_000
const told = { at: 10 * MINUTE, rounds: 3, waiting: NOTHING }

describe('when a device reports its state to the server', () => {
  it.each([
    ['nothing reported, no round yet', { told: null, rounds: null, waiting: ONE }, 0, false],
    ['nothing reported, a round has ended', { told: null, rounds: 1, waiting: NOTHING }, 0, true],
    ['an entry is pending now, rounds succeed', { told, rounds: 3, waiting: ONE }, 10.1, true],
    ['an entry is pending now, the last round failed', { told, rounds: null, waiting: ONE }, 10.1, false],
    [
      'the oldest is another one',
      { told: { ...told, waiting: ONE }, rounds: 3, waiting: { ...ONE, oldest: 'x' } },
      11,
      true,
    ],
    ['nothing new, reported a minute ago', { told, rounds: 4, waiting: NOTHING }, 11, false],
    ['nothing new, reported five minutes ago', { told, rounds: 8, waiting: NOTHING }, 15, true],
    ['nothing new, reported an hour ago, no round since', { told, rounds: 3, waiting: NOTHING }, 70, false],
    ['the clock was set back an hour', { told, rounds: 4, waiting: NOTHING }, -50, true],
  ])('[WORK-7] %s', (_, standing, minutes, due) => {
    expect(isDue({ ...standing, now: minutes * MINUTE })).toBe(due)
  })
})

describe('the reports of a device', () => {
  let device: Device
  let stop: AbortController
  let bodies: DeviceReport[]
  let answer: () => Partial<Reply> | Error
  let running: Promise<void>

  const transport: Transport = {
    call: async ({ method, path, body }: Call) => {
      expect([method, path]).toEqual(['PUT', '/sync/device'])
      bodies.push(body as DeviceReport)
      const reply = answer()
      if (reply instanceof Error) throw reply
      return {
        status: 204,
        body: null,
        mutation: null,
        epoch: 'e',
        seq: null,
        retryAfter: null,
        overwritten: [],
        ...reply,
      }
    },
    stream: () => Promise.reject(new Error('no stream')),
  }
  const start = (): DeviceReports => {
    const reports = createDeviceReports({ db: device.db, transport, signal: stop.signal, version: 'v', quiet: 30 })
    running = reports.run()
    return reports
  }
  const round = (reports: DeviceReports): void => reports.hear({ type: 'succeeded', at: '' })
  const sent = (n: number) => expect.poll(() => bodies.length).toBe(n)
  /** Longer than a report takes. */
  const quiet = () => wait(150)

  beforeEach(async () => {
    device = await openDevice()
    stop = new AbortController()
    bodies = []
    answer = () => ({})
    running = Promise.resolve()
  })
  afterEach(async () => {
    stop.abort()
    await running
    await device.close()
  })

  it('[WORK-7] [FILE-9] count what the pill counts: entries, refused ones, files; and name the oldest', async () => {
    expect(await readWaiting(device.db)).toEqual(NOTHING)
    const server = new FakeServer()
    const id = await device.commands.create('client', { NOM: 'Refusé' }, { skipDuplicateCheck: true })
    server.refuse = () => ({ status: 422, code: 'VALIDATION_ERROR' })
    await device.push(server.transport())
    expect(await device.state('client', id)).toBe('refused')
    const [refused] = await device.entries()
    await device.commands.create('client', { NOM: 'Attend' }, { skipDuplicateCheck: true })
    await device.files.add({
      resource: 'intervention',
      recordId: 'i',
      projectId: 'p',
      origin: 'photo_avant',
      name: 'photo.jpg',
      type: 'image/jpeg',
      bytes: randomBytes(10),
    })
    expect(await readWaiting(device.db)).toEqual({ pending: 1, refused: 1, files: 1, oldest: refused?.createdAt })
  })

  it('[WORK-7] [FILE-9] [FILE-12] count the pictures that a saved report names and that are not queued yet, and none that no report names', async () => {
    const report = uuidv7()
    const photo = {
      resource: 'soumission',
      recordId: report,
      projectId: 'p',
      origin: 'photo',
      name: 'photo.jpg',
      type: 'image/jpeg',
      bytes: randomBytes(10),
    } as const
    const named = uuidv7()
    for (const id of [named, uuidv7()]) await device.files.keepDraft({ ...photo, id })
    expect(await readWaiting(device.db)).toEqual(NOTHING)
    const taken = (await device.db.files.drafts.get(named))?.createdAt
    const values = { IDRAPPORT: 'r', IDPROJET: 'p', REPONSES: { facade: named } } as never
    await device.commands.create('soumission', values, { id: report })
    expect(await readWaiting(device.db)).toEqual({ pending: 1, refused: 0, files: 1, oldest: taken })
    await device.files.add({ ...photo, id: named })
    expect(await readWaiting(device.db)).toMatchObject({ files: 1 })
  })

  it('[WORK-7] follow a complete round, then each change that lasts', async () => {
    const reports = start()
    reports.ring()
    await quiet()
    // No round was complete yet: there is nothing to report.
    expect(bodies).toEqual([])
    round(reports)
    await sent(1)
    expect(bodies[0]).toEqual({ ...NOTHING, complete: true, version: 'v' })
    round(reports)
    await quiet()
    expect(bodies).toHaveLength(1)
    await device.commands.create('client', { NOM: 'Attend' }, { skipDuplicateCheck: true })
    reports.ring()
    await sent(2)
    expect(bodies[1]).toMatchObject({ pending: 1, complete: true })
    const [entry] = await device.entries()
    await device.resolver.abandon(entry?.id ?? '')
    reports.ring()
    await sent(3)
    expect(bodies[2]).toMatchObject({ ...NOTHING, complete: false })
  })

  it('[WORK-7] wait for the next complete round while the replication fails', async () => {
    const reports = start()
    round(reports)
    await sent(1)
    for (const event of [
      { type: 'unreachable' },
      { type: 'failed', message: '' },
      { type: 'paused', reason: 'signed-out' },
    ] as const) {
      reports.hear(event)
      reports.hear({ type: 'started' })
      await device.commands.create('client', { NOM: 'Attend' }, { skipDuplicateCheck: true })
      reports.ring()
      await quiet()
      expect(bodies).toHaveLength(1)
    }
    round(reports)
    await sent(2)
    expect(bodies[1]).toMatchObject({ pending: 3, complete: true })
  })

  it('[WORK-7] are sent again after a failure, a refusal and a captive portal, and never stop', async () => {
    const reports = start()
    const failures = [new TypeError('network'), { status: 429 }, { epoch: null }]
    for (const [n, failure] of failures.entries()) {
      answer = () => failure
      round(reports)
      await sent(n + 1)
    }
    answer = () => ({})
    round(reports)
    await sent(4)
    expect(bodies[3]).toMatchObject({ complete: true })
    round(reports)
    await quiet()
    expect(bodies).toHaveLength(4)
  })

  it('[WORK-7] [SEC] are not sent for a person whose place an administrator takes', async () => {
    const { db } = device
    const reports = createDeviceReports({
      db: { ...db, identity: { ...db.identity, impersonator: 'admin:root' } },
      transport,
      signal: stop.signal,
      quiet: 1,
    })
    round(reports)
    await reports.run()
    expect(bodies).toEqual([])
  })
})
