import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { isNode, lineAt, type SyntaxNode, walk } from './imports.ts'
import { sourceFiles } from './source-files.ts'

/**
 * Dates are read, calculated and written by dayjs, behind the functions of schemas/dates.ts, which alone configures it. This finds own code on the parts
 * of a `Date`, which forgets a zone or a change of time too easily. Instants for machines (`toISOString`, `getTime`, `Date.now`) may stay plain.
 */
const HOME = 'schemas/dates.ts'

/** `Owner.name` */
const STATICS = new Set(['Date.UTC', 'Intl.DateTimeFormat'])

/** `getDate` and `setDate` are left out: the calendar's library has its own. */
const METHODS =
  /^((get|set)(UTC)?(FullYear|Month|Day|Hours|Minutes)|(get|set)UTCDate|toLocale(Date|Time)String|getTimezoneOffset)$/

const PARTS_OF_DAYJS = /^dayjs\/(plugin|locale|esm)\b/

/** Each file with the names that it may use. */
const EXCEPTIONS: Readonly<Record<string, { names: readonly string[]; because: string }>> = {
  [HOME]: { names: ['Intl.DateTimeFormat'], because: 'time zones, measured (docs/architecture.md)' },
  'server/companies/settings.ts': { names: ['Intl.DateTimeFormat'], because: 'asks if a zone exists, formats nothing' },
  'sync/replicate/ranking.ts': { names: ['getUTCFullYear'], because: 'a lower bound for the server, shown to nobody' },
}

const CHECKED = /^(src|sync|schemas|server|documents)\/(?!.*\.test\.tsx?$)/

export interface OwnDate {
  file: string
  line: number
  message: string
}

/** @throws Error when it cannot parse the file */
export function ownDates(file: string, source: string): OwnDate[] {
  const parsed = parseSync(file, source)
  const fault = parsed.errors[0]
  if (fault) throw new Error(`${file}: ${fault.message}`)
  const found: OwnDate[] = []
  walk(parsed.program, (node) => {
    const name = ownIn(file, node)
    if (name !== undefined && !EXCEPTIONS[file]?.names.includes(name))
      found.push({ file, line: lineAt(source, node.start), message: `${name}: use a function of ${HOME}` })
  })
  return found
}

/** Exceptions whose file no longer needs them. */
export const staleExceptions = (sourceOf: (file: string) => string): string[] =>
  Object.entries(EXCEPTIONS).flatMap(([file, { names }]) =>
    names.filter((name) => !sourceOf(file).includes(name)).map((name) => `${file} does not use ${name} any more`),
  )

function ownIn(file: string, node: SyntaxNode): string | undefined {
  if (node.type === 'ImportDeclaration' && isNode(node.source)) {
    const specifier = String(node.source.value)
    return PARTS_OF_DAYJS.test(specifier) && file !== HOME ? specifier : undefined
  }
  if (node.type === 'NewExpression' && isNode(node.callee) && node.callee.name === 'Date') {
    return Array.isArray(node.arguments) && node.arguments.length > 1 ? 'new Date(year, month …)' : undefined
  }
  if (node.type !== 'MemberExpression' || node.computed === true) return undefined
  const { object, property } = node
  if (!isNode(property)) return undefined
  const name = String(property.name)
  if (METHODS.test(name)) return name
  const full = isNode(object) ? `${String(object.name)}.${name}` : name
  return STATICS.has(full) ? full : undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (file: string): string => readFileSync(file, 'utf8')
  const files = sourceFiles().filter((path) => CHECKED.test(path))
  const found = files.flatMap((file) => ownDates(file, read(file)))
  const stale = staleExceptions(read)
  for (const { file, line, message } of found) console.error(`${file}:${line} ${message}`)
  for (const one of stale) console.error(`.ci/own-dates.ts: ${one}`)
  const faults = found.length + stale.length
  if (faults === 0) console.log(`${files.length} files leave dates to dayjs`)
  process.exitCode = files.length > 0 && faults === 0 ? 0 : 1
}
