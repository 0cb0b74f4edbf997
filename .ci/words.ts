import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { projectFiles, sourceFiles } from './source-files.ts'

/**
 * Words that the project no longer uses, and those it uses instead (the table « Words » of sync/SPEC.md). They are looked for in code, comments,
 * titles and documents. French texts are not read.
 */
const GONE: readonly { word: RegExp; instead: string }[] = [
  // `master` is also a stored field of a local record's mark.
  { word: /(?<![.\w])master\b(?!:)/, instead: 'server' },
  { word: /MASTER-\d/, instead: 'SERVER-n' },
  { word: /\bfork\b/, instead: 'device, local record' },
  { word: /\b(lay|lays|laid|laying)\b/, instead: 'apply' },
  { word: /\b(sets?|setting) aside\b/, instead: 'soft delete, tombstone' },
  { word: /\b(puts?|putting) away\b/, instead: 'seal' },
  { word: /\b(carry|carries|carried) over\b/, instead: 'migrate' },
  { word: /\bdepartures?\b/, instead: 'sign-out, seal' },
  { word: /\b(brings?|bringing|brought) back\b/, instead: 'unseal, restore' },
  { word: /\bstands? here\b|\bwaits? on top\b/, instead: 'local record, overlay' },
  { word: /\bsettl(e|es|ing)\b|\bsettle[A-Z]\w*/, instead: 'acknowledge, complete, update' },
  { word: /\b[rR]eview(s|ed|ing)?\b/, instead: 'resolve' },
  { word: /\b(sync hole|house rule|sync-rules)\b/, instead: 'the reason itself' },
]

/** English words of records that users and the API name in French: no file is called by them. */
const GONE_NAMES: Readonly<Record<string, string>> = {
  appointment: 'rdv',
  customer: 'client',
  quote: 'devis',
  work: 'intervention',
}

const MORE_FILES = [
  'sync/SPEC.md',
  'server/README.md',
  'CONTRIBUTING.md',
  'README.md',
  'docs/architecture.md',
  'docs/faults.md',
  'docs/operations.md',
]
/** French texts, this list with its test, and the former names of former releases. */
const NOT_READ = /^(src\/text\/|\.ci\/words|tests\/upgrade\/releases\.ts$)/

export interface Found {
  line: number
  message: string
}

export function goneWordsIn(text: string): Found[] {
  return text.split('\n').flatMap((content, index) =>
    GONE.flatMap(({ word, instead }) => {
      const found = word.exec(content)?.[0]
      return found === undefined ? [] : [{ line: index + 1, message: `« ${found} » is said as: ${instead}` }]
    }),
  )
}

/** What the name of a file, of which `path` is the path, should say instead. A migration that has run keeps its name. */
export function goneNameIn(path: string): string | null {
  if (path.startsWith('server/migrations/')) return null
  const words = path.slice(path.lastIndexOf('/') + 1).split(/[-.]/)
  const gone = Object.entries(GONE_NAMES).find(([word]) => words.includes(word) || words.includes(`${word}s`))
  return gone ? `« ${gone[0]} » in a file's name is said as: ${gone[1]}` : null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = [...sourceFiles().filter((file) => !NOT_READ.test(file)), ...MORE_FILES]
  const found = files.flatMap((file) => goneWordsIn(readFileSync(file, 'utf8')).map((one) => ({ file, ...one })))
  const named = projectFiles().flatMap((file) => goneNameIn(file)?.concat(`: ${file}`) ?? [])
  for (const { file, line, message } of found) console.error(`${file}:${line} ${message}`)
  for (const message of named) console.error(message)
  const all = found.length + named.length
  if (all === 0) console.log(`${files.length} files use the words of the glossary`)
  process.exitCode = all === 0 ? 0 : 1
}
