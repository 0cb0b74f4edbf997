// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useTeam } from './use-team.ts'

const people = ['Abel', 'Léa'].map((IDPERSONNEL) => ({ IDPERSONNEL, NOM_COMPLET: IDPERSONNEL }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => people }))
vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => new Set(['Léa']) }))
vi.mock('../../data/records/use-left-known.ts', () => ({ useIsLeftKnown: () => true }))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => new Map() }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-20 10:00' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'Abel', roles: ['commercial'], agences: [], toutesAgences: false }),
}))
vi.mock('../../domain/personnels/use-unseen-times.ts', () => ({ useUnseenTimes: () => undefined }))
vi.mock('../../domain/personnels/occupation-doubt.ts', () => ({ occupationDoubt: () => null }))
vi.mock('../../domain/records/use-stays.ts', () => ({ useStays: () => [] }))

it('[MGR-19 team] whoever has left is not shown as free', () => {
  const { result } = renderHook(() => useTeam('2026-11-20 10:00'))
  expect(result.current.members?.map(({ person }) => person.IDPERSONNEL)).toEqual(['Abel'])
})
