import { describe, expect, it } from 'vitest'
import { proposeColumns } from './headings.ts'
import { numberText, percentText, serialText, shownBy } from './read/cell-values.ts'
import { readDay, readPhone, readPostcode } from './values.ts'

describe('values of an imported file', () => {
  it.each([
    ['06 39 98 10 01', { value: '06 39 98 10 01' }],
    ['+33 (0)6.39.98.10.01', { value: '06 39 98 10 01' }],
    ['0033639981001', { value: '06 39 98 10 01' }],
    ['639981001', { value: '06 39 98 10 01', repaired: true }],
    ['+41 22 345 67 89', { value: '+41223456789' }],
    ['0041223456789', { value: '+41223456789' }],
    ['06 39 98 10 01 / 04 78', { value: '06 39 98 10 01 / 04 78' }],
  ])('[SET-09 import] (phones) %s', (text, read) => {
    expect(readPhone(text)).toEqual(read)
  })

  it('a number whose digits the spreadsheet threw away is refused, not guessed', () => {
    expect(readPhone('6,39981E+08').fault).toContain('notation scientifique')
  })

  it.each([
    ['1000', { value: '01000', repaired: true }],
    ['F-69003', { value: '69003' }],
    ['69 003', { value: '69003' }],
    ['69003.0', { value: '69003' }],
    ['693', { value: '693' }],
  ])('[SET-09 import] (postcodes) %s', (text, read) => {
    expect(readPostcode(text)).toEqual(read)
  })

  it('reads days day first, and no day that does not exist', () => {
    const read = (text: string) => readDay(text, 2026)
    expect(['14/03/2019', '14.03.19', '2019-03-14 10:30', '31/02/2020', 'hier'].map(read)).toEqual([
      '2019-03-14',
      '2019-03-14',
      '2019-03-14',
      null,
      null,
    ])
  })

  it('numbers of days in both calendars of workbooks', () => {
    expect([
      serialText(43538, false),
      serialText(42076, true),
      serialText(43538.4375, false),
      serialText(1, false),
    ]).toEqual(['2019-03-14', '2019-03-14', '2019-03-14 10:30', '1900-01-01'])
    const codes = ['dd/mm/yyyy', '[$-40C]d mmmm yyyy;@', '0.00', '"day" 0', 'hh:mm', 'General', '0.0%']
    expect(codes.map((code) => shownBy(164, code))).toEqual([
      'day',
      'day',
      'number',
      'number',
      'number',
      'number',
      'percent',
    ])
    expect([9, 10, 14, 0].map((id) => shownBy(id, undefined))).toEqual(['percent', 'percent', 'day', 'number'])
  })

  it('[SET-09 import] (amounts) numbers of a workbook are read as it shows them', () => {
    expect([1250.5, 1234.5599999999999, 0.1 + 0.2, 612345678].map(numberText)).toEqual([
      '1250.5',
      '1234.56',
      '0.3',
      '612345678',
    ])
    expect([0.2, 0.055, 0.1].map(percentText)).toEqual(['20 %', '5.5 %', '10 %'])
  })
})

describe('proposed columns', () => {
  it('[SET-09 import] (headings) French and English, without accents and case; each target once, unless its texts are joined', () => {
    expect(
      proposeColumns(
        ['NOM', 'Nom de famille', 'Adresse 1', 'ADRESSE 2', 'C.P.', 'Zip code', 'Comments', 'Couleur'],
        {},
      ),
    ).toEqual(['NOM', null, 'ADRESSE', 'ADRESSE', 'CODE_POSTAL', null, 'OBSERVATIONS', null])
  })

  it('what the company chose comes first, also that a column is not imported', () => {
    expect(proposeColumns(['Nom', 'Client', 'Ville'], { client: 'NOM', ville: null })).toEqual([null, 'NOM', null])
  })
})
