import { isDate } from '../../schemas/dates.ts'
import { parseTypedDate } from '../../schemas/rules/typed-dates.ts'
import { phoneDigits } from '../../schemas/search.ts'

/** A cell as its field takes it. `repaired`: a person should know that the file said it otherwise. `fault`: a message in place of the field's own. */
export interface ReadValue {
  value: string
  repaired?: true
  fault?: string
}

/** « 6,12E+08 »: the spreadsheet has thrown digits away. */
const SCIENTIFIC = /^\d([.,]\d+)?E\+?\d+$/i
const LOST = 'Le tableur a écrit ce numéro en notation scientifique : ses chiffres sont perdus.'

/** A French number by pairs, whatever signs and country code it was written with; a foreign one in international form. */
export function readPhone(text: string): ReadValue {
  if (SCIENTIFIC.test(text)) return { value: text, fault: LOST }
  if (!/^[+\d][\d\s().\-/]*$/.test(text)) return { value: text }
  const digits = phoneDigits(text)
  const shortened = /^[1-9]\d{8}$/.test(digits) && !text.startsWith('+')
  const national = shortened ? `0${digits}` : digits
  if (/^0[1-9]\d{8}$/.test(national))
    return { value: (national.match(/\d{2}/g) ?? []).join(' '), ...(shortened ? { repaired: true } : {}) }
  const foreign = text.startsWith('+') ? digits : /^00[1-9]/.test(digits) ? digits.slice(2) : null
  return { value: foreign === null ? text : `+${foreign}` }
}

/** A French postcode; a spreadsheet takes the zero of 01000 for a number's. */
export function readPostcode(text: string): ReadValue {
  const bare = text
    .replace(/^F(R)?[\s-]+/i, '')
    .replace(/\s/g, '')
    .replace(/[.,]0+$/, '')
  if (/^\d{4}$/.test(bare)) return { value: `0${bare}`, repaired: true }
  return { value: /^\d{5}$/.test(bare) ? bare : text }
}

/** A day, with or without its hour, as `yyyy-MM-dd`; null for anything else. */
export function readDay(text: string, currentYear: number): string | null {
  const [day = ''] = text.split(/[ T]/)
  const read = parseTypedDate(day, currentYear)
  return read !== null && isDate(read) ? read : null
}

/** A number with a point or a comma; null for anything else. */
export function readNumber(text: string): number | null {
  const bare = text.replace(',', '.')
  return /^-?\d{1,9}(\.\d{1,15})?$/.test(bare) ? Number(bare) : null
}

/** What spreadsheets write in place of a value that they cannot calculate. */
export const isSheetError = (text: string): boolean =>
  /^#(N\/A|N\/D|REF!|VALUE!|VALEUR!|DIV\/0!|NAME\?|NOM\?|NULL!|NUL!|NUM!|NOMBRE!)$/i.test(text)

/** « - » and « // » say that there is nothing. */
export const saysNothing = (text: string): boolean => /^[-–—/.]+$/.test(text)
