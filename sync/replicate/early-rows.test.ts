import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { SEQ } from '../../schemas/protocol.ts'
import { firstWeeks, MOST_FIRST_ROWS } from '../../schemas/rules/first-screen.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { askBootstrap } from '../net/ask-bootstrap.ts'
import type { Reply } from '../net/transport.ts'
import { shownRows } from '../store/local-schema.ts'
import { applyBootstrap } from './bootstrap.ts'
import { earlyRows } from './early-rows.ts'

const never = new AbortController().signal
const ME = 'p-moi'
const DAY = '2026-11-18'
const WEEKS = { person: ME, ...firstWeeks(DAY) }
const WEEK = { people: [ME], from: '2026-11-16', to: '2026-11-22' }

/** Ids in another order than their hours, several at the same hour, a long one that began before, one without a project. */
const RDVS: Values[] = [
  { IDRDV: 'z', RDV_DEBUT: '2026-11-16 09:00', RDV_FIN: '2026-11-16 10:00', IDPERSONNELS: [ME, 'p-2'], IDPROJET: 'j1' },
  { IDRDV: 'm', RDV_DEBUT: '2026-11-18 09:00', RDV_FIN: '2026-11-18 10:00', IDPERSONNELS: ['p-2', ME] },
  { IDRDV: 'b', RDV_DEBUT: '2026-11-18 09:00', RDV_FIN: '2026-11-18 09:30', IDPERSONNELS: [ME], SUPPRIME: 1 },
  { IDRDV: 'a', RDV_DEBUT: '2026-11-18 09:00', RDV_FIN: '2026-11-18 12:00', IDPERSONNELS: [ME] },
  { IDRDV: 'c', RDV_DEBUT: '2026-10-01 09:00', RDV_FIN: '2026-11-19 12:00', IDPERSONNELS: [ME] },
  { IDRDV: 'y', RDV_DEBUT: '2026-11-24 09:00', RDV_FIN: '2026-11-24 10:00', IDPERSONNELS: [ME] },
]

let server: FakeServer
let device: Device
let reply: Reply

beforeAll(async () => {
  server = new FakeServer()
  device = await openDevice()
  for (const rdv of RDVS) server.put('rdv', rdv)
  for (const [id, LISTE] of ['NATURE_RDV', 'AGENCE', 'NATURE_RDV', 'TYPE_INTERVENTION'].entries())
    server.put('reference', { id: `r${9 - id}`, LISTE, LIBELLE: `Liste ${id}` })
  for (const [IDPERSONNEL, NOM] of Object.entries({ [ME]: 'Moi', 'p-2': 'Zoé', 'a-3': 'Abel' }))
    server.put('personnel', { IDPERSONNEL, NOM })
  server.put('projet', { IDPROJET: 'j1', IDCLIENT: 'c1' })
  reply = await askBootstrap({ transport: server.transport(), signal: never })
  await applyBootstrap(device.db, reply, never)
})
afterAll(() => device.close())

const people = { SUPPRIME: 0, IDPERSONNELS: { $elemMatch: { $in: [ME] } }, 'sync.hidden': { $ne: 1 } }
const QUERIES = [
  {
    what: 'what began in a week',
    of: 'rdv',
    query: {
      selector: { RDV_DEBUT: { $gte: '2026-11-02 00:00', $lte: '2026-11-22 23:59' }, ...people },
      sort: [{ RDV_DEBUT: 'asc' }],
    },
    finds: ['z', 'a', 'm'],
  },
  {
    what: 'what has lasted since before it',
    of: 'rdv',
    query: { selector: { CLE_LONG: { $gte: '2026-11-16 00:00' }, ...people }, sort: [{ CLE_LONG: 'asc' }] },
    finds: ['c'],
  },
  {
    what: 'the latest of it',
    of: 'rdv',
    query: { selector: people, sort: [{ RDV_DEBUT: 'desc' }], limit: 2 },
    finds: 2,
  },
  {
    what: 'natures',
    of: 'reference',
    query: { selector: { ...shownRows('reference'), LISTE: 'NATURE_RDV' } },
    finds: 2,
  },
  { what: 'colleagues', of: 'personnel', query: { selector: { 'sync.hidden': { $ne: 1 } } }, finds: 3 },
] as const

