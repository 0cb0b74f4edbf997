/** Search key: lower case, no accents, letters and digits only, single spaces. Both the text and the query of every search are converted by it. */
export const normalise = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Country codes of France and of its departments overseas, before a whole national number and before one that is being typed. */
const COUNTRY = '^(?:00)?(?:33|262|59[046])'
const COMPLETE = new RegExp(`${COUNTRY}0?(?=[1-9]\\d{8}$)`)
const BEGUN = new RegExp(`${COUNTRY}(?=[1-9])`)

/**
 * Digits of a phone number in national form: « +33 6 12 34 56 78 », « +33 06 12 34 56 78 » and « 06 12 34 56 78 » are the same number. Guadeloupe, Guyane,
 * Martinique and La Réunion have country codes of their own and national numbers of the same plan: « +262 692 12 34 56 » is 0692 12 34 56. The database has the
 * same function (`phone_key`).
 */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(COMPLETE, '0')

/** Whether a text holds every searched word, anywhere; true for a search without words. */
export function holdsWords(text: string, looked: string): boolean {
  const haystack = normalise(text)
  return normalise(looked)
    .split(' ')
    .every((word) => haystack.includes(word))
}

/** What a record of a list is found by: words (names, places, labels, mails, numbers of documents) and numbers of phones. */
export interface Findable {
  words: readonly (string | null | undefined)[]
  phones?: readonly (string | null | undefined)[]
}

/** Phone numbers are typed in digits, and found from the second digit on. */
const TYPED_NUMBER = /^[\d\s.+()-]+$/
/** Digits of a postcode: so many that begin with 33 may be one of Gironde. */
const POSTCODE = 5
/** Digits of a number that is being typed: the international prefix becomes 0 also while it is unfinished, where it can be nothing else. */
export function typedDigits(text: string): string {
  const digits = phoneDigits(text)
  const isInternational = /^\s*(\+|00)/.test(text) || digits.length > POSTCODE
  return isInternational ? digits.replace(BEGUN, '0') : digits
}
export const isTypedNumber = (text: string): boolean => TYPED_NUMBER.test(text.trim()) && /\d/.test(text)

/**
 * The search of a list whose rows are all on the device: every typed word begins a word of the record, in any order; or the text begins one of its phone
 * numbers. Accents and case do not count.
 */
export function finder(typed: string): (record: Findable) => boolean {
  const wanted = normalise(typed)
  if (wanted === '') return () => true
  const looked = wanted.split(' ').map((word) => ` ${word}`)
  const digits = isTypedNumber(typed) ? typedDigits(typed) : ''
  return ({ words, phones = [] }) => {
    if (digits.length > 1 && phones.some((phone) => phone && phoneDigits(phone).startsWith(digits))) return true
    const haystack = ` ${normalise(words.filter(Boolean).join(' '))}`
    return looked.every((word) => haystack.includes(word))
  }
}

/** Words that begin names and tell none: « Da Silva », « Le Goff », « El Amrani », « D’Angelo ». */
const PARTICLES = new Set('d da das de del des di do dos du el al ben l la le les lo van von'.split(' '))

/**
 * The words by which a name of several is known too: « Da Silva » → silva, « De La Tour » → tour, « Dupont-Martin » → martin. Null for a name that its
 * first word tells. Not found by one word alone: the words in the middle of a longer name. @param name as `normalise` gives it
 */
export function nameTail(name: string): string | null {
  const words = name.split(' ')
  if (words.length < 2) return null
  const telling = words.findIndex((word) => !PARTICLES.has(word))
  return words.slice(telling > 0 ? telling : -1).join(' ')
}

/** Words that stand in nearly every street and tell none. */
const COMMON_WORDS = new Set(
  'rue avenue av boulevard bd bvd place pl chemin ch route rte impasse imp allee allees all quai cours square sq passage residence res lotissement lot lieu dit hameau batiment bat bis ter quater de du des la le les l d et a au aux en sur sous'.split(
    ' ',
  ),
)

/** The words by which people name a street: « 12 bis rue du Général de Gaulle » → general, gaulle. The number of the house is none. */
export function streetWords(street: string): string[] {
  const words = normalise(street).split(' ')
  const named = /^\d+[a-z]?$/.test(words[0] ?? '') ? words.slice(1) : words
  return named.filter((word) => word !== '' && !COMMON_WORDS.has(word))
}

/** Longest key of a street. */
const STREET = 60

/**
 * The local search keys of a street: from its first, its second and its last telling word on. So « gaulle » finds « rue du Général de Gaulle » by an
 * index. Not found by one word alone: the words in the middle of a street with more than three of them.
 */
export function streetKeys(street: string): { CLE_RUE: string; CLE_RUE_SUITE: string; CLE_RUE_FIN: string } {
  const words = streetWords(street)
  const from = (at: number): string => words.slice(at).join(' ').slice(0, STREET)
  return {
    CLE_RUE: from(0),
    CLE_RUE_SUITE: words.length > 2 ? from(1) : '',
    CLE_RUE_FIN: words.length > 1 ? from(words.length - 1) : '',
  }
}
