import { expect, it } from 'vitest'

it('unit tests run far from France, so that a wall-clock time that leans on the machine shows', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('America/New_York')
  expect(new Date('2026-01-15T12:00:00Z').getHours()).toBe(7)
})
