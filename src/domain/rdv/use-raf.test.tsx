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
import { useRaf } from './use-raf.ts'

const ME = 'p-moi'
const DAY = wallClock(new Date(), 'Europe/Paris').slice(0, 10)
const held: { data?: { db: LocalDatabase } } = {}
const account = { id: ME, roles: ['technician'], agences: ['a-1'], personnel: { TOUTES_AGENCES: 0 } }
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account, company: { id: 'demo' } }),
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
}))

async function put(resource: SyncedResource, rows: readonly Record<string, unknown>[]): Promise<void> {
  const entity = entityOf(resource) as unknown as Entity
  const states = rows.map((values, i) => {
    const id = `${resource}-${i}`
    const record = { ...newRecord(entity, {}), VERSION: 1, ...values, [entity.key]: id }
    return { id, seq: i + 1, epoch: 'e', record: record as never }
  })
  await apply((held.data as { db: LocalDatabase }).db, resource, { states })
}

const visit = (day: number) => ({
  RDV_DEBUT: `${addDays(DAY, day)} 09:00`,
  RDV_FIN: `${addDays(DAY, day)} 10:00`,
  IDPERSONNELS: [ME],
})

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:moi', impersonator: '' }
  held.data = {
    db: await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never }),
  }
  // One that remains in each period, and one that a report ended.
  await put('rdv', [visit(-10), visit(-20), visit(-700), visit(-701), visit(-702)])
  await put(
    'soumission',
    [1, 3, 4].map((n) => ({ IDRAPPORT: 'r', IDRDV: `rdv-${n}`, IDPERSONNEL: ME })),
  )
})
afterAll(() => held.data?.db.close())

it('[DAY-03 complete] (reports due) never lists what a report has ended, while older ones are read', async () => {
  const seen: (string[] | undefined)[] = []
  const { rerender } = renderHook(
    ({ all }) => {
      seen.push(useRaf({ all })?.map(({ id }) => id))
    },
    { initialProps: { all: false } },
  )
  await waitFor(() => expect(seen.at(-1)).toEqual(['rdv-0']))
  const before = seen.length
  rerender({ all: true })
  await waitFor(() => expect(seen.at(-1)).toEqual(['rdv-2', 'rdv-0']))
  for (const ids of seen.slice(before)) expect([['rdv-0'], ['rdv-2', 'rdv-0']]).toContainEqual(ids)
})
