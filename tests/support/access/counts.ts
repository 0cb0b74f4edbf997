import { readFileSync } from 'node:fs'
import type { DeclaredRoute } from '../../../server/plugins/declared-routes.ts'
import type { Caller } from './cast.ts'
import { OF_NOBODY } from './request.ts'

/** What tests/contract/access.test.ts and writings.test.ts ask, as docs/access.md counts it. */
export const ACCESS_PAGE = 'docs/access.md'

/** Other spellings of a route's address that the router, or a proxy before it, could treat as the same. */
export const WRITINGS: Readonly<Record<string, (path: string) => string>> = {
  'a letter of the prefix in hexadecimal': (path) => path.replace('/a', '/%61'),
  'a letter of the route in hexadecimal': (path) =>
    path.replace(/([a-z])([^a-z]*)$/i, (_, letter, rest) => hex(letter) + rest),
  'absolute form': (path) => `http://demo.localhost${path}`,
  'absolute form of another host': (path) => `http://admin.localhost${path}`,
  'two slashes first': (path) => `/${path}`,
  'two slashes inside': (path) => path.replace('/api/', '/api//'),
  'a dot': (path) => path.replace('/api/', '/api/./'),
  'a dot in hexadecimal': (path) => path.replace('/api/', '/api/%2e/'),
  'two dots': (path) => path.replace('/api/', '/x/../api/'),
}
const hex = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`

/** One caller of each kind of account and session. */
export const kindsOf = (callers: readonly Caller[]): Caller[] => [
  ...new Map(
    callers.map((caller) => [`${caller.kind} ${caller.limited ?? ''} ${caller.settingUp ?? ''}`, caller]),
  ).values(),
]

export const askedRoutes = (routes: readonly DeclaredRoute[]): DeclaredRoute[] =>
  routes.filter(({ url }) => !OF_NOBODY.test(url))
export const spelledRoutes = (routes: readonly DeclaredRoute[]): DeclaredRoute[] =>
  routes.filter(({ url }) => url.startsWith('/api/'))

const number = (value: number): string => value.toLocaleString('en')
export const pairsCounted = (pairs: number): string => `${number(pairs)} pairs of route and caller`
export const spellingsCounted = (spellings: number): string => `${number(spellings)} calls in another spelling`

const SENTENCE = /^Counted by the tests, on each engine: .*$/m

/** The page with the numbers of today. @throws Error when it has lost its sentence */
export function withCounts(page: string, routes: readonly DeclaredRoute[], callers: readonly Caller[]): string {
  if (!SENTENCE.test(page)) throw new Error(`${ACCESS_PAGE} has lost the sentence with its counts`)
  const pairs = pairsCounted(askedRoutes(routes).length * callers.length)
  const [ways, kinds] = [Object.keys(WRITINGS).length, kindsOf(callers).length]
  const spelled = spelledRoutes(routes).length
  const spellings = `${spellingsCounted(spelled * kinds * ways)} (${number(spelled)} routes, ${kinds} kinds of callers, ${ways} spellings)`
  return page.replace(SENTENCE, `Counted by the tests, on each engine: ${pairs}, ${spellings}, 0 leaks.`)
}

export const accessPage = (): string => readFileSync(ACCESS_PAGE, 'utf8')
