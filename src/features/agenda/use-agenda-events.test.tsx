// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createContext, type ReactNode, useContext } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays, instantOf, mondayOf, today } from '../../../schemas/dates.ts'
import { newRecord } from '../../../schemas/entity.ts'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { firstWeeks } from '../../../schemas/rules/first-screen.ts'
import { askBootstrap } from '../../../sync/net/ask-bootstrap.ts'
import type { Reply } from '../../../sync/net/transport.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import { applyBootstrap } from '../../../sync/replicate/bootstrap.ts'
import { type EarlyRows, earlyRows } from '../../../sync/replicate/early-rows.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { FakeServer } from '../../../tests/support/fake-server.ts'
import { EarlyRowsContext } from '../../data/database/early-rows-context.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import type { AgendaEvent } from './calendar/agenda-event.ts'
import { useAgendaEvents } from './use-agenda-events.ts'
import { useAgendaPeople } from './use-agenda-people.ts'

const ME = 'p-moi'
const given = vi.hoisted(() => ({ useData: (): unknown => null }))
const DataContext = createContext<LocalData | null>(null)
given.useData = () => useContext(DataContext)
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => given.useData() }))
const account = {
  id: ME,
  roles: ['commercial'],
  agences: ['a-1'],
  personnel: { NOM: 'Moi', NOM_COMPLET: 'Moi', INITIALES: 'M', TOUTES_AGENCES: 0 },
}
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account, company: { id: 'demo' } }),
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
}))

const MONDAY = mondayOf(today('Europe/Paris'))
const WEEK = { from: MONDAY, to: addDays(MONDAY, 6) }
const NEVER = new AbortController().signal

let server: FakeServer
let reply: Reply
let db: LocalDatabase
let round = 0
/** What the screens are given: as the provider does. */
let now: { first: EarlyRows | null; data: LocalData | null }

beforeEach(async () => {
  account.roles = ['commercial']
  server = new FakeServer()
  server.put('adresse', { IDADRESSE: 'a1', VILLE: 'Annecy' })
  server.put('client', { IDCLIENT: 'c1', NOM: 'Martin', IDADRESSE: 'a1', PORTABLE: '0612345678' })
  server.put('projet', { IDPROJET: 'j1', IDCLIENT: 'c1' })
  server.put('reference', { id: 'n1', LISTE: 'NATURE_RDV', LIBELLE: 'Visite', CODECOULEUR: '#123456' })
  server.put('personnel', { IDPERSONNEL: ME, NOM: 'Moi', ROLES: ['commercial'] })
  server.put('personnel', { IDPERSONNEL: 'p-2', NOM: 'Abel', ROLES: ['commercial'] })
  const visit = (IDRDV: string, day: number, hour: string) =>
    server.put('rdv', {
      IDRDV,
      RDV_OBJET: IDRDV,
      RDV_DEBUT: `${addDays(MONDAY, day)} ${hour}:00`,
      RDV_FIN: `${addDays(MONDAY, day)} ${hour}:45`,
      IDPERSONNELS: [ME],
      IDPROJET: 'j1',
      IDNATURE_RDV: 'n1',
    })
  visit('z', 0, '09')
  visit('k', 2, '09')
  visit('a', 2, '09')
  visit('m', 1, '14')
  visit('suivant', 8, '14')
  reply = await askBootstrap({ transport: server.transport(), signal: NEVER })
  const identity = { companyId: 'demo', account: `personnel:${++round}`, impersonator: '' }
  db = await openLocalDatabase(identity, { multiInstance: false })
  now = { first: null, data: null }
})
afterEach(() => {
  vi.useRealTimers()
  return db.close()
})

/** Works, which the answer to a login does not hold, and their orders. */
async function put(resource: 'intervention' | 'devis', rows: readonly Values[]): Promise<void> {
  const entity = entityOf(resource)
  const docs = rows.map((row) => {
    const record = { ...newRecord(entity, {}), ...row }
    const sync = { seq: 1, epoch: 'e', gen: 0, state: 'synced', hidden: 0, master: null }
    return { ...record, ...entity.local?.derived?.of(record as never), VERSION: 1, sync }
  })
  const { error } = await db.of(resource).bulkInsert(docs as never)
  expect(error).toEqual([])
}

const memory = () => earlyRows(reply, { person: ME, ...firstWeeks(MONDAY) })
const opened = () => ({ db }) as LocalData

function agenda({ chosen = null as string[] | null, team = false } = {}) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EarlyRowsContext value={now.first}>
      <DataContext value={now.data}>{children}</DataContext>
    </EarlyRowsContext>
  )
  /** The cards of every render, in order. */
  const renders: (string[] | undefined)[] = []
  const { result, rerender } = renderHook(
    () => {
      const people = useAgendaPeople(chosen, team)
      const shown = useAgendaEvents(WEEK, { shown: people.shown, me: ME })
      renders.push(shown.events?.map((one) => JSON.stringify({ ...one, fixed: undefined })))
      return { ...shown, people }
    },
    { wrapper },
  )
  const become = (next: typeof now) =>
    act(async () => {
      now = next
      rerender()
    })
  const ids = () => result.current.events?.map(({ id }) => id)
  return { result, renders, become, ids, free: () => result.current.events?.every(({ fixed }) => !fixed) }
}

