import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectFiles } from './source-files.ts'
import { type Fault, isComment, rulesOf, rulesWithoutTest, unknownRulesIn } from './spec-rules.ts'

/** Finds what documents and comments name and the project does not have: files, links, commands, settings, rules of the SPEC. */

export interface Project {
  /** Every file, from the root. */
  files: readonly string[]
  /** Folders that git ignores, with a slash at the end: what commands write. */
  ignored: readonly string[]
  /** Names of package.json's scripts. */
  scripts: ReadonlySet<string>
  /** Environment variables that some code reads. */
  variables: ReadonlySet<string>
  /** Text of a Markdown file of the project. */
  read: (path: string) => string
}

const ROOTS = ['src', 'sync', 'schemas', 'server', 'documents', 'docs', 'tests', '.ci', 'public']
/** Also `{a,b}` and `*`; a path with `<name>` in it is read up to there. */
const PART = String.raw`(?:[\w.@*-]|\{[\w.,*-]+\})`
const START = String.raw`(?<![\w/.@:$<>}-])`
/** A name that is a file of code wherever it stands: `seal.test.ts`, `device/seal.ts`. */
const CODE_FILE = new RegExp(`${START}(?!\\.\\.?/)${PART}+(?:/${PART}+)*\\.(?:tsx?|mjs|sql)(?![\\w.])\\*?`, 'g')
const CODE_ENDINGS = '(?:(?:\\.test)?\\.tsx?)?'
const LINK = /\]\(([^()\s]+)\)|\b(?:src|href)="([^"]+)"/g
const COMMAND = /\bnpm run ([a-z][\w:-]*)/g
/** `NAME` or `NAME=value`. */
const SETTING = /`([A-Z][A-Z0-9_]*)(?:=[^`]*)?`/g

/** @param file path of the document, from the root */
export function faultsIn(file: string, text: string, project: Project): Fault[] {
  let heading = ''
  return text.split('\n').flatMap((content, index) => {
    heading = /^#+ (.+)/.exec(content)?.[1] ?? heading
    return [
      ...pathsIn(file, content, project),
      ...linksIn(file, content, project),
      ...commandsIn(content, project),
      ...settingsIn(file, heading, content, project),
    ].map((message) => ({ line: index + 1, message }))
  })
}

/** The same in the comments of a file of code: files and commands. */
export function faultsInComments(file: string, code: string, project: Project): Fault[] {
  return code.split('\n').flatMap((content, index) => {
    if (!isComment(content)) return []
    const messages = [...pathsIn(file, content, project), ...commandsIn(content, project)]
    return messages.map((message) => ({ line: index + 1, message }))
  })
}

/** The anchors of a Markdown file, as GitHub makes them. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  let fenced = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced
    const heading = fenced ? undefined : /^#{1,6} (.+?)\s*$/.exec(line)?.[1]
    if (heading === undefined) continue
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    let again = anchor
    for (let n = 1; anchors.has(again); n++) again = `${anchor}-${n}`
    anchors.add(again)
  }
  return anchors
}

/** Names that code reads from its environment: `env.NAME`, `f(env, 'NAME'`, `{ NAME } = env`, and compose's `${NAME…}`. */
export function variablesReadIn(code: string): string[] {
  const taken = [...code.matchAll(/\{([^{}]*)\} = (?:process\.)?env\b/g)].flatMap(([, names = '']) => [
    ...names.matchAll(/\b[A-Z][A-Z0-9_]+\b/g),
  ])
  const named = code.matchAll(/(?:\benv\.|\benv, (?:\{ name: )?'|\$\{)([A-Z][A-Z0-9_]*)\b/g)
  return [...taken.map(([name]) => name), ...[...named].map(([, name = '']) => name)]
}

function pathsIn(file: string, content: string, project: Project): string[] {
  const folder = posix.dirname(file)
  // A document beside code names its neighbours from where it stands.
  const beside = folder === '.' || folder === 'docs' ? [] : foldersIn(project.files, folder)
  const roots = [...ROOTS, ...beside].map((root) => root.replace('.', '\\.')).join('|')
  const ours = new RegExp(`${START}(?:${roots})(?:/${PART}+)*/?`, 'g')
  const found = new Set<string>()
  for (const [path] of content.matchAll(ours)) if (path.includes('/')) found.add(path.replace(/[/.-]+$/, ''))
  for (const [path] of content.matchAll(CODE_FILE)) found.add(path)
  return [...found]
    .flatMap((path) => alternatives(path).map((one) => ({ path, one })))
    .filter(({ one }) => !exists(one, folder, project))
    .map(({ path, one }) => `no file is ${one}${one === path ? '' : ` (${path})`}`)
}

function exists(path: string, folder: string, { files, ignored }: Project): boolean {
  if (ignored.some((one) => `${path}/`.startsWith(one))) return true
  const pattern = escaped(path).replaceAll('*', '[^/]*')
  const startsWithRoot = ROOTS.some((root) => path.startsWith(`${root}/`))
  // Of a file of code the name is enough; what begins at the root is a whole path.
  const before = startsWithRoot ? `(?:${escaped(folder)}/)?` : '(?:.*/)?'
  const wanted = new RegExp(`^${before}${pattern}(?:${CODE_ENDINGS}$|/)`)
  return files.some((one) => wanted.test(one))
}

function escaped(path: string): string {
  return path.replace(/[.+?^$()|[\]\\]/g, '\\$&')
}

/** A path without its braces: one for each of the names between them. */
function alternatives(path: string): string[] {
  const [whole, inside] = /\{([^{}]*)\}/.exec(path) ?? []
  if (whole === undefined || inside === undefined) return [path]
  return inside.split(',').flatMap((one) => alternatives(path.replace(whole, one)))
}

function foldersIn(files: readonly string[], folder: string): string[] {
  const below = files.filter((one) => one.startsWith(`${folder}/`)).map((one) => one.slice(folder.length + 1))
  return [...new Set(below.filter((one) => one.includes('/')).map((one) => one.slice(0, one.indexOf('/'))))]
}

function linksIn(file: string, content: string, { files, read }: Project): string[] {
  return [...content.replace(/`[^`]*`/g, '').matchAll(LINK)].flatMap(([, link, source]) => {
    const target = link ?? source ?? ''
    if (/^[a-z]+:|^\//.test(target)) return []
    const [path = '', anchor] = target.split('#')
    const wanted = path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/, '')
    if (!files.some((one) => one === wanted || one.startsWith(`${wanted}/`))) return [`no file for the link ${target}`]
    if (anchor === undefined || anchorsOf(read(wanted)).has(anchor)) return []
    return [`no heading for the link ${target}`]
  })
}

