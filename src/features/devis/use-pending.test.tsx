// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Entity, newRecord } from '../../../schemas/entity.ts'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import { apply } from '../../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { usePending } from './use-pending.ts'

const ME = 'p-moi'
const CLOCK = { zone: 'Europe/Paris', day: '2026-11-27' }
const held: { data?: { db: LocalDatabase } } = {}
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: ME, roles: ['commercial'] }, company: { id: 'demo' } }),
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
}))

let seq = 0
async function put(resource: SyncedResource, id: string, values: Record<string, unknown>): Promise<void> {
  const entity = entityOf(resource) as unknown as Entity
  seq += 1
  const record = { ...newRecord(entity, {}), VERSION: seq, ...values, [entity.key]: id }
  const states = [{ id, seq, epoch: 'e', record: record as never }]
  await apply((held.data as { db: LocalDatabase }).db, resource, { states })
}
const quote = (id: string, IDPROJET: string, more: object = {}) =>
  put('devis', id, {
    IDPROJET,
    IDCLIENT: 'c',
    IDRESPONSABLEPROJET: ME,
    DATE_TRANSMISSION: '2026-11-01T09:00:00.000Z',
    ...more,
  })

beforeAll(async () => {
  const identity = { companyId: 'demo', account: `personnel:${ME}`, impersonator: '' }
  held.data = {
    db: await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never }),
  }
  await put('projet', 'open', { IDCLIENT: 'c' })
  await put('projet', 'ended', { IDCLIENT: 'c', DATE_SANS_SUITE: '2026-11-20' })
  await put('projet', 'refused', { IDCLIENT: 'c', REFUSE: 1 })
  await quote('of-open', 'open')
  await quote('of-ended', 'ended')
  await quote('of-refused', 'refused')
  await quote('draft-of-ended', 'ended', { DATE_TRANSMISSION: null })
  // Its project is not on this device.
  await quote('alone', 'elsewhere')
  await quote('colleague', 'open', { IDRESPONSABLEPROJET: 'p-2' })
})
afterAll(() => held.data?.db.close())

const idsOf = (pending: ReturnType<typeof usePending>) => pending?.list.map(({ IDDEVIS }) => IDDEVIS).sort()

it.each([
  [true, ['alone', 'of-open']],
  [false, ['alone', 'colleague', 'of-open']],
])(
  '[MGR-12] lists no quote of a stopped project (mine: %s), and takes it again once the project is opened again',
  async (mine, ids) => {
    const { result } = renderHook(() => usePending(mine, CLOCK))
    await waitFor(() => expect(idsOf(result.current)).toEqual(ids))
    await put('projet', 'refused', { IDCLIENT: 'c', REFUSE: 0 })
    await waitFor(() => expect(idsOf(result.current)).toEqual([...ids, 'of-refused'].sort()))
    await put('projet', 'refused', { IDCLIENT: 'c', REFUSE: 1 })
    await waitFor(() => expect(idsOf(result.current)).toEqual(ids))
  },
)

it('[DAY-03 complete] (quotes) my quotes are never there as everybody’s, while those are read', async () => {
  const seen: [mine: boolean, ids: string[] | undefined][] = []
  const { rerender } = renderHook(({ mine }) => seen.push([mine, idsOf(usePending(mine, CLOCK))]), {
    initialProps: { mine: true },
  })
  await waitFor(() => expect(seen.at(-1)?.[1]).toEqual(['alone', 'of-open']))
  rerender({ mine: false })
  await waitFor(() => expect(seen.at(-1)?.[1]).toEqual(['alone', 'colleague', 'of-open']))
  rerender({ mine: true })
  await waitFor(() => expect(seen.at(-1)?.[1]).toEqual(['alone', 'of-open']))
  for (const [mine, ids] of seen)
    if (ids) expect(ids).toEqual(mine ? ['alone', 'of-open'] : ['alone', 'colleague', 'of-open'])
})
