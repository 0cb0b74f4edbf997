import { parseSync } from 'vite'
import { importsOf, isNode, lineAt, type SyntaxNode, walk } from './imports.ts'

/** A route of the server holds schema, policy and calls. Its statements stand in a repository, where each has a name. */

const BECAUSE = 'a route holds schema, policy and calls: put the statement into a repository'

/** How a statement begins with Kysely, whoever made the transaction. */
const BUILDER = ['selectFrom', 'insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto', 'executeQuery']

export interface RouteFault {
  file: string
  line: number
  message: string
}

/** Every file of `server/routes`, and of the folder `routes` of an area of the server, but its tests. */
export const isRoute = (path: string): boolean =>
  /^server\/(?:[^/]+\/)?routes\//.test(path) && !/\.test\.tsx?$/.test(path)

/** @param path from the root, with forward slashes */
export function routeFaultsIn(path: string, source: string): RouteFault[] {
  if (!isRoute(path)) return []
  const faults = importsOf(path, source)
    .filter(({ specifier }) => /^kysely(\/|$)/.test(specifier))
    .map(({ specifier, line }) => ({ file: path, line, message: `imports ${specifier}: ${BECAUSE}` }))
  walk(parseSync(path, source).program, (node) => {
    const name = builderCall(node)
    if (name) faults.push({ file: path, line: lineAt(source, node.start), message: `calls ${name}: ${BECAUSE}` })
  })
  return faults
}

function builderCall({ type, callee }: SyntaxNode): string | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return undefined
  const { property } = callee
  return isNode(property) ? BUILDER.find((name) => property.name === name || property.value === name) : undefined
}
