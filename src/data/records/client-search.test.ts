import { describe, expect, it } from 'vitest'
import { client as entity } from '../../../schemas/entities/client.ts'
import { type ClientKeys, isWithin, matches, mergeMatches, searchRanges } from './client-search.ts'
import { placeQuery, placeRanges } from './place-search.ts'

interface Person extends ClientKeys {
  id: string
}
const person = (
  id: string,
  values: { NOM: string; PRENOM?: string; VILLE?: string; PORTABLE?: string; TELEPHONE?: string; MAIL?: string },
): Person => ({
  id,
  ...(entity.local?.derived?.of(values as never) as unknown as ClientKeys),
})

const people = [
  person('1', { NOM: 'Dupont', PRENOM: 'Marie', VILLE: 'Lyon', PORTABLE: '06 39 98 00 01' }),
  person('2', { NOM: 'Dupontel', PRENOM: 'Marc', VILLE: 'Nîmes', PORTABLE: '+33 6 39 98 00 02' }),
  person('3', { NOM: 'Émery', PRENOM: 'Élodie', VILLE: "L'Haÿ-les-Roses", PORTABLE: '0639980003' }),
  person('4', { NOM: 'Martin', PRENOM: 'Dupont', VILLE: 'Paris' }),
  person('5', { NOM: 'de La Tour', PRENOM: 'Jean', VILLE: 'Dupontville' }),
]

/** A search as the database runs it: the ranges on the indexed keys, then the merge. */
const search = (text: string): string[] =>
  mergeMatches({
    text,
    id: (p) => p.id,
    keys: (p) => p,
    lists: searchRanges(text).map(({ key, from, to }) => people.filter((p) => isWithin({ key, from, to }, p))),
  }).map((p) => p.id)

describe('client search', () => {
  it('[MGR-08 search] finds by NOM, PRENOM, VILLE and PORTABLE', () => {
    expect(search('martin')).toEqual(['4'])
    expect(search('marie')).toEqual(['1'])
    expect(search('lyon')).toEqual(['1'])
    expect(search('0639980001')).toEqual(['1'])
    expect(search('06 39 98 00 02')).toEqual(['2'])
    expect(search('+33 6 39 98 00 0')).toEqual(['1', '2', '3'])
  })

  it('[MGR-08 accents] ignores accents, case, apostrophes and hyphens, in the text and in the record', () => {
    for (const text of [
      'emery',
      'ÉMERY',
      'Emery elodie',
      'elodie émery',
      'l’haÿ les',
      'LHAY'.replace('LHAY', 'l hay'),
    ]) {
      expect(search(text)).toEqual(['3'])
    }
    expect(search('nimes')).toEqual(['2'])
  })

  it('[MGR-08] puts the name before the first name before the town, each client once', () => {
    expect(search('dupont')).toEqual(['1', '2', '4', '5'])
  })

  it('finds several words in any order, the town included', () => {
    expect(search('dupont lyon')).toEqual(['1'])
    expect(search('lyon dupont')).toEqual(['1'])
    expect(search('de la tour')).toEqual(['5'])
    expect(search('dupont paris')).toEqual(['4'])
    expect(search('dupont xyz')).toEqual([])
  })

  it('[MGR-08] [DAY-12 search] (names) finds a name of several words by the one that tells it, with other words too', () => {
    expect(search('tour')).toEqual(['5'])
    expect(search('tour jean')).toEqual(['5'])
    expect(search('jean tour')).toEqual(['5'])
    expect(search('tour dupontville')).toEqual(['5'])
    expect(search('tours')).toEqual([])
  })

  it('reads no range for a text without letters or digits', () => {
    expect(searchRanges('  ')).toEqual([])
    expect(searchRanges('-')).toEqual([])
    expect(searchRanges('0')).toEqual([])
    expect(matches('', people[0] as Person)).toBe(true)
  })

  it('reads ranges of the indexes only', () => {
    for (const range of searchRanges('dupont lyon')) {
      expect(range.from.length).toBeGreaterThan(0)
      expect(range.to > range.from).toBe(true)
    }
  })
})

describe('[DAY-12 search] (clients) by mail and by any number', () => {
  const others = [
    person('a', { NOM: 'Roux', PORTABLE: '06 39 98 00 09', TELEPHONE: '04 78 00 00 01', MAIL: 'Zoe.Roux@Example.com' }),
    person('b', { NOM: 'Blanc', TELEPHONE: '04 78 00 00 02' }),
    person('c', { NOM: 'Zoe', MAIL: 'contact@example.com' }),
  ]
  const found = (text: string): string[] =>
    mergeMatches({
      text,
      id: (p) => p.id,
      keys: (p) => p,
      lists: searchRanges(text).map(({ key, from, to }) => others.filter((p) => isWithin({ key, from, to }, p))),
    }).map((p) => p.id)

  it.each([
    ['zoe.roux@example.com', ['a']],
    ['ZOE.ROUX@', ['a']],
    // A name comes before a mail.
    ['zoe', ['c', 'a']],
    // Who has no mobile is found by the number that calls go to, before the others.
    ['0478', ['b', 'a']],
    ['04 78 00 00 02', ['b']],
    ['0639', ['a']],
    ['roux@example.com', []],
  ])('« %s »', (text, ids) => {
    expect(found(text)).toEqual(ids)
  })
})

describe('[DAY-12 search] (places) the ranges of addresses', () => {
  const keys = (text: string) => placeRanges(text).map(({ key, from }) => `${key} ${from}`)

  it('are those of a postcode, and of the words that name a street', () => {
    expect(keys('69003')).toEqual(['CLE_POSTAL 69003'])
    expect(keys('69')).toEqual(['CLE_POSTAL 69'])
    // The prefix of France is also that of the postcodes of Gironde.
    expect(keys('33700')).toEqual(['CLE_POSTAL 33700'])
    expect(keys('lilas')).toEqual(['CLE_RUE lilas', 'CLE_RUE_SUITE lilas', 'CLE_RUE_FIN lilas'])
    expect(keys('12 rue des Lilas')).toEqual(keys('lilas'))
    expect(keys('dupont 69003')[0]).toBe('CLE_POSTAL 69003')
  })

  it('are none for a phone number, a mail, or words that tell no street', () => {
    for (const text of ['063998', '06 39 98 00 01', 'a@example.com', 'rue de la', 'ab', ''])
      expect(keys(text)).toEqual([])
  })

  it('hold all words, so that a limit cuts nobody who matches', () => {
    const [first] = placeRanges('12 rue des Lilas')
    expect(first && JSON.stringify(placeQuery(first, 7))).toContain('(^| )12')
    expect(first && placeQuery(first, Number.POSITIVE_INFINITY)).not.toHaveProperty('limit')
  })
})
