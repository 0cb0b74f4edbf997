// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addDays, wallClock } from '../../../schemas/dates.ts'
import { type Entity, newRecord } from '../../../schemas/entity.ts'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import { returnNoteId } from '../../../schemas/rules/return-visits.ts'
import { apply } from '../../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { useRaf, useRafList } from './use-raf.ts'

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

const LATE = ['rdv-0', 'intervention-2', 'intervention-4']
const OLDER = ['rdv-2', ...LATE]

const visit = (day: number) => ({
  RDV_DEBUT: `${addDays(DAY, day)} 09:00`,
  RDV_FIN: `${addDays(DAY, day)} 10:00`,
  IDPERSONNELS: [ME],
})

const work = (IDPROJET: string, IDDEVIS: string | null) => {
  const { RDV_DEBUT, RDV_FIN } = visit(-3)
  const slot = { id: 's', IDPERSONNEL: ME, DEBUT: RDV_DEBUT, FIN: RDV_FIN }
  return { IDPROJET, IDDEVIS, RDV_DEBUT, RDV_FIN, IDINTERVENTION_PLANNING: [slot] }
}

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:moi', impersonator: '' }
  held.data = {
    db: await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never }),
  }
  // One that remains in each period, and one that a report ended.
  await put('projet', [
    { IDCLIENT: 'c' },
    { IDCLIENT: 'c', DATE_SANS_SUITE: addDays(DAY, -1) },
    { IDCLIENT: 'c', REFUSE: 1 },
    { IDCLIENT: 'c' },
    { IDCLIENT: 'c' },
  ])
  await put('devis', [
    { IDPROJET: 'projet-0', IDCLIENT: 'c', DEVIS_SIGNE: 1, REFUSE: 1 },
    { IDPROJET: 'projet-0', IDCLIENT: 'c', DEVIS_SIGNE: 1 },
  ])
  const stopped = ['projet-1', 'projet-2'].map((IDPROJET) => ({ ...visit(-5), IDPROJET }))
  await put('rdv', [visit(-10), visit(-20), visit(-700), visit(-701), visit(-702), ...stopped])
  // Of a stopped project, of a cancelled order, and one that remains.
  const bad = (IDPROJET: string) => ({ ...work(IDPROJET, null), FEEDBACK: 'mauvais' })
  // The return visit of a colleague, which repaired what ended badly.
  const note = {
    id: returnNoteId('intervention-3'),
    TEXTE: 'Reprise',
    LE: '2026-01-01T09:00:00.000Z',
    IDPERSONNEL: 'x',
  }
  const repair = { ...work('projet-3', null), FEEDBACK: 'bon', NOTES: [note], IDINTERVENTION_PLANNING: [] }
  await put('intervention', [
    work('projet-1', null),
    work('projet-0', 'devis-0'),
    work('projet-0', 'devis-1'),
    bad('projet-3'),
    bad('projet-4'),
    repair,
  ])
  await put(
    'soumission',
    [1, 3, 4].map((n) => ({ IDRAPPORT: 'r', IDRDV: `rdv-${n}`, IDPERSONNEL: ME })),
  )
})
afterAll(() => held.data?.db.close())

it('[MGR-13] lists nothing of a stopped project or a cancelled order', async () => {
  const { result } = renderHook(() => useRaf())
  await waitFor(() => expect(result.current?.map(({ id }) => id)).toEqual(LATE))
})

it('[MGR-13] lists no works that ended badly once their return visit ended well, whoever made it', async () => {
  const { result } = renderHook(() => useRaf())
  await waitFor(() => expect(result.current?.map(({ id }) => id)).toEqual(LATE))
})

it('[DAY-03 complete] (reports due) never lists what a report has ended, while older ones are read', async () => {
  const seen: (string[] | undefined)[] = []
  /** What a screen says with each list: that it is of a year, or of all. */
  const said: (boolean | undefined)[] = []
  const { rerender } = renderHook(
    ({ all }) => {
      const list = useRafList({ all })
      seen.push(list?.items.map(({ id }) => id))
      said.push(list?.all)
    },
    { initialProps: { all: false } },
  )
  await waitFor(() => expect(seen.at(-1)).toEqual(LATE))
  const before = seen.length
  rerender({ all: true })
  await waitFor(() => expect(seen.at(-1)).toEqual(OLDER))
  for (const ids of seen.slice(before)) expect([LATE, OLDER]).toContainEqual(ids)
  // A list of a year never stands there as one of all.
  seen.forEach((ids, at) => {
    if (ids) expect([ids, said[at]]).toEqual([ids, ids.length === OLDER.length])
  })
})
