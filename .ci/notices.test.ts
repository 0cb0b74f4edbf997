import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { packageFolder } from './browser-packages.ts'
import { importsOf } from './imports.ts'
import { isPermissive, listedIn, lockedPackages, NOTICES, noticeOf, noticesPage, productionFolders } from './notices.ts'
import { sourceFiles } from './source-files.ts'

const RUN = 'run npm run notices'
const page = readFileSync(NOTICES, 'utf8')
const [server, browser] = [listedIn(page, 'Packages of the server'), listedIn(page, 'Packages in the web app')]
const packages = lockedPackages()
const locked = Object.keys(packages).map((folder) => noticeOf(folder, packages))

it('the list of third-party software is that of the lock file', () => {
  const now = productionFolders(packages).map((folder) => noticeOf(folder, packages))
  expect(noticesPage(now, browser), RUN).toBe(page)
})

it('each package listed for the web app is in the lock file, in this version and with this licence', () => {
  expect(browser.length).toBeGreaterThan(0)
  for (const notice of browser) expect(locked, `${notice.name}: ${RUN}`).toContainEqual(notice)
})

it('each package that the code of the web app imports is listed for it', () => {
  const files = sourceFiles().filter(
    (file) => /^(src|sync|documents|schemas)\//.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const imported = files.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))
  const names = new Set(imported.flatMap(({ specifier }) => /^(?:@[^/]+\/)?[a-z][^/:]*(?=\/|$)/.exec(specifier) ?? []))
  const listed = browser.map(({ name }) => name)
  // What is imported for its types alone may have no package (`geojson`).
  const packaged = [...names].filter((name) => `node_modules/${name}` in packages)
  expect(
    packaged.filter((name) => !listed.includes(name)),
    RUN,
  ).toEqual([])
})

it('every listed licence is permissive', () => {
  expect([...server, ...browser].filter(({ licence }) => !isPermissive(licence))).toEqual([])
})

it.each([
  ['MIT', true],
  ['(MIT OR EUPL-1.1+)', true],
  ['MIT AND BSD-3-Clause', true],
  ['MIT AND GPL-3.0-only', false],
  ['MPL-2.0', false],
  ['none', false],
])('%s is permissive: %s', (licence, expected) => {
  expect(isPermissive(licence)).toBe(expected)
})

it.each([
  ['/home/a/node_modules/dexie/dist/dexie.mjs', 'node_modules/dexie'],
  ['/home/a/node_modules/brotli/node_modules/base64-js/lib/b64.js', 'node_modules/brotli/node_modules/base64-js'],
  ['\0commonjs:/home/a/node_modules/@mantine/core/esm/index.mjs', 'node_modules/@mantine/core'],
  ['/home/a/src/sw.ts', undefined],
])('finds the package of %j', (id, expected) => {
  expect(packageFolder(id)).toBe(expected)
})
