import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** Finds the programs that the tests need, and installs them if this machine allows it. */

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const DEBIAN_POSTGRES = '/usr/lib/postgresql'
const OLDEST_POSTGRES = 15
const LIBRARIES = ['/usr/lib', '/usr/libexec', '/usr/lib64']

/** Absolute path of the first of these programs that is in PATH. */
export function onPath(names: readonly string[], path = process.env.PATH ?? ''): string | undefined {
  for (const name of names) {
    for (const folder of path.split(delimiter)) {
      const file = join(folder, name)
      if (folder !== '' && isExecutable(file)) return file
    }
  }
  return undefined
}

/** Chromium of the machine, else the one that Playwright downloaded earlier. */
export function findChromium(): string | undefined {
  const found = onPath(CHROMIUM_NAMES)
  if (found) return found
  const downloaded = chromium.executablePath()
  return existsSync(downloaded) ? downloaded : undefined
}

/** Chromium's headless shell, without windows and notifications: a third less processor time. */
export const findHeadlessShell = (): string | undefined => onPath(['chromium-headless-shell'])

/** Debian's Firefox, or another one with WebDriver BiDi. */
export const findFirefox = (): string | undefined => onPath(['firefox-esr', 'firefox'])

/** The newest WebKitGTK MiniBrowser, which is in its library's folder. */
export function findMiniBrowser(libraries = LIBRARIES): string | undefined {
  const folders = libraries
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [folder, ...subfoldersOf(folder)])
  return folders
    .flatMap((folder) => subfoldersOf(folder).filter((sub) => /\/webkit(2gtk|gtk)-[\d.]+$/.test(sub)))
    .map((folder) => join(folder, 'MiniBrowser'))
    .filter(isExecutable)
    .sort()
    .at(-1)
}

/** Folder that holds `initdb` and `postgres`, the newest version of Debian's first. */
export function findPostgresFolder(debianRoot = DEBIAN_POSTGRES): string | undefined {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot) : []
  const folders = versions
    .filter((version) => /^\d+$/.test(version) && Number(version) >= OLDEST_POSTGRES)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianRoot, version, 'bin'))
  const onThePath = onPath(['initdb'])
  if (onThePath) folders.push(join(onThePath, '..'))
  return folders.find((folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')))
}

/** @throws Error with what to install */
export async function ensureChromium(): Promise<void> {
  // Optional: it only makes the tests faster.
  if (!findHeadlessShell()) await aptInstall('chromium-headless-shell')
  if (findChromium()) return
  await aptInstall('chromium')
  if (findChromium()) return
  await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
  if (findChromium()) return
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or put it in PATH, then run npm test again.',
  )
}

/** @throws Error with what to install */
export async function ensureFirefox(): Promise<void> {
  if (findFirefox()) return
  await aptInstall('firefox-esr')
  if (findFirefox()) return
  throw new Error(
    'The journey in Firefox needs it: install it (Debian: apt-get install firefox-esr) or put firefox in PATH, then run npm run test:browsers again.',
  )
}

/** WebKitGTK, its driver, and a virtual screen. @throws Error with what to install */
export async function ensureWebKit(): Promise<void> {
  const isThere = (): boolean => Boolean(onPath(['WebKitWebDriver']) && findMiniBrowser() && onPath(['Xvfb']))
  if (isThere()) return
  await aptInstall('webkit2gtk-driver', 'xvfb')
  if (isThere()) return
  throw new Error(
    'The journey in WebKit needs WebKitGTK with its driver, and Xvfb: install them (Debian: apt-get install webkit2gtk-driver xvfb), then run npm run test:browsers again.',
  )
}

/** A server given by DATABASE_URL is enough; otherwise PostgreSQL's programs must be installed. @throws Error with what to install */
export async function ensurePostgres(): Promise<void> {
  if (process.env.DATABASE_URL || findPostgresFolder()) return
  await aptInstall('postgresql')
  if (findPostgresFolder()) return
  throw new Error(
    'The tests on PostgreSQL need its programs: install PostgreSQL 15 or later (Debian: apt-get install postgresql), or set DATABASE_URL to a server where databases may be created, then run npm test again.',
  )
}

/** Debian installs it in a folder of the administrator's PATH only. */
export const findPgbouncer = (): string | undefined =>
  onPath(['pgbouncer'], [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter))

/** The pooler that the tests of several processes put in front of PostgreSQL. @throws Error with what to install */
export async function ensurePgbouncer(): Promise<void> {
  if (findPgbouncer()) return
  await aptInstall('pgbouncer')
  if (findPgbouncer()) return
  throw new Error(
    'The tests through a pooler need PgBouncer: install it (Debian: apt-get install pgbouncer), then run them again.',
  )
}

/** poppler's pdftotext, an independent reader of our PDF files. @throws Error with what to install */
export async function ensurePoppler(): Promise<void> {
  if (onPath(['pdftotext'])) return
  await aptInstall('poppler-utils')
  if (onPath(['pdftotext'])) return
  throw new Error(
    'The tests of PDF files need pdftotext: install poppler-utils (Debian: apt-get install poppler-utils), then run npm test again.',
  )
}

/** The library that gives a program another clock, in the folder of the machine's kind. */
const findFaketime = (): string | undefined =>
  subfoldersOf('/usr/lib')
    .map((folder) => join(folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file))

/** @returns path of the library. @throws Error with what to install */
export async function ensureFaketime(): Promise<string> {
  if (!findFaketime()) await aptInstall('libfaketime')
  const library = findFaketime()
  if (library) return library
  throw new Error(
    'The tests at other instants need libfaketime: install it (Debian: apt-get install libfaketime), then run npm run test:clocks again.',
  )
}

async function aptInstall(...names: string[]): Promise<void> {
  const apt = onPath(['apt-get'])
  if (process.getuid?.() !== 0 || !apt) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run(apt, ['update', '-qq'], env)
  await run(apt, ['install', '-y', '-qq', '--no-install-recommends', ...names], env)
}

/** Prints the command that it starts. It ignores a failure: the caller checks whether the program is there afterwards. */
function run(program: string, args: string[], env = process.env): Promise<void> {
  console.log(`$ ${program} ${args.join(' ')}`)
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env })
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
}

const subfoldersOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))

const isExecutable = (file: string): boolean => isAllowed(file, constants.X_OK)

/** @param mode what this process wants to do there, of `constants` of node:fs */
export function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
