// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { readAddress, useAgendaAddress } from './use-agenda-address.ts'

const fake = vi.hoisted(() => ({ search: {} as Record<string, unknown>, navigate: vi.fn(), error: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({ useSearch: () => fake.search, useNavigate: () => fake.navigate }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { roles: ['commercial'] } }) }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { error: fake.error } }))

const today = '2026-11-20'

it('[CAL-02] opens a phone on the day and a larger screen on the week without Sunday', () => {
  expect(readAddress({}, { phone: true, team: false, today })).toEqual({
    view: 'timeGridDay',
    date: today,
    rdv: null,
    people: null,
  })
  expect(readAddress({}, { phone: false, team: false, today }).view).toBe('timeGridWeek')
})

it('[MGR-03] opens whoever goes to no appointments on the columns of the team', () => {
  for (const phone of [true, false]) {
    expect(readAddress({}, { phone, team: true, today }).view).toBe('category')
    expect(readAddress({ vue: 'listWeek' }, { phone, team: true, today }).view).toBe('listWeek')
  }
})

it('keeps the values of the address', () => {
  const search = { vue: 'listWeek', date: '2026-12-01', rdv: 'r1', personnes: 'p1,p2' }
  expect(readAddress(search, { phone: true, team: false, today })).toEqual({
    view: 'listWeek',
    date: '2026-12-01',
    rdv: 'r1',
    people: ['p1', 'p2'],
  })
})

it('counts invalid values as absent', () => {
  expect(readAddress({ vue: 'decade', date: '2026-02-31', rdv: '' }, { phone: false, team: false, today })).toEqual({
    view: 'timeGridWeek',
    date: today,
    rdv: null,
    people: null,
  })
  expect(readAddress({ personnes: ',' }, { phone: false, team: false, today }).people).toBeNull()
  expect(readAddress({ vue: 3, date: 20261120 }, { phone: false, team: false, today }).date).toBe(today)
})

it('[CAL-01 caller] tells whoever opens a wrong calendar type, once, and shows a view', () => {
  fake.search = { vue: 'decade', date: '2026-12-01' }
  const { result, rerender } = renderHook(() => useAgendaAddress('Europe/Paris'))
  expect(fake.error).toHaveBeenCalledExactlyOnceWith('decade is not a valid Calendar type')
  expect(result.current).toMatchObject({ view: 'timeGridWeek', date: '2026-12-01' })
  const [{ search }] = fake.navigate.mock.lastCall as [{ search: (before: object) => object }]
  expect(search(fake.search)).toEqual({ vue: 'timeGridWeek', date: '2026-12-01' })
  rerender()
  expect(fake.error).toHaveBeenCalledOnce()
})

it('[CAL-01 types] takes each calendar type by its name', () => {
  fake.error.mockClear()
  fake.search = { vue: 'custom-weekly' }
  expect(renderHook(() => useAgendaAddress('Europe/Paris')).result.current.view).toBe('timeGridWeek')
  fake.search = {}
  renderHook(() => useAgendaAddress('Europe/Paris'))
  expect(fake.error).not.toHaveBeenCalled()
})
