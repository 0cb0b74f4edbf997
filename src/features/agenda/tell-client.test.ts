import { expect, it } from 'vitest'
import { tellingOf } from './tell-client.ts'

const event = { start: '2026-11-20 09:00', phone: '06 39 98 00 01', mail: 'lea@example.com' }
const slot = { start: '2026-11-21 15:00', end: '2026-11-21 16:00' }
const now = '2026-11-19 12:00'

it('offers to tell the client of a moved appointment, by SMS and mail, with the words ready', () => {
  const told = tellingOf(event, slot, now)
  expect(told?.links.map(({ label }) => label)).toEqual(['SMS', 'Mail'])
  for (const { href } of told?.links ?? []) expect(decodeURIComponent(href)).toContain('samedi 21 novembre à 15:00')
})

it('offers nothing for what is past, an end that moved alone, and a client without number and mail', () => {
  expect(tellingOf(event, slot, '2026-11-22 12:00')).toBeUndefined()
  expect(tellingOf({ ...event, start: slot.start }, slot, now)).toBeUndefined()
  expect(tellingOf({ start: event.start }, slot, now)).toBeUndefined()
})
