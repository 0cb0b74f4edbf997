import { expect, it } from 'vitest'
import type { Staff } from '../access.ts'
import { directsCompany, mayManage, type Rights, rightsIssues } from './direction.ts'

const director = (more: Partial<Staff> = {}): Staff => ({
  id: 'diane',
  roles: ['commercial_director'],
  agences: ['lyon'],
  toutesAgences: false,
  ...more,
})
const rights = (more: Partial<Rights> = {}): Rights => ({
  ROLES: ['commercial'],
  IDAGENCE: 'lyon',
  AGENCES: [],
  TOUTES_AGENCES: 0,
  ...more,
})

it('a director of all agencies decides for the company; no other role does, wherever they may look', () => {
  expect(directsCompany(director({ toutesAgences: true }))).toBe(true)
  expect(directsCompany(director())).toBe(false)
  expect(directsCompany(director({ roles: ['assistant'], toutesAgences: true }))).toBe(false)
})

it.each<[string, Partial<Rights>, boolean]>([
  ['of their agency', {}, true],
  ['of no agency', { IDAGENCE: null }, true],
  ['of another agency', { IDAGENCE: 'brest' }, false],
  ['who sees another agency too', { AGENCES: ['lyon', 'brest'] }, false],
  ['who sees all agencies', { TOUTES_AGENCES: 1 }, false],
])('[SEC] a director of some agencies manages somebody %s: %o → %s', (_, more, expected) => {
  expect(mayManage(director(), rights(more))).toBe(expected)
  expect(mayManage(director({ toutesAgences: true }), rights(more))).toBe(true)
  expect(mayManage(director({ roles: ['commercial'] }), rights(more))).toBe(false)
})

it('[SEC] nobody changes their own rights, not even a director of all agencies', () => {
  for (const me of [director(), director({ toutesAgences: true })])
    for (const patch of [{ ROLES: [] }, { IDAGENCE: 'lyon' }, { AGENCES: [] }, { TOUTES_AGENCES: 0 }])
      expect(Object.keys(rightsIssues(me, me.id, patch))).toEqual(Object.keys(patch))
  expect(rightsIssues(director(), 'diane', {})).toEqual({})
})
