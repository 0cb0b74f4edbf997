import { describe, expect, it } from 'vitest'
import { numberPattern, quoteNumber, screenItems } from './search-items.ts'

const titles = (text: string, roles: Parameters<typeof screenItems>[1]) =>
  screenItems(text, roles).map(({ label }) => label)

describe('screens in the search', () => {
  it('are those of my roles, found by the beginning of any word without accents', () => {
    expect(titles('equipe', ['technician'])).toEqual(['Équipe'])
    expect(titles('a sais', ['technician'])).toEqual(['RAF à saisir'])
    expect(titles('agenda', ['commercial'])).toEqual(['Agenda'])
    expect(titles('carte', ['technician'])).toEqual([])
    expect(titles('quipe', ['technician'])).toEqual([])
  })

  it('are all listed before anything is typed, except those that need a record', () => {
    expect(titles('', ['technician'])).toContain('Mes interventions')
    expect(titles('', ['technician'])).not.toContain('Signature du PV')
  })
})

describe('numbers of quotes', () => {
  it.each(['DV-2026-0012', '2026 0012', '0012'])('%s may be one', (text) => expect(quoteNumber(text)).toBe(text))
  it.each(['Dupont', '7', '', '((((((', '12 rue de l’église, bât. B, 3e étage, 69003 Lyon'])('%j is none', (text) =>
    expect(quoteNumber(text)).toBeNull(),
  )
  it('are found with any separator', () => {
    const found = (text: string) => new RegExp(numberPattern(text), 'i').test('DV-2026-0012')
    expect(['dv2026', 'DV 2026 0012', 'dv-2026-00', '0012', '2026'].map(found)).toEqual([true, true, true, true, true])
    expect(found('0013')).toBe(false)
  })
})
