import { parseSync } from 'vite'
import { isNode, type SyntaxNode, walk } from './imports.ts'

/**
 * Finds the calls of the server's API that the web app makes, as far as its source says so: by path, whatever the method. What no part of the app calls is
 * for other programs, and docs/api.md says for whom.
 */

/** Stands in a path for what is known only when the call is made; `**` begins a path of which only the end is known. */
const ANY = '*'

/** Addresses of the app's own screens look like paths of the API. */
const SCREENS = /^src\/(?:ui\/navigation\/|app\/.*rout)/

/** Whether calls of the web app may stand in this file. */
export const mayCall = (path: string): boolean =>
  /^(?:src|sync|schemas)\//.test(path) && !/\.test\.tsx?$/.test(path) && !SCREENS.test(path)

/** The paths of the API that a file may call, whole or their ends. @throws Error when it cannot be parsed as TypeScript */
export function pathsIn(path: string, source: string): Set<string> {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const named = new Map<string, unknown>()
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node.id) && typeof node.id.name === 'string')
      named.set(node.id.name, node.init)
  })
  const found = new Set<string>()
  const add = (text: string | undefined, before = ''): void => {
    if (text === undefined || !/^(?:\/|\*)/.test(text)) return
    const whole = before + (text.startsWith(ANY) ? `${ANY}${text}` : text)
    found.add(
      whole
        .replace(/\?.*$/s, '')
        .replace(/:\w+/g, ANY)
        .replace(/(.)\/$/, '$1'),
    )
  }
  walk(program, (node) => {
    add(textOf(node, named))
    if (node.type === 'CallExpression') for (const behind of pathsBehind(node)) add(behind, `${ANY}${ANY}`)
    // A record has its id behind the path of its list, which a declaration gives or another file imports.
    for (const list of listsOf(node)) {
      const declared = textOf(list, named)
      if (declared?.startsWith('/')) add(`${declared}/${ANY}`)
    }
  })
  return found
}

/** `path: '/clients'` and `export const PATH = '/clients'`. */
function listsOf({ type, key, value, declaration }: SyntaxNode): unknown[] {
  if (type === 'Property') return isNode(key) && key.name === 'path' ? [value] : []
  if (type !== 'ExportNamedDeclaration' || !isNode(declaration)) return []
  return ((declaration.declarations ?? []) as SyntaxNode[]).map(({ init }) => init)
}

/** A constant may hold another one; one that names itself has no end. */
const DEEPEST = 3

/** A text or template, with the constants of its file in it. */
function textOf(node: unknown, named: ReadonlyMap<string, unknown>, depth = 0): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  const partOf = (part: unknown): string => {
    if (!isNode(part) || part.type !== 'Identifier' || depth === DEEPEST) return ANY
    return textOf(named.get(String(part.name)), named, depth + 1) ?? ANY
  }
  const parts = node.expressions as unknown[]
  return (node.quasis as { value: { cooked: string } }[])
    .map(({ value }, index) => value.cooked + (index < parts.length ? partOf(parts[index]) : ''))
    .join('')
}

/** `at(id, '/annuler')`: what a function puts behind its first argument. */
function pathsBehind({ callee, arguments: args }: SyntaxNode): string[] {
  if (!isNode(callee) || callee.type !== 'Identifier') return []
  return (args as unknown[]).slice(1).flatMap((one) => textOf(one, new Map()) ?? [])
}

/** @param route path of the API as the server declares it: `/clients/:id` */
export const isCalled = (route: string, paths: Iterable<string>): boolean =>
  [...paths].some((path) => fits(route.split('/').slice(1), path))

function fits(route: readonly string[], path: string): boolean {
  const isEnd = path.startsWith(ANY + ANY)
  const wanted = path.split('/').slice(1)
  // An end without a word would be the end of every route.
  if (isEnd && !wanted.some((one) => one !== '' && !one.includes(ANY))) return false
  if (isEnd ? wanted.length > route.length : wanted.length !== route.length) return false
  const there = isEnd ? route.slice(-wanted.length) : route
  return there.every((segment, index) => {
    const word = wanted[index] ?? ''
    if (segment.startsWith(':')) return word.includes(ANY)
    return segment === word
  })
}

interface Route {
  method: string
  path: string
}

/** The routes of docs/access.md, which a test holds equal to the server's. */
export const routesIn = (access: string): Route[] =>
  [...access.matchAll(/^\| (GET|POST|PUT|DELETE|PATCH) (\S+) \|/gm)].map(([, method = '', path = '']) => ({
    method,
    path,
  }))

/** The calls of a table of docs/api.md, with or without a method; without one also what stands below the path. */
export function callsIn(document: string, heading: string): ((route: Route) => boolean)[] {
  const chapter = document.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  const cells = [...chapter.matchAll(/^\| (`.*?`) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) =>
    [...cell.matchAll(/`(?:([A-Z]+) )?(\/[^`]*)`/g)].map(([, method, written = '']) => {
      const path = written.replaceAll('{any}', '*').replace(/\{(\w+)\}/g, ':$1')
      // A method stands before the first of several calls of one line.
      const isBelow = method === undefined && !cell.includes(' `/')
      return (route: Route) =>
        (method === undefined || method === route.method) &&
        (route.path === path || (isBelow && route.path.startsWith(`${path}/`)))
    }),
  )
}
