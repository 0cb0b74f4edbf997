// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addDays, wallClock } from '../../../schemas/dates.ts'
import { type Entity, newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { apply } from '../../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { useMyWaiting, useUnheldRecalls } from './use-waiting-projects.ts'

const ME = 'p-moi'
const DAY = wallClock(new Date(), 'Europe/Paris').slice(0, 10)
const held: { data?: { db: LocalDatabase } } = {}
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))
vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => new Set(['parti']) }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: ME, roles: ['metreur'] }, company: { id: 'demo' } }),
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
}))

const recall = { IDCLIENT: 'c', RELANCE_INTERMEDIAIRE: addDays(DAY, -2), IDAGENCE: 'a-1' }
const PROJETS: Record<string, object> = {
  'nobody-new': recall,
  'nobody-sav': { ...recall, TYPE_PROJET: 1 },
  'nobody-quoted': { ...recall, IDETAT_PROJET: 2 },
  'left-new': { ...recall, IDRESPONSABLEPROJET: 'parti' },
  'left-ordered': { ...recall, IDRESPONSABLEPROJET: 'parti', IDETAT_PROJET: 4 },
  'other-agency': { ...recall, IDAGENCE: 'a-2' },
  closed: { ...recall, DATE_SANS_SUITE: DAY },
  'no-recall': { IDCLIENT: 'c', IDAGENCE: 'a-1' },
  mine: { ...recall, IDRESPONSABLEPROJET: ME, IDETAT_PROJET: 4 },
}

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:moi', impersonator: '' }
  const db = await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never })
  held.data = { db }
  const entity = entityOf('projet') as unknown as Entity
  const states = Object.entries(PROJETS).map(([id, values], i) => ({
    id,
    seq: i + 1,
    epoch: 'e',
    record: { ...newRecord(entity, {}), VERSION: 1, ...values, IDPROJET: id } as never,
  }))
  await apply(db, 'projet', { states })
})
afterAll(() => held.data?.db.close())

const idsOf = (list: readonly { projet: { IDPROJET: string } }[] | undefined) =>
  list?.map(({ projet }) => projet.IDPROJET).sort()

it('[MGR-16 office] a recall that nobody here makes is in the office’s list, of its agency', async () => {
  const { result } = renderHook(() => useUnheldRecalls('a-1'))
  await waitFor(() =>
    expect(idsOf(result.current)).toEqual(['left-new', 'left-ordered', 'nobody-new', 'nobody-quoted', 'nobody-sav']),
  )
})

it('[MGR-16 responsible] a recall is in the list of whoever is responsible, a measurer too', async () => {
  const { result } = renderHook(() => useMyWaiting())
  await waitFor(() => expect(idsOf(result.current?.to_call_again)).toEqual(['mine']))
})
