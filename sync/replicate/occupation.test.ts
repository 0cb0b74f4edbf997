import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TakenWeek } from '../../schemas/rules/occupation.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Reply, Transport } from '../net/transport.ts'
import { createOccupationPull, readOccupation } from './occupation.ts'
import { pullResource } from './pull.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const week = (SEMAINE: string, print: string): TakenWeek => ({
  SEMAINE,
  EMPREINTE: print,
  PRIS: [{ IDPERSONNEL: 'a', RDV: [[`${SEMAINE} 09:00`, `${SEMAINE} 10:00`]], INTERVENTION: [] }],
})
const FIRST = [week('2026-11-16', '1'), week('2026-11-23', '2')]

let device: Device
let asked: (Record<string, string> | undefined)[]
let reply: Partial<Reply> | Error
const line: Transport = {
  call: async ({ query }) => {
    asked.push(query)
    if (reply instanceof Error) throw reply
    const rest = { body: null, mutation: null, seq: null, retryAfter: null, overwritten: [] }
    return { status: 200, epoch: 'e', ...rest, ...reply }
  },
  stream: () => Promise.reject(new Error('no stream')),
}
const times = () => createOccupationPull({ db: device.db, transport: line, signal: new AbortController().signal })
const stored = async () => (await readOccupation(device.db))?.weeks

/** This device's person, with these roles. */
async function openAs(roles: readonly string[], account: string): Promise<void> {
  device = await openDevice(account)
  const server = new FakeServer()
  server.put('personnel', { IDPERSONNEL: account, NOM: 'Moi', ROLES: [...roles] })
  const signal = new AbortController().signal
  await pullResource({ db: device.db, transport: server.transport(), resource: 'personnel', signal })
}

let count = 0
beforeEach(async () => {
  await openAs(['commercial'], `planner-${++count}`)
  asked = []
  reply = { body: { data: FIRST } }
})
afterEach(() => device.close())

describe('the taken times of colleagues on a device', () => {
  it('[DAY-01 busy] [PULL-12] are asked for again when appointments or works have changed, and once they are old', async () => {
    const one = times()
    await one.pull(now)
    expect(await readOccupation(device.db)).toEqual({ at: now.toISOString(), weeks: FIRST })
    one.heard('client', 3)
    one.heard('rdv', 0)
    await one.pull(later(1))
    expect(asked).toEqual([undefined])
    one.heard('intervention', 1)
    await one.pull(later(2))
    await one.pull(later(8))
    expect(asked).toEqual([undefined, { CONNU: '1,2' }, { CONNU: '1,2' }])
  })

  it('[DAY-01 busy] [PULL-12] keep the weeks that the server only names, take the changed ones, and drop those that it leaves out', async () => {
    const one = times()
    await one.pull(now)
    const changed = { ...week('2026-11-30', '3'), PRIS: [] }
    reply = { body: { data: [{ ...FIRST[1], PRIS: null }, changed] } }
    await one.pull(later(6))
    expect(await stored()).toEqual([FIRST[1], changed])
  })

  it('[DAY-01 busy] [PULL-12] stay unchanged without network, behind a portal, and after an answer that is none', async () => {
    await times().pull(now)
    for (const bad of [
      new Error('offline'),
      { epoch: null, body: { data: [] } },
      { status: 500 },
      { body: '<html>' },
      { body: { data: [{ SEMAINE: '2026-11-23', EMPREINTE: 'unknown', PRIS: null }] } },
    ]) {
      reply = bad
      await times().pull(later(10))
      expect(await readOccupation(device.db)).toEqual({ at: now.toISOString(), weeks: FIRST })
    }
    expect(asked).toHaveLength(6)
  })

  it('[DAY-01 busy] [PULL-12] [SEC] go when the server refuses them, and are not asked for by who does not plan', async () => {
    await times().pull(now)
    reply = { status: 403 }
    const refused = times()
    await refused.pull(later(10))
    expect(await stored()).toBeUndefined()
    await refused.pull(later(11))
    expect(asked).toHaveLength(2)
    await device.close()
    await openAs(['technician'], `technician-${count}`)
    await times().pull(now)
    expect([asked.length, await stored()]).toEqual([2, undefined])
  })
})
