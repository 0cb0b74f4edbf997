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

/** The text in characters of the embedded fonts (documents/fonts): any other becomes « ? » instead of being dropped. */
export const printable = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(
      /[^\n\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u0391-\u03c9\u1e9e\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u202f\u2030\u2039\u203a\u20ac\u2116\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265\u2610-\u2612\u2713\u2714\u2717]/gu,
      '?',
    )
