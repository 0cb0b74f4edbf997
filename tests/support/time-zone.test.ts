import { expect, it } from 'vitest'

it('unit tests run in a time zone far from France, so that code that uses the machine’s zone fails', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('America/New_York')
  expect(new Date('2026-01-15T12:00:00Z').getHours()).toBe(7)
})
