// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addDays, wallClock } from '../../../schemas/dates.ts'
import { type Entity, newRecord } from '../../../schemas/entity.ts'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import { apply } from '../../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { useMeasuredInterventions } from '../../domain/interventions/use-measured-interventions.ts'
import { useMyInterventions } from './use-my-interventions.ts'

const ME = 'p-moi'
const DAY = wallClock(new Date(), 'Europe/Paris').slice(0, 10)
const held: { data?: { db: LocalDatabase } } = {}
const account = { id: ME, roles: ['technician'], agences: ['a-1'], personnel: { TOUTES_AGENCES: 0 } }
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account, company: { id: 'demo' } }),
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
}))

async function put(resource: SyncedResource, rows: Readonly<Record<string, Record<string, unknown>>>): Promise<void> {
  const entity = entityOf(resource) as unknown as Entity
  const states = Object.entries(rows).map(([id, values], i) => {
    const record = { ...newRecord(entity, {}), VERSION: 1, ...values, [entity.key]: id }
    return { id, seq: i + 1, epoch: 'e', record: record as never }
  })
  await apply((held.data as { db: LocalDatabase }).db, resource, { states })
}

const hours = (day: number) => ({ RDV_DEBUT: `${addDays(DAY, day)} 09:00`, RDV_FIN: `${addDays(DAY, day)} 10:00` })
const work = (day: number, IDPROJET: string, more: object = {}) => {
  const { RDV_DEBUT: DEBUT, RDV_FIN: FIN } = hours(day)
  return { IDPROJET, ...hours(day), IDINTERVENTION_PLANNING: [{ id: 's', IDPERSONNEL: ME, DEBUT, FIN }], ...more }
}

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:moi', impersonator: '' }
  held.data = {
    db: await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never }),
  }
  await put('projet', {
    open: { IDCLIENT: 'c' },
    stopped: { IDCLIENT: 'c', DATE_SANS_SUITE: DAY },
  })
  await put('devis', {
    cancelled: { IDPROJET: 'open', IDCLIENT: 'c', DEVIS_SIGNE: 1, REFUSE: 1 },
    eco: { IDPROJET: 'chosen', IDCLIENT: 'c', DATE_TRANSMISSION: `${addDays(DAY, -9)}T09:00:00.000Z` },
    confort: {
      ...{ IDPROJET: 'chosen', IDCLIENT: 'c', GROUPE_VARIANTES: 'eco', DEVIS_SIGNE: 1 },
      DATE_SIGNATURE: `${addDays(DAY, -5)}T09:00:00.000Z`,
    },
  })
  await put('reference', { metre: { LISTE: 'NATURE_RDV', CODE: 'Metre', LIBELLE: 'Métré', ORDRE: 1 } })
  const measure = { ...hours(-30), IDPERSONNELS: [ME], IDNATURE_RDV: 'metre' }
  await put('rdv', { m1: { ...measure, IDPROJET: 'open' }, m2: { ...measure, IDPROJET: 'stopped' } })
  await put('intervention', {
    late: work(-2, 'open'),
    'late-stopped': work(-2, 'stopped'),
    'late-cancelled': work(-2, 'open', { IDDEVIS: 'cancelled' }),
    'today-stopped': work(0, 'stopped'),
    next: work(3, 'open'),
    'next-stopped': work(3, 'stopped'),
    'done-long-ago': work(-704, 'stopped', { FEEDBACK: 'bon', DATE_FEEDBACK: `${addDays(DAY, -701)}T10:00:00.000Z` }),
    'done-stopped': work(-4, 'stopped', { FEEDBACK: 'bon', DATE_FEEDBACK: `${addDays(DAY, -1)}T10:00:00.000Z` }),
  })
})
afterAll(() => held.data?.db.close())

it('[MGR-10] a stopped project and a cancelled order leave my list; what was planned today stays, marked', async () => {
  const { result } = renderHook(() => useMyInterventions(DAY, false))
  await waitFor(() => expect(result.current).toBeDefined())
  const mine = result.current as NonNullable<typeof result.current>
  const ids = (name: 'today' | 'late' | 'next' | 'done') => mine[name].map(({ work }) => work.IDINTERVENTION)
  expect(ids('late')).toEqual(['late'])
  expect(ids('next')).toEqual(['next'])
  expect(ids('done')).toEqual(['done-stopped'])
  expect(mine.today.map(({ work }) => [work.IDINTERVENTION, mine.stopOf(work)])).toEqual([['today-stopped', 'projet']])
})

it('[DAY-03 complete] (works) a list of lately never stands there as one of all, while older works are read', async () => {
  const seen: [ids: string[], all: boolean][] = []
  const { rerender } = renderHook(
    ({ all }) => {
      const list = useMyInterventions(DAY, all)
      if (list) seen.push([list.done.map(({ work }) => work.IDINTERVENTION), list.all])
    },
    { initialProps: { all: false } },
  )
  await waitFor(() => expect(seen.at(-1)).toEqual([['done-stopped'], false]))
  rerender({ all: true })
  await waitFor(() => expect(seen.at(-1)?.[0]).toHaveLength(2))
  for (const [ids, all] of seen) expect(all).toBe(ids.includes('done-long-ago'))
})

it('[MGR-11] works of a stopped project miss no quote', async () => {
  const { result } = renderHook(() => useMeasuredInterventions())
  await waitFor(() =>
    expect(result.current?.unlinked.map((one) => one.IDINTERVENTION).sort()).toEqual(['late', 'next']),
  )
  expect(result.current?.works).toHaveLength(8)
})

it('[MGR-11] works on a variant that the customer did not choose are to be linked, until they have ended well', async () => {
  const measured = { ...hours(-30), IDPERSONNELS: [ME], IDNATURE_RDV: 'metre', IDPROJET: 'chosen' }
  await put('projet', { chosen: { IDCLIENT: 'c' } })
  await put('rdv', { m3: measured })
  await put('intervention', {
    wrong: work(40, 'chosen', { IDDEVIS: 'eco', IDINTERVENTION_PLANNING: [] }),
    done: work(-40, 'chosen', { IDDEVIS: 'eco', IDINTERVENTION_PLANNING: [], FEEDBACK: 'bon' }),
    right: work(41, 'chosen', { IDDEVIS: 'confort', IDINTERVENTION_PLANNING: [] }),
  })
  const { result } = renderHook(() => useMeasuredInterventions())
  const missing = () => result.current?.unlinked.filter(({ IDPROJET }) => IDPROJET === 'chosen')
  await waitFor(() => expect(missing()?.map((one) => one.IDINTERVENTION)).toEqual(['wrong']))
})