function commandsIn(content: string, { scripts }: Project): string[] {
  const names = [...content.matchAll(COMMAND)].map(([, name = '']) => name)
  return names.filter((name) => !scripts.has(name)).map((name) => `package.json has no script ${name}`)
}

/**
 * A name in capitals is a setting, and not a column of the database, in README's table of configuration, and in docs/operations.md
 * where it has an underscore: that page writes columns without backticks.
 */
function settingsIn(file: string, heading: string, content: string, { variables }: Project): string[] {
  const inTable = file === 'README.md' && heading === 'Configuration' && content.startsWith('|')
  const names = [...content.matchAll(SETTING)].map(([, name = '']) => name)
  return names
    .filter((name) => inTable || (file === 'docs/operations.md' && name.includes('_')))
    .filter((name) => !variables.has(name))
    .map((name) => `no code reads the setting ${name}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (path: string) => readFileSync(path, 'utf8')
  const files = projectFiles()
  const ignored = read('.gitignore')
    .split('\n')
    .filter((line) => /^\/?[\w.].*\/$/.test(line))
    .map((line) => line.replace(/^\//, ''))
  const scripts = new Set(Object.keys(JSON.parse(read('package.json')).scripts))
  const settingsCode = files.filter(
    (path) => /^(server|\.ci|tests|vite\.config)/.test(path) && /\.(ts|sh|yaml)$/.test(path),
  )
  const variables = new Set(settingsCode.flatMap((path) => variablesReadIn(read(path))))

  const documents = files.filter(
    (path) =>
      /^(README|CONTRIBUTING|sync\/SPEC|server\/README|docs\/[\w-]+)\.md$/.test(path) &&
      !/^docs\/(requirements|third-party)\.md$/.test(path),
  )
  const project = { files, ignored, scripts, variables, read }
  const rules = rulesOf(read('sync/SPEC.md'))
  const code = files.filter((path) => /\.(tsx?|sql)$/.test(path))
  const tests = files.filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('.ci/'))
  const found = [
    ...documents.flatMap((file) => faultsIn(file, read(file), project).map((one) => ({ file, ...one }))),
    ...code.flatMap((file) => faultsInComments(file, read(file), project).map((one) => ({ file, ...one }))),
    ...[...documents, ...code].flatMap((file) => unknownRulesIn(read(file), rules).map((one) => ({ file, ...one }))),
    ...rulesWithoutTest(rules, tests.map(read)).map((one) => ({ file: 'sync/SPEC.md', ...one })),
  ]
  for (const { file, line, message } of found) console.error(`${file}:${line} ${message}`)
  if (found.length === 0)
    console.log(
      `${documents.length} documents and ${code.length} files of code name what exists; a test cites each of ${rules.size} rules`,
    )
  process.exitCode = found.length === 0 ? 0 : 1
}
