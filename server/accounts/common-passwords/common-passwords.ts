import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Made by build-common-passwords.mjs, which names its source and licence. */
const FILE = new URL('common-passwords.txt.gz', import.meta.url)

/** Frequent French passwords that the list, made from English leaks, lacks; the published password of the demonstration is among them. */
const MORE = ['motdepasse', 'monmotdepasse', 'jetaime', 'doudou', 'bienvenue', 'lolapp', 'demonstration']

let known: ReadonlySet<string> | undefined

/** Some hundreds of kilobytes, read when the first password is chosen. */
const common = (): ReadonlySet<string> => {
  known ??= new Set([...gunzipSync(readFileSync(FILE)).toString('utf8').split('\n'), ...MORE])
  return known
}

/** Digits, signs and years that people add to a common word; a password with more than that is not reduced to the word. */
const MOST_ADDED = 8

/** « p@ssw0rd »: signs that stand for a letter. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '€': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const asLetters = (text: string): string => text.replace(/[@43€1!0$57]/g, (sign) => LETTERS[sign] ?? sign)

/** « azertyazerty »: the unit of a repeated text. */
const unitOf = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1] ?? text

/** The word without the few characters before and after its letters. */
function withoutAdded(text: string): string {
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return word.length > 0 && text.length - word.length <= MOST_ADDED ? word : text
}

/**
 * Whether a password is one of the 10,000 most common ones, or a usual variation of one: in capitals or with accents, with spaces, dots or dashes between,
 * with up to MOST_ADDED digits and signs around, with signs for letters, or repeated.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const joined = plain.replace(/[\s._-]/g, '')
  const words = [plain, joined].flatMap((text) => [text, withoutAdded(text)])
  const spelled = words.flatMap((text) => [text, asLetters(text)])
  return spelled.flatMap((text) => [text, unitOf(text), withoutAdded(unitOf(text))]).some((text) => common().has(text))
}
