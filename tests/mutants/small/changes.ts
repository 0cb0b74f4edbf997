import { parseSync } from 'vite'
import { isNode, lineAt, type SyntaxNode, walk } from '../../../.ci/imports.ts'

/**
 * Small changes of a source file, one at a time: the mistakes that a person makes in a rule (one day too many, « and » for « or », a case forgotten). A test of the
 * rule has to fail for each that changes what the rule answers.
 */

export interface SmallChange {
  /** Line number, from 1. */
  line: number
  /** The piece of text, and what stands in its place. */
  from: string
  to: string
  /** The whole file with this one change. */
  source: string
}

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

interface Piece {
  start: number
  end: number
  to: string
}

/**
 * @param path tells whether the file has JSX
 * @returns the changes in the order of the file
 * @throws Error when the source is no TypeScript
 */
export function smallChanges(path: string, source: string): SmallChange[] {
  const parsed = parseSync(path, source)
  const fault = parsed.errors[0]
  if (fault) throw new Error(`${path}: ${fault.message}`)
  const pieces: Piece[] = []
  const types: SyntaxNode[] = []
  walk(parsed.program, (node) => {
    if (node.type === 'TSLiteralType') types.push(node)
    pieces.push(...piecesOf(node, source))
  })
  return pieces
    .filter(({ start, end }) => !types.some((type) => type.start <= start && end <= endOf(type)))
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, to }) => ({
      line: lineAt(source, start),
      from: source.slice(start, end),
      to,
      source: `${source.slice(0, start)}${to}${source.slice(end)}`,
    }))
}

const endOf = (node: SyntaxNode): number => Number(node.end)

function piecesOf(node: SyntaxNode, source: string): Piece[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operator(node, source)
    case 'UnaryExpression': {
      const { operator: sign, argument } = node
      // Without its « ! ».
      return sign === '!' && isNode(argument) ? [{ start: node.start, end: argument.start, to: '' }] : []
    }
    case 'ConditionalExpression': {
      const { test } = node
      // One branch for both cases, then the other.
      return isNode(test) ? ['true', 'false'].map((to) => ({ start: test.start, end: endOf(test), to })) : []
    }
    case 'IfStatement': {
      const { test } = node
      // The case is forgotten.
      return isNode(test) ? [{ start: test.start, end: endOf(test), to: 'false' }] : []
    }
    case 'Literal':
      return literal(node)
    default:
      return []
  }
}

function operator(node: SyntaxNode, source: string): Piece[] {
  const { left, right } = node
  if (!isNode(left) || !isNode(right)) return []
  const sign = String(node.operator)
  const start = source.indexOf(sign, endOf(left))
  if (sign === '??') return [{ start: endOf(left), end: endOf(node), to: '' }]
  const to = sign === '+' && (isText(left) || isText(right)) ? undefined : SWAPPED[sign]
  return to === undefined || start < 0 || start > right.start ? [] : [{ start, end: start + sign.length, to }]
}

/** Texts are not subtracted. */
const isText = (node: SyntaxNode): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

function literal(node: SyntaxNode): Piece[] {
  const { value } = node
  const place = { start: node.start, end: endOf(node) }
  if (typeof value === 'number') return [{ ...place, to: String(value + 1) }]
  if (typeof value === 'boolean') return [{ ...place, to: String(!value) }]
  return []
}
