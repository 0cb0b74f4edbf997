// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, renderHook, waitFor } from '@testing-library/react'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addDays, wallClock } from '../../../schemas/dates.ts'
import { type Entity, newRecord } from '../../../schemas/entity.ts'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import { apply } from '../../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { useLooseMeasures } from './use-loose-measures.ts'
import { missingLinks, useMeasuredInterventions } from './use-measured-interventions.ts'

const ME = 'p-moi'
const DAY = wallClock(new Date(), 'Europe/Paris').slice(0, 10)
const held: { data?: { db: LocalDatabase } } = {}
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'p-moi' } }) }))

let seq = 0
let opened = 0
async function put(resource: SyncedResource, rows: Readonly<Record<string, Record<string, unknown>>>): Promise<void> {
  const entity = entityOf(resource) as unknown as Entity
  const states = Object.entries(rows).map(([id, values]) => {
    const record = { ...newRecord(entity, {}), VERSION: 1, ...values, [entity.key]: id }
    seq += 1
    return { id, seq, epoch: 'e', record: record as never }
  })
  await apply((held.data as { db: LocalDatabase }).db, resource, { states })
}

const hours = (day: number) => ({ RDV_DEBUT: `${addDays(DAY, day)} 09:00`, RDV_FIN: `${addDays(DAY, day)} 10:00` })
const measure = (day: number, more: object = {}) => ({
  ...hours(day),
  IDPERSONNELS: [ME],
  IDNATURE_RDV: 'metre',
  ...more,
})

beforeEach(async () => {
  opened += 1
  const identity = { companyId: 'demo', account: `personnel:${opened}`, impersonator: '' }
  held.data = {
    db: await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never }),
  }
  await put('reference', {
    metre: { LISTE: 'NATURE_RDV', CODE: 'Metre', LIBELLE: 'Métré', ORDRE: 1 },
    autre: { LISTE: 'NATURE_RDV', CODE: 'Autre', LIBELLE: 'Autre', ORDRE: 2 },
  })
})
afterEach(() => held.data?.db.close())

const ids = (rdvs: readonly { IDRDV: string }[] | undefined) => rdvs?.map(({ IDRDV }) => IDRDV).sort()

it('[MGR-11] a measure is linked by whoever has its project on their device; of another one the office is asked, and nothing counts it', async () => {
  await put('client', { seen: { NOM: 'Vu', IDADRESSE: 'home' }, unseen: { NOM: 'Ailleurs', IDADRESSE: 'elsewhere' } })
  await put('projet', { p1: { IDCLIENT: 'seen', ADRESSE_CHANTIER: 'site' } })
  await put('rdv', {
    home: measure(-1, { IDADRESSE: 'home' }),
    site: measure(-2, { IDADRESSE: 'site' }),
    elsewhere: measure(-3, { IDADRESSE: 'elsewhere' }),
    'no-place': measure(-4),
    linked: measure(-5, { IDPROJET: 'p1' }),
  })
  const { result } = renderHook(() => useMeasuredInterventions())
  await waitFor(() => expect(ids(result.current?.loose)).toEqual(['home', 'no-place', 'site']))
  expect(ids(result.current?.outOfSight)).toEqual(['elsewhere'])
  expect(result.current && missingLinks(result.current)).toBe(3)
})

it('[MGR-11] a place that was typed anew is the site or the home of the same words', async () => {
  const lilas = { ADRESSE: '3 rue des Lilas', CODE_POSTAL: '69003', VILLE: 'Lyon' }
  const haute = { ADRESSE: '8 rue Haute', CODE_POSTAL: '44000', VILLE: 'Nantes' }
  const town = { ADRESSE: null, CODE_POSTAL: '31000', VILLE: 'Toulouse' }
  await put('adresse', {
    site: lilas,
    'site-again': { ...lilas, ADRESSE: '3 RUE DES LILAS' },
    home: haute,
    'home-again': haute,
    'a-town': town,
    'town-again': town,
    other: { ...haute, ADRESSE: '9 rue Haute' },
  })
  await put('client', { c1: { NOM: 'Roux', IDADRESSE: 'home' }, c2: { NOM: 'Noir', IDADRESSE: 'a-town' } })
  await put('projet', {
    p1: { IDCLIENT: 'c1', ADRESSE_CHANTIER: 'site' },
    p2: { IDCLIENT: 'c2', ADRESSE_CHANTIER: null },
  })
  await put('rdv', {
    site: measure(-1, { IDADRESSE: 'site-again' }),
    home: measure(-2, { IDADRESSE: 'home-again' }),
    town: measure(-3, { IDADRESSE: 'town-again' }),
    other: measure(-4, { IDADRESSE: 'other' }),
  })
  const { result } = renderHook(() => useMeasuredInterventions())
  await waitFor(() => expect(ids(result.current?.loose)).toEqual(['home', 'site']))
  expect(ids(result.current?.outOfSight)).toEqual(['other', 'town'])
})

it('[MGR-11] without any project on the device no measure can be linked there, until one comes', async () => {
  await put('rdv', { 'no-place': measure(2) })
  const { result } = renderHook(() => useMeasuredInterventions())
  await waitFor(() => expect(ids(result.current?.outOfSight)).toEqual(['no-place']))
  expect(result.current && missingLinks(result.current)).toBe(0)
  await act(() => put('projet', { p1: { IDCLIENT: 'c' } }))
  await waitFor(() => expect(ids(result.current?.loose)).toEqual(['no-place']))
})

it('[MGR-11] the office has the measures without a project of everybody whom it sees, the first one first', async () => {
  await put('rdv', {
    late: measure(-400, { IDPERSONNELS: ['p-autre'] }),
    next: measure(5, { IDPERSONNELS: ['p-autre'] }),
    linked: measure(-1, { IDPROJET: 'p1' }),
    deleted: measure(-1, { SUPPRIME: 1 }),
    meeting: measure(-1, { IDNATURE_RDV: 'autre' }),
  })
  const { result, rerender } = renderHook(({ wait }) => useLooseMeasures(wait), { initialProps: { wait: true } })
  expect(result.current).toBeUndefined()
  rerender({ wait: false })
  await waitFor(() => expect(result.current?.map(({ IDRDV }) => IDRDV)).toEqual(['late', 'next']))
  await act(() => put('rdv', { late: measure(-400, { IDPROJET: 'p1' }) }))
  await waitFor(() => expect(result.current?.map(({ IDRDV }) => IDRDV)).toEqual(['next']))
})

it('[DAY-03 complete] (measures) no measure is missing while the natures are read', async () => {
  await put('rdv', { late: measure(-400), next: measure(5) })
  const seen: (number | undefined)[] = []
  renderHook(() => seen.push(useLooseMeasures()?.length))
  await waitFor(() => expect(seen.at(-1)).toBe(2))
  expect(seen.filter((count) => count !== undefined && count !== 2)).toEqual([])
  const links: (number | undefined)[] = []
  renderHook(() => links.push(useMeasuredInterventions()?.outOfSight.length))
  await waitFor(() => expect(links.at(-1)).toBe(2))
  expect(links.filter((count) => count !== undefined && count !== 2)).toEqual([])
})
