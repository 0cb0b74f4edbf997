import { expect, it } from 'vitest'
import { agencyNeeded } from './agency-needed.ts'

const rights = (ROLES: string[], more: object = {}) => ({
  NOM: 'Roy',
  ROLES,
  IDAGENCE: '',
  AGENCES: [],
  TOUTES_AGENCES: '',
  ...more,
})
const ASKED = { IDAGENCE: expect.stringMatching(/^Sans agence, .*« Toutes les agences »/) }

it.each([
  ['a director', rights(['commercial', 'commercial_director']), ASKED],
  ['an assistant', rights(['assistant'], { TOUTES_AGENCES: 0 }), ASKED],
  ['an assistant of an agency', rights(['assistant'], { IDAGENCE: 'lyon' }), {}],
  ['an assistant of several agencies', rights(['assistant'], { AGENCES: ['lyon', 'brest'] }), {}],
  ['a director of all agencies', rights(['commercial_director'], { TOUTES_AGENCES: 1 }), {}],
  ['a rep, who sees what they take part in', rights(['commercial']), {}],
  ['somebody without a role', rights([]), {}],
])('[AUT-10] a new account of %s', (_, values, expected) => {
  expect(agencyNeeded(null, true)(values)).toEqual(expected)
  // There is nothing to choose.
  expect(agencyNeeded(null, false)(values)).toEqual({})
})

it('[AUT-10] an account that stands without agency may be changed otherwise, and is asked about when its rights change', () => {
  const opened = rights(['assistant'])
  const asked = agencyNeeded(opened, true)
  expect(asked({ ...opened, NOM: 'Le Roy' })).toEqual({})
  expect(asked({ ...opened, ROLES: ['assistant', 'metreur'] })).toEqual(ASKED)
  const placed = rights(['assistant'], { IDAGENCE: 'lyon' })
  expect(agencyNeeded(placed, true)({ ...placed, IDAGENCE: '' })).toEqual(ASKED)
})
