// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { usePersonnelOptions } from './ref-field.tsx'

const person = (IDPERSONNEL: string) => ({ IDPERSONNEL, NOM: IDPERSONNEL, NOM_COMPLET: null, ROLES: ['commercial'] })
const people = [person('Abel'), person('Léa'), person('Noé')]
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => people, useLiveRecord: () => null }))
vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => new Set(['Léa', 'Noé']) }))

it('[SET-12 handover] whoever has left is no choice, but what the record holds is still named', () => {
  const { result } = renderHook(() => usePersonnelOptions(['Noé']))
  expect(result.current.map(({ label }) => label)).toEqual(['Abel', 'Noé'])
})
