import fc from 'fast-check'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'

type Json = Record<string, unknown>

/** Texts that satisfy the formats and patterns of our schemas; the first match is used. */
const TEXTS = [
  'texte',
  'a1',
  '2026-11-23 09:00',
  '2026-11-23',
  '2026-11-23T09:00:00.000Z',
  '06 39 98 00 77',
  '0639980077',
  '33639980077',
  '69003',
  '#112233',
  'quelquun@example.com',
  'https://example.com/',
  '123456',
  'demonstration',
  'Europe/Paris',
  '/chemin',
  'data:image/png;base64,iVBORw0KGgo=',
  '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  '0'.repeat(64),
  'x'.repeat(32),
]

/** Optional in the schemas, but an administrator's call needs it to name the company. */
const ALWAYS = ['company_id']

let made = 0

/**
 * The smallest valid value of a schema: required properties only. `known` gives values by the property's name, where a value must
 * mean something (the id of a project).
 */
export function sample(schema: TSchema, known: Json = {}, name = ''): unknown {
  const node = schema as unknown as Json
  if (Object.hasOwn(known, name) && Value.Check(schema, known[name])) return known[name]
  if ('const' in node) return node.const
  if (Array.isArray(node.enum)) return node.enum[0]
  const union = node.anyOf ?? node.oneOf
  if (Array.isArray(union)) return sample(union[0] as TSchema, known, name)
  if (Array.isArray(node.allOf)) return Object.assign({}, ...node.allOf.map((part) => sample(part as TSchema, known)))
  switch (node.type) {
    case 'object': {
      const properties = (node.properties ?? {}) as Record<string, TSchema>
      const required = [
        ...((node.required ?? []) as string[]),
        ...ALWAYS.filter((key) => key in properties && key in known),
      ]
      return Object.fromEntries(
        [...new Set(required)].map((key) => [key, sample(properties[key] ?? ({} as TSchema), known, key)]),
      )
    }
    case 'array':
      return Array.from({ length: Number(node.minItems ?? 0) }, () =>
        sample((node.items ?? {}) as TSchema, known, name),
      )
    case 'integer':
    case 'number':
      return Math.max(Number(node.minimum ?? 1), Math.min(1, Number(node.maximum ?? 1)))
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return textOf(schema, name)
    default:
      return 'x'
  }
}

function textOf(schema: TSchema, name: string): string {
  const { pattern } = schema as unknown as { pattern?: string }
  made += 1
  // Names, labels and mails must often be unique.
  const fresh = /mail/i.test(name)
    ? [`essai${made}@example.com`]
    : /url/i.test(name)
      ? ['https://example.com/']
      : [`essai-${made}`, `essai${made}`]
  const found = [...fresh, ...TEXTS].find((text) => Value.Check(schema, text))
  if (found !== undefined) return found
  if (pattern && !pattern.includes('(?')) {
    const [match] = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })
    if (match !== undefined && Value.Check(schema, match)) return match
  }
  throw new Error(`No sample for ${name}: ${JSON.stringify(schema)}; add one to tests/support/access/samples.ts`)
}