it('[PULL-8] [SYN-07] a new phone’s week, with names, places and colours, is drawn in the first render, before there is a database', () => {
  now.first = memory()
  const { renders, result, ids } = agenda()
  expect(ids()).toEqual(['z', 'm', 'a', 'k'])
  expect(result.current.events?.[0]).toMatchObject({
    subtitle: 'Martin, Annecy',
    color: '#123456',
    natureLabel: 'Visite',
    pending: false,
    fixed: true,
  })
  expect(new Set(renders.map((cards) => cards?.join()))).toEqual(new Set([renders[0]?.join()]))
  // Who else has an agenda is known too.
  expect(result.current.people.all.map(({ id }) => id)).toEqual([ME, 'p-2'])
})

it('[PULL-8] [SYN-07] the local database takes over with the same cards: not one render shows another week, or none', async () => {
  now.first = memory()
  const { renders, become, ids, free } = agenda()
  await applyBootstrap(db, reply, NEVER)
  await become({ first: null, data: opened() })
  await waitFor(() => expect(free()).toBe(true))
  expect(ids()).toEqual(['z', 'm', 'a', 'k'])
  expect(new Set(renders.map((cards) => cards?.join()))).toEqual(new Set([renders[0]?.join()]))
  // From then on it is live.
  await act(async () => applyBootstrap(db, reply, NEVER))
  server.put('rdv', { ...server.row('rdv', 'z')?.record, RDV_OBJET: 'changé' })
  await applyBootstrap(db, await askBootstrap({ transport: server.transport(), signal: NEVER }), NEVER)
  await waitFor(() => expect(renders.at(-1)?.[0]).toContain('changé'))
})

it('[CAL-05] a debriefed visit stays where it took place: its debrief would go with it to a day that is to come', async () => {
  await applyBootstrap(db, reply, NEVER)
  server.put('rdv', { ...server.row('rdv', 'm')?.record, DEBRIEF_CATEGORIE: 2 })
  await applyBootstrap(db, await askBootstrap({ transport: server.transport(), signal: NEVER }), NEVER)
  now.data = opened()
  const { result } = agenda()
  await waitFor(() => expect(result.current.events).toBeDefined())
  expect(result.current.events?.filter(({ fixed }) => fixed).map(({ id }) => id)).toEqual(['m'])
})

describe('where nobody goes any more', () => {
  const stops = (events: AgendaEvent[] | undefined) =>
    Object.fromEntries((events ?? []).flatMap(({ title, stopped }) => (stopped ? [[title, stopped]] : [])))

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(instantOf(`${addDays(MONDAY, 1)} 12:00`, 'Europe/Paris') as Date)
    // Monday’s visit was, and one of Wednesday’s was debriefed.
    server.put('projet', { ...server.row('projet', 'j1')?.record, DATE_SANS_SUITE: MONDAY })
    server.put('rdv', { ...server.row('rdv', 'k')?.record, DEBRIEF_CATEGORIE: 3 })
    reply = await askBootstrap({ transport: server.transport(), signal: NEVER })
  })

  it('[CAL-04] [PULL-8] a new phone’s week strikes the visits to come of a stopped project', () => {
    now.first = memory()
    expect(stops(agenda().result.current.events)).toEqual({ m: 'projet', a: 'projet' })
  })

  it('[CAL-04] [CAL-06] so does the local database, and works of a cancelled order; none of them is moved, or in the way of others', async () => {
    await applyBootstrap(db, reply, NEVER)
    const slot = { DEBUT: `${addDays(MONDAY, 3)} 08:00`, FIN: `${addDays(MONDAY, 3)} 12:00` }
    const works = (IDINTERVENTION: string, IDDEVIS: string | null, more: Values = {}): Values => ({
      ...{ IDINTERVENTION, RDV_OBJET: IDINTERVENTION, IDPROJET: 'j2', IDDEVIS },
      ...{ RDV_DEBUT: slot.DEBUT, RDV_FIN: slot.FIN },
      IDINTERVENTION_PLANNING: [{ id: IDINTERVENTION, IDPERSONNEL: ME, ...slot }],
      ...more,
    })
    await put('devis', [
      { IDDEVIS: 'ended', IDPROJET: 'j2', IDCLIENT: 'c1', DEVIS_SIGNE: 1, REFUSE: 1 },
      { IDDEVIS: 'stands', IDPROJET: 'j2', IDCLIENT: 'c1', DEVIS_SIGNE: 1 },
    ])
    await put('intervention', [
      works('pose', 'ended'),
      works('faite', 'ended', { FEEDBACK: 'bon' }),
      works('autre', 'stands'),
      works('sav', null),
    ])
    now.data = opened()
    const { result } = agenda()
    await waitFor(() => expect(stops(result.current.events)).toEqual({ m: 'projet', a: 'projet', pose: 'commande' }))
    const one = (name: string) => result.current.events?.find(({ title }) => title === name)
    expect([one('m'), one('pose')].map((event) => event?.fixed)).toEqual([true, true])
    expect([one('pose'), one('a')].map((event) => event?.warnings)).toEqual([undefined, undefined])
    expect(one('autre')?.warnings).toHaveLength(2)
  })
})

it('[PULL-8] other people’s agendas, and weeks that the answer does not hold, wait for the database', () => {
  now.first = memory()
  expect(agenda({ chosen: ['p-2'] }).result.current.events).toBeUndefined()
  expect(agenda({ team: true, chosen: [ME, 'p-2'] }).result.current.events).toBeUndefined()
})

it.each([
  ['commercial', true],
  ['metreur', true],
  ['commercial_director', true],
  ['technician', true],
  ['assistant', false],
])(
  '[PULL-8] [AUT-10] a %s sees from memory what the login’s answer gives them: their own agenda, where they have one',
  (role, own) => {
    account.roles = [role]
    now.first = memory()
    const { ids } = agenda()
    expect(ids()?.length).toBe(own ? 4 : undefined)
  },
)
