import { describe, expect, it } from 'vitest'
import { easter, isHoliday, nextWorkingDay } from './public-holidays.ts'
import { keptRefusal, letterRefusal, mayWithdraw, withdrawalDeadline } from './withdrawal.ts'

const PARIS = 'Europe/Paris'

describe('legal holidays', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
  ])('Easter of %i is %s', (year, day) => {
    expect(easter(year)).toBe(day)
  })

  it('knows the eleven legal holidays of 2026, and no other day', () => {
    const days = Array.from({ length: 365 }, (_, i) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10))
    expect(days.filter(isHoliday)).toEqual([
      '2026-01-01',
      '2026-04-06',
      '2026-05-01',
      '2026-05-08',
      '2026-05-14',
      '2026-05-25',
      '2026-07-14',
      '2026-08-15',
      '2026-11-01',
      '2026-11-11',
      '2026-12-25',
    ])
  })

  it('the next working day is after a week-end that a holiday prolongs', () => {
    expect(nextWorkingDay('2026-04-04')).toBe('2026-04-07')
    expect(nextWorkingDay('2026-04-08')).toBe('2026-04-08')
  })
})

describe('withdrawal', () => {
  it.each([
    ['the day of the signature does not count', '2026-09-01T10:00:00.000Z', '2026-09-15'],
    ['a Saturday moves to Monday', '2026-09-05T10:00:00.000Z', '2026-09-21'],
    ['a holiday moves to the next day', '2026-10-28T10:00:00.000Z', '2026-11-12'],
    ["the company's day counts, not UTC's", '2026-09-01T22:30:00.000Z', '2026-09-16'],
  ])('[API-13] fourteen days: %s', (_, signedAt, last) => {
    expect(withdrawalDeadline(signedAt, PARIS)).toBe(last)
  })

  it('[API-13] the whole last day counts, and no minute of the next day', () => {
    const signed = '2026-09-01T10:00:00.000Z'
    expect(mayWithdraw(signed, PARIS, new Date('2026-09-15T21:59:59.000Z'))).toBe(true)
    expect(mayWithdraw(signed, PARIS, new Date('2026-09-15T22:00:00.000Z'))).toBe(false)
  })
  it.each([
    ['the day before the signature', '2026-08-31', /précède la signature, du 01\/09\/2026/],
    ['the day of the signature', '2026-09-01', null],
    ['the last day, recorded a month later', '2026-09-15', null],
    ['the day after it', '2026-09-16', /terminé le 15\/09\/2026 : choisissez « Annulation convenue »/],
    ['a day to come', '2026-10-16', /à venir/],
  ])('[API-13] a letter counts by its day: %s', (_, day, refusal) => {
    const said = letterRefusal('2026-09-01T10:00:00.000Z', day, {
      zone: PARIS,
      now: new Date('2026-10-15T10:00:00.000Z'),
    })
    expect(said).toEqual(refusal === null ? null : expect.stringMatching(refusal))
  })

  it('[API-13] a letter is recorded on its own day, also when that is the first one', () => {
    const on = (day: string, now: string) =>
      letterRefusal('2026-09-01T10:00:00.000Z', day, { zone: PARIS, now: new Date(now) })
    expect(on('2026-09-10', '2026-09-10T10:00:00.000Z')).toBeNull()
    expect(on('2026-09-10', '2026-09-09T21:59:59.000Z')).toMatch(/à venir/)
    expect(on('2026-09-01', '2026-09-01T11:00:00.000Z')).toBeNull()
  })

  it('[API-13] an agreement keeps nothing while the customer may withdraw, and never more than the price', () => {
    const order = { PRIX_TTC: 8_000_00, DATE_SIGNATURE: '2026-09-01T10:00:00.000Z' }
    const said = (kept: number, at: string) => keptRefusal(order, kept, { zone: PARIS, now: new Date(at) })
    const [last, after] = ['2026-09-15T21:59:59.000Z', '2026-09-15T22:00:00.000Z']
    expect([said(0, last), said(1, after), said(8_000_00, after)]).toEqual([null, null, null])
    expect(said(1, last)).toBe('Le client peut encore se rétracter jusqu’au 15/09/2026 : rien ne peut être conservé.')
    expect(said(8_000_01, after)).toMatch(/^Vous ne pouvez pas conserver plus que le prix de la commande, 8.000.€\.$/)
  })
})
