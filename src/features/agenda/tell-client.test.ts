import { expect, it } from 'vitest'
import { tellingOf } from './tell-client.ts'

const event = { start: '2026-11-20 09:00', phone: '06 39 98 00 01', mail: 'lea@example.com' }
const slot = { start: '2026-11-21 15:00', end: '2026-11-21 16:00' }
const now = '2026-11-19 12:00'

it('[DAY-09 customer-rdv] (confirm) offers to tell the client of a moved appointment, by mail and SMS', () => {
  expect(tellingOf(event, slot, now)).toEqual(['mail', 'sms'])
  expect(tellingOf({ ...event, phone: '04 72 00 00 00' }, slot, now)).toEqual(['mail'])
})

it('[DAY-09 customer-rdv] (confirm) offers nothing for what is past, an end that moved alone, and a client without number and mail', () => {
  expect(tellingOf(event, slot, '2026-11-22 12:00')).toEqual([])
  expect(tellingOf({ ...event, start: slot.start }, slot, now)).toEqual([])
  expect(tellingOf({ start: event.start }, slot, now)).toEqual([])
})
