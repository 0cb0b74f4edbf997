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
import { useAddressUses } from './use-address-uses.ts'

const held: { data?: { db: LocalDatabase } } = {}
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))

let seq = 0
async function put(resource: SyncedResource, id: string, values: Record<string, unknown>): Promise<void> {
  const entity = entityOf(resource) as unknown as Entity
  seq += 1
  const record = { ...newRecord(entity, {}), VERSION: seq, ...values, [entity.key]: id }
  await apply((held.data as { db: LocalDatabase }).db, resource, {
    states: [{ id, seq, epoch: 'e', record: record as never }],
  })
}
const slot = { RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00' }

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:p1', impersonator: '' }
  held.data = {
    db: await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never }),
  }
  await put('client', 'owner', { NOM: 'Martin', IDADRESSE: 'a1' })
  await put('client', 'other', { NOM: 'Petit', IDADRESSE: 'a2' })
  await put('client', 'nowhere', { NOM: 'Roux' })
  await put('projet', 'site', { IDCLIENT: 'owner', ADRESSE_CHANTIER: 'a1' })
  await put('projet', 'elsewhere', { IDCLIENT: 'owner', ADRESSE_CHANTIER: 'a2' })
  await put('projet', 'at-home', { IDCLIENT: 'owner' })
  await put('projet', 'at-another', { IDCLIENT: 'other' })
  await put('rdv', 'visit', { ...slot, IDADRESSE: 'a1' })
  await put('rdv', 'deleted', { ...slot, IDADRESSE: 'a1', SUPPRIME: 1 })
  await put('rdv', 'no-place', slot)
})
afterAll(() => held.data?.db.close())

it('[MGR-06] names who lives there, the sites, projects without a site of who lives there, and the appointments; none that is deleted', async () => {
  const { result } = renderHook(() => useAddressUses('a1'))
  await waitFor(() => expect(result.current).toBeDefined())
  const ids = () => ({
    clients: result.current?.clients.map((one) => one.IDCLIENT),
    projets: result.current?.projets.map((one) => one.IDPROJET),
    rdvs: result.current?.rdvs.map((one) => one.IDRDV),
  })
  expect(ids()).toEqual({ clients: ['owner'], projets: ['site', 'at-home'], rdvs: ['visit'] })
  await put('projet', 'at-home', { IDCLIENT: 'owner', ADRESSE_CHANTIER: 'a2' })
  await waitFor(() => expect(ids().projets).toEqual(['site']))
  await put('projet', 'at-another', { IDCLIENT: 'other', ADRESSE_CHANTIER: 'a1' })
  await waitFor(() => expect(ids().projets?.sort()).toEqual(['at-another', 'site']))
})

it('names nothing without an address: not what has none either', () => {
  expect(renderHook(() => useAddressUses(null)).result.current).toBeUndefined()
})
