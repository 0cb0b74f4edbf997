import type { TSchema } from 'typebox'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Node = { [name: string]: Json }

interface Document {
  paths?: Node
  components?: { schemas?: Node } & Node
}

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Our own formats, expressed in JSON Schema. */
const FORMATS: Readonly<Record<string, Node>> = {
  'lolapp-date': { format: 'date' },
  'lolapp-datetime': { pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$' },
  'lolapp-instant': { format: 'date-time' },
  'lolapp-written-instant': { format: 'date-time' },
}

/** A type or null: `type: [T, 'null']` is shorter than a union. */
function shortened(node: Node): Node {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || Object.keys(rest).length > 0) return node
  const [first, second] = anyOf
  if (!isNode(first) || !isNode(second) || second.type !== 'null' || Object.keys(second).length !== 1) return node
  if (typeof first.type !== 'string' || 'enum' in first || 'const' in first) return node
  return { ...first, type: [first.type, 'null'] }
}

const ownFormat = (node: Node): Node => {
  const { format, ...rest } = node
  const known = typeof format === 'string' ? FORMATS[format] : undefined
  return known ? { ...rest, ...known } : node
}

/**
 * Object schemas with a name of their own (`title`) move to `components/schemas` and are referred to. Two that differ under one name: the
 * first has the name, the others stay where they are.
 */
export function withComponents<D extends Document>(document: D, ...more: TSchema[]): D {
  const schemas = new Map<string, { text: string; schema: Node }>()

  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    if (!isNode(value)) return value
    const { 'x-checked-later': _, ...kept } = value
    const node = shortened(
      ownFormat(Object.fromEntries(Object.entries(kept).map(([name, inner]) => [name, walk(inner)]))),
    )
    if (node.type !== 'object' || typeof node.title !== 'string' || !/^[A-Z][A-Za-z]+$/.test(node.title)) return node
    const text = JSON.stringify(node)
    const known = schemas.get(node.title)
    if (!known) schemas.set(node.title, { text, schema: node })
    return !known || known.text === text ? { $ref: `#/components/schemas/${node.title}` } : node
  }

  for (const schema of more) walk(JSON.parse(JSON.stringify(schema)) as Json)
  const paths = walk(document.paths ?? {}) as Node
  const named = Object.fromEntries([...schemas].map(([name, { schema }]) => [name, schema]))
  return { ...document, paths, components: { ...document.components, schemas: named } }
}
