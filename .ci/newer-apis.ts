import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { isNode, lineAt, type SyntaxNode, walk } from './imports.ts'
import { sourceFiles } from './source-files.ts'

/**
 * Functions that the oldest supported browsers lack (WORK-8): Chrome 111, Safari 16.4 and Firefox 126. The build lowers syntax, not functions: a
 * missing one fails only when it is called, on a person's phone. The names are those of MDN's browser-compat-data. What the language
 * added after ES2023 (withResolvers, methods of Set and Iterator …) is already a type error; it is listed for code that hides its type.
 */

/** `Owner.name` */
const STATICS = new Set([
  'AbortSignal.any',
  'Array.fromAsync',
  'Document.parseHTMLUnsafe',
  'Error.isError',
  'Map.groupBy',
  'Math.sumPrecise',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'ReadableStream.from',
  'RegExp.escape',
  'URL.canParse',
  'URL.parse',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
  'Iterator.from',
])

/** Methods whose names exist nowhere else, neither in older APIs nor in our code. */
const METHODS = new Set([
  'checkVisibility',
  'createWritable',
  'estimate',
  'getHTML',
  'getOrInsert',
  'getOrInsertComputed',
  'hidePopover',
  'isDisjointFrom',
  'isSubsetOf',
  'isSupersetOf',
  'requestIdleCallback',
  'setFromBase64',
  'setHTMLUnsafe',
  'showPopover',
  'showSaveFilePicker',
  'startViewTransition',
  'symmetricDifference',
  'toBase64',
  'toHex',
  'togglePopover',
  'transferToFixedLength',
])

/** Classes used with `new`. */
const CLASSES = new Set([
  'CloseWatcher',
  'CookieStore',
  'FileSystemObserver',
  'Float16Array',
  'NavigateEvent',
  'SuppressedError',
  'DisposableStack',
  'AsyncDisposableStack',
  'URLPattern',
])

/** The rooms whose code runs in a browser. */
const IN_BROWSERS = /^(src|sync|schemas|documents)\/(?!.*\.test\.tsx?$)/

export interface NewerUse {
  file: string
  line: number
  name: string
}

/** Uses of functions that an old supported browser lacks, except checked ones (`x.y?.()`, `typeof y`). @throws Error when it cannot parse the file */
export function newerUses(file: string, source: string): NewerUse[] {
  const parsed = parseSync(file, source)
  const fault = parsed.errors[0]
  if (fault) throw new Error(`${file}: ${fault.message}`)
  const found: NewerUse[] = []
  const asked = new Set<string>()
  walk(parsed.program, (node) => {
    if (node.type === 'UnaryExpression' && node.operator === 'typeof' && isNode(node.argument))
      asked.add(nameOf(node.argument) ?? '')
  })
  walk(parsed.program, (node) => {
    const name = newerIn(node)
    if (name !== undefined && !asked.has(name)) found.push({ file, line: lineAt(source, node.start), name })
  })
  return found
}

const nameOf = (node: SyntaxNode): string | undefined => {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type !== 'MemberExpression' || node.computed === true || !isNode(node.property)) return undefined
  return String(node.property.name)
}

function newerIn(node: SyntaxNode): string | undefined {
  if (node.type === 'NewExpression' && isNode(node.callee)) {
    const name = nameOf(node.callee)
    return name !== undefined && CLASSES.has(name) ? name : undefined
  }
  if (node.type !== 'CallExpression' || node.optional === true || !isNode(node.callee)) return undefined
  const name = nameOf(node.callee)
  if (name === undefined) return undefined
  if (METHODS.has(name)) return name
  const owner = isNode(node.callee.object) ? nameOf(node.callee.object) : undefined
  return owner !== undefined && STATICS.has(`${owner}.${name}`) ? `${owner}.${name}` : undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sourceFiles().filter((path) => IN_BROWSERS.test(path))
  const found = files.flatMap((file) => newerUses(file, readFileSync(file, 'utf8')))
  for (const { file, line, name } of found) console.error(`${file}:${line} ${name} is not in every supported browser`)
  if (files.length === 0 || found.length > 0) process.exitCode = 1
}
