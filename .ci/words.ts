import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sourceFiles } from './source-files.ts'

/**
 * Words that the project no longer uses, and those it uses instead (the table « Words » of sync/SPEC.md). They are looked for in code, comments,
 * titles and the SPEC. French texts are not read.
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
  { word: /\b(sync hole|house rule|sync-rules)\b/, instead: 'the reason itself' },
]

const MORE_FILES = ['sync/SPEC.md', 'server/README.md']
/** French texts, and this list with its test. */
const NOT_READ = /^(src\/text\/|\.ci\/words)/

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = [...sourceFiles().filter((file) => !NOT_READ.test(file)), ...MORE_FILES]
  const found = files.flatMap((file) => goneWordsIn(readFileSync(file, 'utf8')).map((one) => ({ file, ...one })))
  for (const { file, line, message } of found) console.error(`${file}:${line} ${message}`)
  if (found.length === 0) console.log(`${files.length} files use the words of the glossary`)
  process.exitCode = found.length === 0 ? 0 : 1
}
