import { describe, expect, it } from 'vitest'
import { csvCell, csvText, csvValue } from './csv.ts'

describe('CSV export', () => {
  it.each([
    '=1+1',
    '+33639980001',
    '-2+3',
    '-2,5+3',
    '-1 200',
    '-',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =HYPERLINK("http://x")',
    '\uFF1D1',
  ])('a spreadsheet never runs %j', (value) => {
    expect(csvCell(value).replace(/^"/, '').startsWith("'")).toBe(true)
  })

  it('leaves ordinary text, numbers and empty cells unchanged', () => {
    expect(csvCell('Émery-Dupont')).toBe('Émery-Dupont')
    expect(csvCell(12)).toBe('12')
    expect(csvCell(-1.55)).toBe('-1.55')
    expect(csvCell('-1234,56')).toBe('-1234,56')
    expect(csvCell(null)).toBe('')
    expect(csvCell(undefined)).toBe('')
  })

  it('quotes separators, quotes and line breaks', () => {
    expect(csvCell('12; rue "des Lilas"\nbis')).toBe('"12; rue ""des Lilas""\nbis"')
    expect(
      csvText([
        ['Nom', 'Ville'],
        ['Léa', 'a;b'],
      ]),
    ).toBe('\uFEFFNom;Ville\r\nLéa;"a;b"\r\n')
  })
})

describe('CSV read back', () => {
  it.each(['=1+1', "'=1+1", "''=1", '@a', '  +3', '-', "l'eau", "'bonjour'", '12', '-12,5', "'-12,5", '', "'"])(
    '%j is the same text',
    (value) => {
      expect(csvValue(csvCell(value))).toBe(value)
    },
  )
})
