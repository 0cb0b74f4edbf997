// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { boxAround } from '../../../schemas/rules/distance.ts'
import { type FitTeam, useFitTeam } from './use-fit-team.ts'

const NANTES = { LATITUDE: 47.2184, LONGITUDE: -1.5536 }
const LYON = { LATITUDE: 45.764, LONGITUDE: 4.8357 }
const show = vi.fn<FitTeam['show']>()
const AROUND_LYON = { seen: boxAround(LYON, 20), show }

beforeEach(() => show.mockClear())

it('[GEO-05] the team’s map shows everybody once, also who is far from the agency; later moves stay', () => {
  const { rerender } = renderHook(useFitTeam, {
    initialProps: { ...AROUND_LYON, isUnplaced: false, marks: undefined } as FitTeam,
  })
  rerender({ ...AROUND_LYON, isUnplaced: false, marks: [] })
  expect(show).not.toHaveBeenCalled()
  rerender({ ...AROUND_LYON, isUnplaced: false, marks: [LYON, NANTES] })
  const [box] = show.mock.lastCall ?? []
  expect(box && box.west < NANTES.LONGITUDE && LYON.LONGITUDE < box.east).toBe(true)
  rerender({ ...AROUND_LYON, isUnplaced: false, marks: [LYON, { ...NANTES }] })
  expect(show).toHaveBeenCalledTimes(1)
})

it('[GEO-05] a view that shows everybody, or that the address keeps, stays', () => {
  renderHook(useFitTeam, { initialProps: { ...AROUND_LYON, isUnplaced: true, marks: [LYON] } })
  renderHook(useFitTeam, { initialProps: { ...AROUND_LYON, isUnplaced: false, marks: [NANTES] } })
  expect(show).not.toHaveBeenCalled()
})
