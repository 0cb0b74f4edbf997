import { expect, it } from 'vitest'
import { readAddress } from './use-agenda-address.ts'

const today = '2026-11-20'

it('[CAL-02] opens a phone on the day and a larger screen on the week without Sunday', () => {
  expect(readAddress({}, { phone: true, today })).toEqual({
    view: 'timeGridDay',
    date: today,
    rdv: null,
    people: null,
  })
  expect(readAddress({}, { phone: false, today }).view).toBe('timeGridWeek')
})

it('keeps the values of the address', () => {
  const search = { vue: 'listWeek', date: '2026-12-01', rdv: 'r1', personnes: 'p1,p2' }
  expect(readAddress(search, { phone: true, today })).toEqual({
    view: 'listWeek',
    date: '2026-12-01',
    rdv: 'r1',
    people: ['p1', 'p2'],
  })
})

it('counts invalid values as absent', () => {
  expect(readAddress({ vue: 'decade', date: '2026-02-31', rdv: '' }, { phone: false, today })).toEqual({
    view: 'timeGridWeek',
    date: today,
    rdv: null,
    people: null,
  })
  expect(readAddress({ personnes: ',' }, { phone: false, today }).people).toBeNull()
  expect(readAddress({ vue: 3, date: 20261120 }, { phone: false, today }).date).toBe(today)
})
