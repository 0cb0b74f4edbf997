import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { callsIn, isCalled, mayCall, pathsIn, routesIn } from './api-calls.ts'
import { sourceFiles } from './source-files.ts'

const called = (source: string): string[] => [...pathsIn('src/a.ts', source)].sort()

it.each([
  ["callApi('/sync/devices')", ['/sync/devices']],
  [`callApi(\`/exports/\${id}?offset=\${n}\`)`, ['/exports/*']],
  [`const PATH = '/entreprise'; call(\`\${PATH}/pictures/\${kind}\`)`, ['/entreprise', '/entreprise/pictures/*']],
  [`const at = \`\${company.path}/\${id}/pictures\`; send(\`\${at}/\${kind}\`)`, ['**/*/pictures', '**/*/pictures/*']],
  ["callApi(at(id, '/annuler'))", ['**/annuler', '/annuler']],
  ["const routes = [{ path: '/rdvs/debrief/:id_rdv' }]", ['/rdvs/debrief/*', '/rdvs/debrief/*/*']],
  ["export const PATH = '/admin/articles'", ['/admin/articles', '/admin/articles/*']],
  ["see('Prénom')", []],
])('reads the calls of a file: %s', (source, paths) => {
  expect(called(source)).toEqual(paths)
})

it.each([
  ['/clients/:id', '/clients/*', true],
  ['/clients/:id', '/clients/moi', false],
  ['/clients', '/clients/*', false],
  ['/admin/company/:id/pictures/:kind', '**/*/pictures/*', true],
  ['/imports/:id/annuler', '**/annuler', true],
  // Of such a call nothing is known.
  ['/clients/:id', '**/*', false],
  ['/sms/otp', '/sms/*', false],
])('%s is called by %s: %s', (route, path, is) => {
  expect(isCalled(route, [path])).toBe(is)
})

it('reads a table of calls', () => {
  const document =
    '## Writing\n| `/other` | x |\n## Calls\n| Call | For |\n|---|---|\n| `GET /a/{id}`, `/a/b` | x |\n| `/c` | y |\n## End\n'
  const calls = callsIn(document, 'Calls')
  const isThere = (method: string, path: string): boolean => calls.some((is) => is({ method, path }))
  expect(isThere('GET', '/a/:id')).toBe(true)
  expect(isThere('PUT', '/a/:id')).toBe(false)
  expect(isThere('GET', '/a/b')).toBe(true)
  expect(isThere('GET', '/a/b/:id')).toBe(false)
  expect(isThere('PUT', '/c/:id')).toBe(true)
  expect(isThere('GET', '/other')).toBe(false)
})

/** Addresses that are neither a program's nor the app's to call: machines ask for them, or the server has handed them out. */
const HANDED_OUT = new Map([
  ['/.well-known/security.txt', 'who found a weakness'],
  ['/manifest.webmanifest', 'the browser that installs the app'],
  ['/health', 'monitoring'],
  ['/livez', 'monitoring'],
  ['/readyz', 'monitoring'],
  ['/metrics', 'monitoring'],
  ['/demo/outbox', 'who tries the demonstration'],
  ['/fintecture/webhook', 'the payment service'],
  ['/webhook/contact/create', 'a company’s website, by the code that « Services » shows'],
  ['/ics/:hash', 'calendars, by the address that the app shows'],
  ['/files/:id', 'the browser, by the signed address of an answer'],
  ['/exports/:id', 'the browser, by the address of the archive'],
])

it('names each call that the web app does not make, and for whom it is (docs/api.md, « Calls for other programs »)', () => {
  const paths = new Set(
    sourceFiles()
      .filter(mayCall)
      .flatMap((file) => [...pathsIn(file, readFileSync(file, 'utf8'))]),
  )
  const uncalled = routesIn(readFileSync('docs/access.md', 'utf8')).filter(({ path }) => !isCalled(path, paths))
  const calls = callsIn(readFileSync('docs/api.md', 'utf8'), 'Calls for other programs')
  const named = (route: { method: string; path: string }): boolean => calls.some((is) => is(route))
  const left = uncalled.filter((route) => !HANDED_OUT.has(route.path) && !named(route))
  expect(left.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  // An exception that is called by now, or gone, has to go too.
  expect([...HANDED_OUT.keys()].filter((path) => !uncalled.some((route) => route.path === path))).toEqual([])
})
