import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { webAppFolder } from '../support/web-app.ts'

/**
 * What a browser loads before a first screen, in kilobytes, each file compressed by itself. One static import is enough to bring a library of validation or of
 * overlays back into it, and nothing else would tell. Lower a limit when the scripts shrink; the goals are in docs/benchmarks.md.
 */
const LIMITS = { login: 166, dashboard: 240, agenda: 289, 'agenda with its database': 380 }
/** How many files they are at most: a slow phone pays for each when the app starts. They were 128 until vite.config.ts put them together. */
const FILES = { login: 28, dashboard: 55, agenda: 62, 'agenda with its database': 66 }

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g

const assets = (): string => join(webAppFolder(), 'assets')
const sourceOf = (file: string): string => readFileSync(join(assets(), file), 'utf8')

/** The one built file of a module. */
function fileOf(module: string): string {
  const found = readdirSync(assets()).filter((name) => name.startsWith(`${module}-`) && name.endsWith('.js'))
  // `agenda` is not `agenda-screen`.
  const own = found.filter((name) => /^-[\w-]{8}\.js$/.test(name.slice(module.length)))
  if (own.length !== 1) throw new Error(`${module} is built into ${own.join(', ') || 'no file'}`)
  return own[0] as string
}

/** The script that index.html names. */
function entry(): string {
  const [, file] = /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(
    readFileSync(join(webAppFolder(), 'index.html'), 'utf8'),
  ) as RegExpExecArray
  return file as string
}

/** These files and all that they import before they run. */
function closureOf(starts: readonly string[]): string[] {
  const files = new Set(starts)
  for (const file of files) for (const [, next] of sourceOf(file).matchAll(STATIC_IMPORT)) files.add(next as string)
  return [...files]
}

const kilobytes = (file: string): number => gzipSync(sourceOf(file), { level: 9 }).length / 1000

/** The heaviest first: where a limit is passed, the message names them. */
function loaded(modules: readonly string[]): { total: number; count: number; files: string } {
  const sizes = closureOf([entry(), ...modules.map(fileOf)])
    .map((file) => ({ file, size: kilobytes(file) }))
    .sort((a, b) => b.size - a.size)
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  return { total, count: sizes.length, files: sizes.map(({ file, size }) => `${file} ${size.toFixed(1)}`).join(', ') }
}

const OF_STAFF = ['manager-layout', 'local-data']

it.each([
  ['login', ['login-screen']],
  ['dashboard', [...OF_STAFF, 'dashboard-screen']],
  // RxDB and Dexie come after its first picture (WORK-12).
  ['agenda', [...OF_STAFF, 'agenda-screen', 'time-grid', 'read-weeks']],
  ['agenda with its database', [...OF_STAFF, 'agenda-screen', 'time-grid', 'read-weeks', 'database-code']],
] as const)('the scripts of the first screen stay small and few: %s', (screen, modules) => {
  const { total, count, files } = loaded(modules)
  expect(total, files).toBeLessThanOrEqual(LIMITS[screen])
  expect(count, files).toBeLessThanOrEqual(FILES[screen])
  // Where the file names or the form of the imports change, nothing would be counted.
  expect(total, files).toBeGreaterThan(LIMITS[screen] / 2)
})
