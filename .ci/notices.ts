import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { browserPackages } from './browser-packages.ts'

/** `npm run notices`: writes docs/third-party.md, the packages of others that an installation runs and that a browser receives, with their licences. */

export const NOTICES = 'docs/third-party.md'

export interface Notice {
  name: string
  version: string
  licence: string
}

interface Locked {
  version?: string
  license?: string
  dev?: boolean
}

/** Licences that ask for no more than their notice, so that a private product may use them. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts alone: they may be served, not sold by themselves.
  'OFL-1.1',
  'Unlicense',
])

/** Packages that name no licence: what their licence file says, by version, as somebody read it. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'png-js 2.0.0': 'MIT' }

const NONE = 'none'

/** The lock file's packages by folder (`node_modules/pg`). */
export function lockedPackages(lockFile = readFileSync('package-lock.json', 'utf8')): Record<string, Locked> {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, Locked> }
  const { '': _, ...others } = packages
  return others
}

/** Folders of the packages that `npm ci --omit=dev` installs, on whatever system. */
export function productionFolders(packages = lockedPackages()): string[] {
  return Object.keys(packages).filter((folder) => packages[folder]?.dev !== true)
}

/** @throws Error for a folder that the lock file does not list */
export function noticeOf(folder: string, packages = lockedPackages()): Notice {
  const locked = packages[folder]
  if (!locked?.version) throw new Error(`package-lock.json does not list ${folder}`)
  const name = folder.replace(/^.*node_modules\//, '')
  const { version } = locked
  // A package of another system is not installed here: the lock file has its licence too.
  const licence = installedLicence(folder) ?? locked.license ?? READ_BY_HAND[`${name} ${version}`] ?? NONE
  return { name, version, licence }
}

function installedLicence(folder: string): string | undefined {
  const file = `${folder}/package.json`
  if (!existsSync(file)) return undefined
  const { license } = JSON.parse(readFileSync(file, 'utf8')) as { license?: unknown }
  return typeof license === 'string' ? license : undefined
}

/** True for a permissive licence, and for an expression that offers one (`MIT OR …`). */
export function isPermissive(licence: string): boolean {
  const text = licence.replace(/^\((.*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some(isPermissive)
  return text.split(' AND ').every((one) => PERMISSIVE.has(one))
}

export function noticesPage(server: readonly Notice[], browser: readonly Notice[]): string {
  return `# Third-party software

Written by \`npm run notices\` from package-lock.json; do not edit. Each package is under its own licence, whose text is in its folder of \`node_modules\`.
The font of the documents (DejaVu) has its licence beside it, in \`documents/fonts/LICENSE\`.

## Packages of the server
${table(server)}

## Packages in the web app
${table(browser)}
`
}

/** The rows of one part of the page. */
export function listedIn(page: string, title: string): Notice[] {
  const part = page.split(/^## /m).find((text) => text.startsWith(title)) ?? ''
  return [...part.matchAll(/^\| (\S+) \| (\S+) \| (.+) \|$/gm)]
    .map(([, name = '', version = '', licence = '']) => ({ name, version, licence }))
    .filter(({ version }) => /^\d/.test(version))
}

function table(notices: readonly Notice[]): string {
  const rows = notices.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  // Two folders may hold the same version.
  return ['| Package | Version | Licence |', '|---|---|---|', ...new Set(rows.sort())].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = lockedPackages()
  const [server, browser] = [productionFolders(packages), await browserPackages()].map((folders) =>
    folders.map((folder) => noticeOf(folder, packages)),
  )
  writeFileSync(NOTICES, noticesPage(server ?? [], browser ?? []))
  console.log(`${NOTICES}: ${server?.length} packages of the server, ${browser?.length} in the web app`)
}
