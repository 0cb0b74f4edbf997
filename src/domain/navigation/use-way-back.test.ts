import { expect, it } from 'vitest'
import { firstOpen } from './use-way-back.ts'

it.each([
  [['commercial'], '/manager/client'],
  [['assistant'], '/manager/suivi-client'],
  [['commercial_director'], '/manager/suivi-client'],
  [['technician'], '/manager'],
  [['assistant', 'metreur'], '/manager/client'],
] as const)('[TEN-06] a client’s way back for %j is %s, a screen that is open to them', (roles, href) => {
  expect(firstOpen(roles, ['client', 'suivi-client'])).toBe(href)
})
