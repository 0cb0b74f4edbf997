import { createHash } from 'node:crypto'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined }

/**
 * JSON in one form only (RFC 8785): names sorted by UTF-16 code units, no spaces, numbers as ECMAScript writes them; `undefined` is left out. Equal values
 * have the same text, and so the same hash. @throws TypeError for a number that JSON cannot express
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('No JSON for this number')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value)
    .filter((member): member is [string, Json] => member[1] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)

/** SHA-256 of a text in UTF-8, in hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
