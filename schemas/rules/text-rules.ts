import type { Issue } from '../entity.ts'
import { messages } from '../messages.ts'

/** Rules over one text that no schema keyword tells in words of its own (RES-06). Each gives the issue of `field`, or nothing. */

const broken = (field: string, message: string): Issue[] => [{ field, message }]

/** The text begins with a capital letter, or with what is no letter (« 2e équipe »). */
export const beginsWithCapital = (field: string, text: string): Issue[] =>
  /^\p{L}/u.test(text) && !/^[\p{Lu}\p{Lt}\p{Lo}]/u.test(text) ? broken(field, messages.capital) : []

/** The text has exactly `length` characters, where there is one. */
export const hasLength = (field: string, text: string | null | undefined, length: number): Issue[] =>
  text && text.length !== length ? broken(field, messages.strictLength(length)) : []

/** The text is none of `excluded`. */
export const isNotAmong = (field: string, text: string | undefined, excluded: readonly string[]): Issue[] =>
  text !== undefined && excluded.includes(text) ? broken(field, messages.exclude) : []