/** Without RxDB's own marks. */
const own = ({ _rev, _meta, _attachments, ...doc }: Values): Values => doc

describe('[PULL-8] [SYN-07] the first screen’s records in memory', () => {
  it.each(QUERIES)('$what: the same records in the same order as the local database', async ({ of, query, finds }) => {
    const stored = await device.db
      .of(of)
      .find(structuredClone(query) as never)
      .exec()
    const found = earlyRows(reply, WEEKS)?.find(of, structuredClone(query) as never, WEEK)
    expect(found).toEqual(stored.map((doc) => own(doc._data as never)))
    if (typeof finds === 'number') expect(found).toHaveLength(finds)
    else expect(found?.map(({ IDRDV }) => IDRDV)).toEqual(finds)
  })

  it('one record by its id, as it is stored; nothing of what the answer does not hold', async () => {
    const rows = earlyRows(reply, WEEKS)
    const [stored] = await device.db.of('projet').storageInstance.findDocumentsById(['j1'], false)
    expect(rows?.record('projet', 'j1')).toEqual(own(stored as never))
    expect(rows?.record('client', 'c1')).toBeUndefined()
  })

  const find = (resource: 'rdv' | 'client' | 'projet' | 'intervention' | 'absence', within?: typeof WEEK) =>
    earlyRows(reply, WEEKS)?.find(resource, { selector: {} }, within)

  it('no list of which the answer holds only a part: projects and clients of a few appointments, works, absences', () => {
    for (const resource of ['client', 'projet', 'intervention', 'absence'] as const)
      expect(find(resource, WEEK)).toBeUndefined()
  })

  it('appointments of the days and of the person that it covers alone, and never an empty week', () => {
    expect(find('rdv', WEEK)).toHaveLength(6)
    expect(find('rdv', { ...WEEK, from: '2026-11-09', to: '2026-11-29' })).toHaveLength(6)
    for (const within of [
      undefined,
      { ...WEEK, people: [ME, 'p-2'] },
      { ...WEEK, people: ['p-2'] },
      { ...WEEK, from: '2026-11-08' },
      { ...WEEK, to: '2026-11-30' },
      // A week that it covers and in which it has nothing.
      { ...WEEK, from: '2026-11-25', to: '2026-11-29' },
    ])
      expect(find('rdv', within)).toBeUndefined()
  })

  const withBody = (data: Record<string, unknown[]>, more: Partial<Reply> = {}): Reply => ({
    ...reply,
    body: { data: { ...(reply.body as { data: object }).data, ...data } },
    ...more,
  })

  it('a list that was cut is not shown as if it were whole', () => {
    const many = Array.from({ length: MOST_FIRST_ROWS }, (_, i) => ({
      ...server.row('personnel', ME)?.record,
      IDPERSONNEL: `p-${i}`,
      VERSION: 1,
      [SEQ]: 1,
    }))
    const rows = (count: number) => earlyRows(withBody({ personnel: many.slice(0, count) }), WEEKS)
    expect(rows(MOST_FIRST_ROWS - 1)?.find('personnel', { selector: {} })).toHaveLength(MOST_FIRST_ROWS - 1)
    expect(rows(MOST_FIRST_ROWS)?.find('personnel', { selector: {} })).toBeUndefined()
  })

  it('[I7] nothing of an answer that is not our server’s, or that is damaged', () => {
    expect(earlyRows(withBody({}, { epoch: null }), WEEKS)).toBeNull()
    expect(earlyRows(withBody({}, { status: 500 }), WEEKS)).toBeNull()
    expect(earlyRows({ ...reply, body: null }, WEEKS)).toBeNull()
    expect(earlyRows(withBody({ rdv: [{ IDRDV: 'sans séquence' }] }), WEEKS)).toBeNull()
    // A record that the screens could not read is left out, as `useLiveList` does.
    const damaged = { IDRDV: 'abîmé', RDV_DEBUT: null, VERSION: 1, [SEQ]: 1 }
    expect(earlyRows(withBody({ rdv: [damaged] }), WEEKS)?.record('rdv', 'abîmé')).toBeUndefined()
  })
})
