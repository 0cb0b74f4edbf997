import { expect, it } from 'vitest'
import { occupationDoubt } from './occupation-doubt.ts'

const now = '2026-11-25 10:00'
const known = { at: '2026-11-25 09:56', from: '2026-11-16', to: '2027-01-24' }
const of = (
  given: typeof known | null,
  days: { from: string; to: string } = { from: '2026-11-25', to: '2026-11-26' },
) => occupationDoubt({ times: [], known: given }, { ...days, now })

it('[DAY-01 busy] says nothing of fresh times of known days, nor to whom no times are told', () => {
  expect(of(known)).toBeNull()
  expect(occupationDoubt(undefined, { from: now, to: now, now })).toBeNull()
})

it('[DAY-01 busy] says what is not known: no times at all, other days, and how old they are', () => {
  expect(of(null)).toContain('pas encore sur cet appareil')
  expect(of(known, { from: '2027-01-20', to: '2027-01-25' })).toContain('du 16 novembre au 24 janvier 2027')
  expect(of(known, { from: '2026-11-10', to: '2026-11-10' })).toContain('ne sont connus que')
  expect(of({ ...known, at: '2026-11-25 07:30' })).toContain('il y a 2 h')
})
