// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Entity, newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { apply } from '../../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { isAnswerTo } from './is-answer-to.ts'
import { useRecords } from './use-records.ts'

const held: { data?: { db: LocalDatabase } } = {}
vi.mock('../database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:p', impersonator: '' }
  const db = await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never })
  held.data = { db }
  const client = (IDCLIENT: string) => ({
    ...newRecord(entityOf('client') as unknown as Entity, {}),
    VERSION: 1,
    NOM: 'Durand',
    IDCLIENT,
  })
  const states = ['a', 'b'].map((id, at) => ({ id, seq: at + 1, epoch: 'e', record: client(id) as never }))
  await apply(db, 'client', { states })
})
afterAll(() => held.data?.db.close())

it.each([
  ['with former records', ['a']],
  ['after a list without rows', []],
])('[DAY-03 complete] the records of other ids count only once they are here: %s', async (_case, first) => {
  const seen: { ids: string[]; of: string[]; isRead: boolean }[] = []
  const { rerender } = renderHook(
    ({ ids }) => {
      const records = useRecords('client', ids, { stale: true })
      seen.push({ ids, of: [...(records?.keys() ?? [])], isRead: isAnswerTo(records, ids) })
    },
    { initialProps: { ids: first as string[] } },
  )
  await waitFor(() => expect(seen.at(-1)?.isRead).toBe(true))
  const next = ['b', 'a']
  rerender({ ids: next })
  await waitFor(() => expect(seen.at(-1)?.isRead).toBe(true))
  expect(seen.some(({ ids, isRead }) => ids === next && !isRead)).toBe(true)
  for (const { ids, of, isRead } of seen) if (isRead) expect(of.sort()).toEqual([...ids].sort())
})

it('[DAY-03 complete] nothing asked yet is no answer', () => {
  expect(isAnswerTo(new Map(), undefined)).toBe(false)
  expect(isAnswerTo(undefined, [])).toBe(false)
})
