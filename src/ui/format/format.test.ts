import { describe, expect, it } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatDate,
  formatDateTime,
  formatInstant,
  formatLongDay,
  formatMoney,
  formatPercent,
  formatPhone,
  formatTimeRange,
} from './format.ts'

/** Intl writes narrow and ordinary no-break spaces; the tests compare with a plain space. */
const plain = (text: string): string => text.replace(/[\u202f\u00a0]/g, ' ')

describe('French formats', () => {
  it('[TEN-04] money is euros in fr-FR, from integer cents', () => {
    expect(plain(formatMoney(123_456_7))).toBe('12 345,67 €')
    expect(plain(formatMoney(-5))).toBe('-0,05 €')
    expect(plain(formatPercent(0.4))).toBe('40 %')
  })

  it('[TEN-04] dates are dd/MM/yyyy and dd/MM/yyyy HH:mm', () => {
    expect(formatDate('2026-03-09')).toBe('09/03/2026')
    expect(formatDateTime('2026-03-09 08:05')).toBe('09/03/2026 08:05')
    expect(formatTimeRange('2026-03-09 08:05', '2026-03-09 09:30')).toBe('08:05 – 09:30')
    expect(formatLongDay('2026-11-20')).toBe('vendredi 20 novembre')
  })

  it.each([
    ['0000-00-00T00:00:00.000', '/'],
    [null, '—'],
    [undefined, '—'],
    ['', '—'],
  ])('[ENT-03] an unset date (%o) shows « %s »', (value, shown) => {
    expect([formatDate(value), formatDateTime(value), formatInstant(value, 'Europe/Paris')]).toEqual(
      Array(3).fill(shown),
    )
  })

  it('sizes in bytes use the units that people know', () => {
    expect([512, 2048, 2_516_582, 10 * 1024 ** 3].map(formatBytes)).toEqual(['512 o', '2 Ko', '2,4 Mo', '10 Go'])
  })

  it("an instant shows on the company's wall clock, whatever the machine's zone", () => {
    expect(formatInstant('2026-07-01T22:30:00.000Z', 'Europe/Paris')).toBe('02/07/2026 00:30')
    expect(formatInstant('2026-12-01T22:30:00.000Z', 'Europe/Paris')).toBe('01/12/2026 23:30')
  })

  it('says how long ago', () => {
    const now = '2026-11-20 12:00'
    expect(formatAgo('2026-11-20 12:00', now)).toBe("à l'instant")
    expect(formatAgo('2026-11-20 11:55', now)).toBe('il y a 5 min')
    expect(formatAgo('2026-11-20 08:30', now)).toBe('il y a 3 h')
    expect(formatAgo('2026-11-18 08:30', now)).toBe('le 18/11/2026 08:30')
    // What was stored before anybody checked it: the screen shows it as it is.
    expect(formatAgo('2026-02-31 08:30', now)).toBe('le 31/02/2026 08:30')
  })

  it('writes phone numbers in pairs and leaves unknown formats unchanged', () => {
    expect(formatPhone('0639980001')).toBe('06 39 98 00 01')
    expect(formatPhone('+33639980001')).toBe('06 39 98 00 01')
    expect(formatPhone('+32 2 123')).toBe('+32 2 123')
  })
})
