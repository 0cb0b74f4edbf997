import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newRecord } from '../../schemas/entity.ts'
import { entityOf } from '../../schemas/resources.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { apply } from '../apply/apply.ts'
import type { Reply, Transport } from '../net/transport.ts'
import { pullRanking, readRankingFigures } from './ranking.ts'

const DAY = {
  JOUR: '2026-11-10',
  IDPERSONNEL: 'a',
  signed: { count: 1, NET_HT: 100 },
  refused: { count: 0, NET_HT: 0 },
}
const now = new Date('2026-11-21T10:00:00.000Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

let device: Device
let asked: (Record<string, string> | undefined)[]
const line = (reply: Partial<Reply> | Error): Transport => ({
  call: async ({ query }) => {
    asked.push(query)
    if (reply instanceof Error) throw reply
    return {
      status: 200,
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
})
const pull = (reply: Partial<Reply> | Error, at: Date) =>
  pullRanking({ db: device.db, transport: line(reply), signal: new AbortController().signal, now: at })

beforeEach(async () => {
  device = await openDevice()
  asked = []
})
afterEach(() => device.close())

describe('the ranking’s figures on a device', () => {
  it('[MGR-05] [PULL-10] are kept with their first day and time, and asked for again once they are old', async () => {
    await pull({ body: { data: [DAY] } }, now)
    expect(await readRankingFigures(device.db)).toMatchObject({
      since: '2024-01-01',
      at: now.toISOString(),
      days: [DAY],
    })
    await pull({ body: { data: [] } }, later(4))
    expect(asked).toEqual([{ DATE_DEBUT: '2024-01-01' }])
    await pull({ body: { data: [] } }, later(6))
    expect((await readRankingFigures(device.db))?.days).toEqual([])
  })

  it.each(['DATE_SIGNATURE', 'DATE_REFUSE'] as const)(
    '[MGR-05] [PULL-10] are asked for again at once, and once, when this device has got a later %s',
    async (field) => {
      const arrives = (id: string, at: Date): Promise<void> => {
        const record = { ...newRecord(entityOf('devis'), { IDDEVIS: id }), VERSION: 1, [field]: at.toISOString() }
        return apply(device.db, 'devis', { states: [{ id, seq: 1, epoch: 'e', record }] })
      }
      await arrives('known', later(-30))
      await pull({ body: { data: [] } }, now)
      await arrives('older', later(-60))
      await pull({ body: { data: [] } }, later(1))
      expect(asked).toHaveLength(1)
      await arrives('sale', later(2))
      for (const minutes of [2, 3, 4]) await pull({ body: { data: [DAY] } }, later(minutes))
      expect(asked).toHaveLength(2)
      expect((await readRankingFigures(device.db))?.days).toEqual([DAY])
      // A clock that is wrong by hours asks no more often: times of quotes are compared with each other.
      await arrives('of a clock ahead', later(600))
      for (const minutes of [2, 3]) await pull({ body: { data: [] } }, later(minutes))
      expect(asked).toHaveLength(3)
    },
  )

  it('[MGR-05 rate] [MGR-05 everybody] keep what became of visits and who has left; an older server tells neither', async () => {
    const met = { JOUR: '2026-11-10', IDPERSONNEL: 'a', met: 2, quoted: 1, sold: 0 }
    const former = [
      {
        IDPERSONNEL: 'b',
        NOM_COMPLET: 'Ancien collaborateur',
        ROLES: ['commercial'],
        HORS_STATS: 0,
        IDCOMPANY: 'demo',
        IDAGENCE: null,
        AGENCES: [],
      },
    ]
    await pull({ body: { data: [DAY], conversion: [met], left: ['b'], former } }, now)
    expect(await readRankingFigures(device.db)).toMatchObject({ days: [DAY], conversion: [met], left: ['b'], former })
    await pull({ body: { data: [DAY] } }, later(6))
    const figures = await readRankingFigures(device.db)
    expect([figures?.conversion, figures?.left, figures?.former]).toEqual([undefined, undefined, undefined])
  })

  it('[MGR-05] [PULL-10] stay unchanged without network, behind a portal, and when refused', async () => {
    await pull({ body: { data: [DAY] } }, now)
    for (const reply of [
      new Error('offline'),
      { epoch: null, body: { data: [] } },
      { status: 500 },
      { body: '<html>' },
    ])
      await pull(reply as Partial<Reply>, later(10))
    expect((await readRankingFigures(device.db))?.days).toEqual([DAY])
    expect(asked).toHaveLength(5)
  })
})
