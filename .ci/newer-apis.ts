import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { isNode, lineAt, type SyntaxNode, walk } from './imports.ts'
import { sourceFiles } from './source-files.ts'

/**
 * What the oldest supported browsers lack (WORK-8): Chrome 111, Safari 16.4 and Firefox 126. The build lowers syntax, never what is called: a
 * name that is missing there fails only when it runs, on somebody's phone. The names are those of MDN's browser-compat-data. What the language
 * added after ES2023 (withResolvers, methods of Set and Iterator …) is an error of types already; it is listed for code that hides its type.
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

/** Methods, of names that nothing older and nothing of ours has. */
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

/** Made with `new`. */
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

/** Uses of what an old supported browser lacks; what is asked for first (`x.y?.()`, `typeof y`) is none. @throws Error on what is not TypeScript */
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
