import { normalise, streetWords, typedDigits } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { begins, type FoundPlace, isPhone, type KeyRange, range } from './client-search.ts'

/** The indexed search keys of an address (schemas/entities/adresse.ts). */
type PlaceKey = 'CLE_POSTAL' | 'CLE_RUE' | 'CLE_RUE_SUITE' | 'CLE_RUE_FIN'

export interface PlaceRange extends KeyRange<PlaceKey> {
  /** Words that the address must have besides. */
  words: readonly string[]
}

const POSTCODE = /^\d{5}$/
/** Postcodes are looked up from the département on; more digits than five are a phone number. */
const DEPARTEMENT = 2
/** A street is looked up from its third letter on: two would be every tenth one. */
const STREET = 3
/** So many words of a text are looked up as the beginning of a street. */
const MOST = 3

/**
 * The ranges of addresses to read for a typed text: by postcode, and by the words that name a street. Clients are found by name and postcode
 * together (« dupont 69003 »); name and street together are not, because that would read every address of the street's word for each name.
 */
export function placeRanges(text: string): PlaceRange[] {
  const wanted = normalise(text)
  if (wanted === '' || text.includes('@')) return []
  if (isPhone(text)) {
    const digits = typedDigits(text)
    return digits.length < DEPARTEMENT || digits.length > 5 ? [] : [{ ...range('CLE_POSTAL', digits), words: [] }]
  }
  const words = wanted.split(' ')
  const postcode = words.find((word) => POSTCODE.test(word))
  const named = streetWords(wanted).filter((word) => word !== postcode && word.length >= STREET)
  return [
    ...(postcode === undefined ? [] : [{ ...range('CLE_POSTAL' as const, postcode), words: [] }]),
    ...[...new Set(named)]
      .slice(0, MOST)
      .flatMap((word) =>
        (['CLE_RUE', 'CLE_RUE_SUITE', 'CLE_RUE_FIN'] as const).map((key) => ({ ...range(key, word), words })),
      ),
  ]
}

/** The first addresses of a range that have all its words: the words stand inside the query, so that a limit cuts none of them. */
export const placeQuery = ({ key, from, to, words }: PlaceRange, limit: number) => ({
  selector: {
    [key]: { $gte: from, $lt: to },
    ...(words.length > 1 ? { $and: words.map((word) => ({ RECHERCHE: begins(word) })) } : {}),
  },
  sort: [{ [key]: 'asc' as const }],
  ...(Number.isFinite(limit) ? { limit } : {}),
})

const textOf = ({ VILLE, CODE_POSTAL, ADRESSE }: LocalRecord<'adresse'>): string =>
  normalise([VILLE, CODE_POSTAL, ADRESSE].filter(Boolean).join(' '))

/** The addresses that were found, by id, in the order in which the ranges find them. */
export function foundPlaces(lists: readonly (readonly LocalRecord<'adresse'>[])[]): Map<string, FoundPlace> {
  const found = new Map<string, FoundPlace>()
  for (const [at, list] of lists.entries())
    for (const [place, adresse] of list.entries())
      if (!found.has(adresse.IDADRESSE))
        found.set(adresse.IDADRESSE, {
          text: textOf(adresse),
          order: `${String(at).padStart(2, '0')} ${String(place).padStart(7, '0')}`,
        })
  return found
}
