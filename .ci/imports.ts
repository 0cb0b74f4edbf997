import { posix } from 'node:path'
import { parseSync } from 'vite'

/** Finds the imports of a TypeScript file: static, type-only, re-export, dynamic, `import('…')` types and worker URLs. */

export interface FoundImport {
  /** The specifier as written, without an ending like `?url`. */
  specifier: string
  /** Line number, from 1. */
  line: number
}

/** @throws Error when the file cannot be parsed as TypeScript */
export function importsOf(path: string, source: string): FoundImport[] {
  const parsed = parseSync(path, source)
  const fault = parsed.errors[0]
  if (fault) throw new Error(`${path}: ${fault.message}`)
  const found: FoundImport[] = []
  walk(parsed.program, (node) => {
    const specifier = specifierOf(node)
    if (specifier !== undefined)
      found.push({ specifier: specifier.replace(/\?.*$/, ''), line: lineAt(source, node.start) })
  })
  return found
}

/**
 * The file that a relative specifier names, from the root; undefined for a package.
 * @param from path of the importing file, from the root
 */
export function relativeTarget(from: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), specifier)) : undefined
}

export interface SyntaxNode {
  type: string
  start: number
  [key: string]: unknown
}

function specifierOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return text(node.source)
    case 'TSExternalModuleReference':
      return text(node.expression)
    case 'NewExpression':
      return workerUrl(node)
    default:
      return undefined
  }
}

/** `new URL('./worker.ts', import.meta.url)`: how a module names another one without loading it. */
function workerUrl(node: SyntaxNode): string | undefined {
  const { callee, arguments: args } = node
  if (!isNode(callee) || callee.name !== 'URL' || !Array.isArray(args) || !isNode(args[1])) return undefined
  const ofThisModule =
    args[1].type === 'MemberExpression' && isNode(args[1].object) && args[1].object.type === 'MetaProperty'
  const target = text(args[0])
  return ofThisModule && target !== undefined && /\.tsx?$/.test(target) ? target : undefined
}

function text(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  if (value.type === 'TSLiteralType') return text(value.literal)
  return undefined
}

export function walk(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) visit(value)
  for (const part of Object.values(value)) walk(part, visit)
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}
