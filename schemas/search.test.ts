import { describe, expect, it } from 'vitest'
import { finder, nameTail, normalise, phoneDigits, streetKeys, streetWords, typedDigits } from './search.ts'

const record = {
  words: ['Émery', 'Saint-Étienne', 'Véranda 12 m²', null, 'e.mery@example.com'],
  phones: ['+33 6 12 34 56 78', null],
}

describe('[DAY-12 lists] the search of a list', () => {
  it.each([
    ['', true],
    ['emery', true],
    ['ÉMERY', true],
    ['eti', true],
    ['saint etienne emery', true],
    ['e.mery@exam', true],
    ['0612', true],
    ['06 12 34', true],
    ['+33 6 12', true],
    ['mery', true],
    ['tienne', false],
    ['emery lyon', false],
    ['0613', false],
    // One digit begins nearly every number.
    ['0', false],
    ['12', true],
  ])('« %s » → %s', (typed, found) => {
    expect(finder(typed)(record)).toBe(found)
  })
})

describe('[DAY-12 search] (street) the keys of a street', () => {
  it('begin at its telling words: first, second and last', () => {
    expect(streetKeys('12 bis rue du Général de Gaulle')).toEqual({
      CLE_RUE: 'general gaulle',
      CLE_RUE_SUITE: '',
      CLE_RUE_FIN: 'gaulle',
    })
    expect(streetKeys('3, avenue du Maréchal de Lattre de Tassigny')).toEqual({
      CLE_RUE: 'marechal lattre tassigny',
      CLE_RUE_SUITE: 'lattre tassigny',
      CLE_RUE_FIN: 'tassigny',
    })
  })

  it('are empty for a street without a word, and keep the numbers that name it', () => {
    expect(streetKeys('')).toEqual({ CLE_RUE: '', CLE_RUE_SUITE: '', CLE_RUE_FIN: '' })
    expect(streetWords('12 rue du 8 mai 1945')).toEqual(['8', 'mai', '1945'])
  })
})

describe('[DAY-12 search] (phones) the digits of a number', () => {
  it.each([
    ['+33 6 12 34 56 78', '0612345678'],
    ['+33 06 12 34 56 78', '0612345678'],
    ['0033612345678', '0612345678'],
    ['+262 692 12 34 56', '0692123456'],
    ['+262 0692 12 34 56', '0692123456'],
    ['00590 690 12 34 56', '0690123456'],
    ['+594 694 12 34 56', '0694123456'],
    ['+596 696 12 34 56', '0696123456'],
    ['+34 612 34 56 78', '34612345678'],
  ])('%s is %s', (phone, digits) => {
    expect(phoneDigits(phone)).toBe(digits)
    expect(typedDigits(phone)).toBe(digits)
  })

  it('are those of a number that is being typed; five digits or less without a prefix may be a postcode', () => {
    expect(['+33 6', '0033 6', '33612 3', '+262 692', '00596 69'].map(typedDigits)).toEqual([
      '06',
      '06',
      '06123',
      '0692',
      '069',
    ])
    expect(['33700', '336', '59000', '33'].map(typedDigits)).toEqual(['33700', '336', '59000', '33'])
  })
})

describe('[DAY-12 search] (names) the later words by which a name is known', () => {
  it.each([
    ['Dupont', null],
    ['', null],
    ['Da Silva', 'silva'],
    ['Le Goff', 'goff'],
    ['D’Angelo', 'angelo'],
    ['de La Tour', 'tour'],
    ['Dos Santos Ferreira', 'santos ferreira'],
    ['Dupont-Martin', 'martin'],
    ['Dupont de Nemours', 'nemours'],
    ['De La', 'la'],
  ])('« %s » → %s', (name, tail) => {
    expect(nameTail(normalise(name))).toBe(tail)
  })
})
