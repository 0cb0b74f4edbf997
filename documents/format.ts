import { decimal, grouped } from '../schemas/decimal.ts'

// Without Intl: its French spaces and signs change with the JavaScript engine, and a document must not.

const NBSP = '\u00a0'

/** `1 234,56 €` of integer cents. */
export function euros(cents: number): string {
  const [units = '0', rest = '00'] = (Math.abs(Math.round(cents)) / 100).toFixed(2).split('.')
  return `${cents < 0 ? '-' : ''}${grouped(units)},${rest}${NBSP}€`
}

/** `5,5 %` of hundredths of percent. */
export const percent = (hundredths: number): string => `${decimal(hundredths / 100)}${NBSP}%`

/** `dd/MM/yyyy` of a day or of anything that begins with one; « / » when there is none (ENT-03). */
export function day(value: string | null): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value ?? '')
  return match ? `${match[3]}/${match[2]}/${match[1]}` : '/'
}

/** `dd/MM/yyyy HH:mm` of a wall-clock time. */
export const moment = (value: string | null): string => [day(value), value?.slice(11, 16)].filter(Boolean).join(' ')

/** Marks without a width of their own: joiners and hyphens that only a line's end shows, directions, the choice between a sign and its coloured picture. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu
/** Ligatures of printed catalogues and lowered figures: « ﬁ » is « fi », « CO₂ » is « CO2 ». */
const COMPOSED = /[\u2080-\u2089\ufb00-\ufb06]/g
/** What office programs begin the items of a list with; their own private sign too. */
const BULLETS = /[\u2023\u25a0\u25aa\u25cf\u25e6\u27a2\uf0a7\uf0b7]/g

/**
 * The text in characters of the embedded fonts (documents/fonts). What is pasted from a catalogue or an office program is written with those that say the same;
 * any other becomes « ? » instead of being dropped.
 */
export const printable = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\u2000-\u200a\u205f\u3000]/g, ' ')
    .replace(INVISIBLE, '')
    .replace(COMPOSED, (sign) => sign.normalize('NFKC'))
    .replace(BULLETS, '•')
    .replace(/\u2032/g, '’')
    .replace(/\u2033/g, '”')
    .replace(
      /[^\n\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u0391-\u03c9\u1e9e\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u202f\u2030\u2039\u203a\u20ac\u2116\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265\u2610-\u2612\u2713\u2714\u2717]/gu,
      '?',
    )
