import { describe, expect, it } from 'vitest'
import { saidTime, saidWall } from './said-time.ts'

const now = new Date('2026-12-01T18:00:00.000Z')
const ZONE = 'America/Guadeloupe'
const sent = (sentAt: string | null) => ({ now, zone: ZONE, mutation: { sentAt } })

describe('the time that a device says of an act [PUSH-14]', () => {
  it.each([
    ['five hours behind', '2026-12-01T13:00:00.000Z', '2026-12-01T12:30:00.000Z', '2026-12-01T17:30:00.000Z'],
    ['a day behind', '2026-11-30T18:00:00.000Z', '2026-11-28T18:00:00.000Z', '2026-11-29T18:00:00.000Z'],
    ['three hours ahead', '2026-12-01T21:00:00.000Z', '2026-12-01T20:00:00.000Z', '2026-12-01T17:00:00.000Z'],
    // The clock was changed between the act and its call: later than now is never true.
    ['ahead, and set right since', '2026-12-01T18:00:00.000Z', '2026-12-01T20:00:00.000Z', '2026-12-01T18:00:00.000Z'],
    ['right', '2026-12-01T17:59:30.000Z', '2026-11-29T10:00:00.000Z', '2026-11-29T10:00:00.000Z'],
    ['not said', null, '2026-11-29T10:00:00.000Z', '2026-11-29T10:00:00.000Z'],
    ['no time', 'hier', '2026-11-29T10:00:00.000Z', '2026-11-29T10:00:00.000Z'],
    ['right, the act is of no calendar', null, '0000-05-05T00:00:00.000Z', '2026-12-01T18:00:00.000Z'],
  ])('its clock: %s', (_clock, sentAt, said, time) => {
    expect(saidTime(sent(sentAt), said)).toBe(time)
  })

  it.each([
    ['behind', '2026-12-01T13:00:00.000Z', '2026-12-01 08:30', '2026-12-01 13:30'],
    ['ahead', '2027-01-01T18:00:00.000Z', '2027-01-01 13:00', '2026-12-01 13:00'],
    ['not said, and the time is to come', null, '2027-01-20 10:00', '2026-12-01 14:00'],
    ['right', '2026-12-01T18:00:00.000Z', '2026-11-30 09:00', '2026-11-30 09:00'],
    ['right, the day does not exist', null, '2026-02-31 10:00', '2026-12-01 14:00'],
  ])('on the company’s wall clock: %s', (_clock, sentAt, said, wall) => {
    expect(saidWall(sent(sentAt), said)).toBe(wall)
  })
})
