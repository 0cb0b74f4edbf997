import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Made by build-common-passwords.mjs, which names its source and licence. */
const FILE = new URL('common-passwords.txt.gz', import.meta.url)

/** What the list, made from leaks in English, lacks of what people type here first; the published password of the demonstration among them. */
const MORE = ['motdepasse', 'monmotdepasse', 'jetaime', 'doudou', 'bienvenue', 'lolapp', 'demonstration']

let known: ReadonlySet<string> | undefined

/** Some hundreds of kilobytes, read when the first password is chosen. */
const common = (): ReadonlySet<string> => {
  known ??= new Set([...gunzipSync(readFileSync(FILE)).toString('utf8').split('\n'), ...MORE])
  return known
}

/** Digits, signs and years that people add to a common word; with more than that the rest counts. */
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

/** « azertyazerty »: what is said again and again. */
const unitOf = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1] ?? text

/** The word without what stands before and after its letters, when that is little. */
function withoutAdded(text: string): string {
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return word.length > 0 && text.length - word.length <= MOST_ADDED ? word : text
}

/**
 * Whether a password is one of the 10,000 most common ones, or one of them as people disguise it: in capitals or with accents, with spaces, dots
 * or dashes between, with up to MOST_ADDED digits and signs around, with signs for letters, said several times.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const joined = plain.replace(/[\s._-]/g, '')
  const words = [plain, joined].flatMap((text) => [text, withoutAdded(text)])
  const spelled = words.flatMap((text) => [text, asLetters(text)])
  return spelled.flatMap((text) => [text, unitOf(text), withoutAdded(unitOf(text))]).some((text) => common().has(text))
}
