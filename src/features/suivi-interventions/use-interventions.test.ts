// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useMyInterventions } from './use-interventions.ts'

const fake = vi.hoisted(() => ({ works: [] as object[], balances: new Map<string, object>() }))
vi.mock('../../data/records/use-files.ts', () => ({ useFiled: () => undefined }))
vi.mock('../../data/records/use-records.ts', () => {
  const none = new Map()
  return { useRecords: () => none }
})
vi.mock('../../domain/interventions/use-measured-interventions.ts', () => ({
  useWorksOfMyProjects: () => fake.works,
  useMeasuredInterventions: () => undefined,
}))
vi.mock('../../domain/paiements/use-waiting-payments.ts', () => ({ useLocalBalances: () => fake.balances }))
vi.mock('../../domain/projets/use-stops.ts', () => ({ useStops: () => undefined }))

it('[DAY-06 payments] (balance of works) the list of works counts a payment that this device has not sent yet', () => {
  fake.works = ['d1', 'd2'].map((IDDEVIS) => ({ IDDEVIS, IDPROJET: 'j1', SOLDE_DEVIS: 1_000_00 }))
  fake.balances = new Map([['d1', { SOLDE_DEVIS: 600_00, SOLDE_DEVIS_POURCENTAGE: 60 }]])
  const { result } = renderHook(() => useMyInterventions())
  expect(result.current?.works.map((work) => work.SOLDE_DEVIS)).toEqual([600_00, 1_000_00])
})
