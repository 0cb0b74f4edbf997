import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import { flawOf, isCleanText } from '../../schemas/clean-json.ts'
import { AppError, type FieldErrors, validationError } from '../../schemas/errors.ts'
import { messages } from '../../schemas/messages.ts'

interface SchemaError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function messageOf({ keyword, params }: SchemaError): string {
  const limit = Number(params.limit)
  if (keyword === 'minLength' && limit === 1) return messages.required
  if (keyword === 'minLength') return messages.minLength(limit)
  if (keyword === 'maxLength') return messages.maxLength(limit)
  if (keyword === 'minimum') return messages.minimum(limit)
  if (keyword === 'maximum') return messages.maximum(limit)
  if (keyword === 'enum' || keyword === 'const') return messages.choice
  if (keyword === 'type') return messages.type
  return messages.pattern
}

function fieldErrors(errors: SchemaError[]): FieldErrors {
  const found = new Map<string, string>()
  for (const error of errors) {
    const field = error.instancePath.split('/')[1] ?? '_'
    if (error.keyword === 'required')
      for (const name of names(error.params.requiredProperties)) found.set(name, messages.required)
    else if (error.keyword === 'additionalProperties')
      for (const name of names(error.params.additionalProperties)) found.set(name, messages.unknown)
    else if (error.keyword !== 'boolean' && !found.has(field)) found.set(field, messageOf(error))
  }
  return Object.fromEntries([...found].map(([field, message]) => [field, [message]]))
}

/** Marks a schema that only documents a body: the write path checks the body itself, in its transaction. */
const CHECKED_LATER = 'x-checked-later'
export const checkedLater = (schema: TSchema): TSchema => ({ ...schema, [CHECKED_LATER]: true })

/** Throws 422 for a broken text or an infinite number, by its field; 400 for too deep a nesting. */
function assertClean(values: unknown): void {
  const flaw = flawOf(values)
  if (flaw === null) return
  if (flaw === 'depth') throw new AppError('BAD_REQUEST', 'La requête est trop imbriquée.')
  const message = flaw === 'text' ? messages.brokenText : messages.number
  const named = typeof values === 'object' && values !== null && !Array.isArray(values) ? Object.entries(values) : []
  const fields = named.filter(([name, value]) => isCleanText(name) && flawOf(value) !== null).map(([name]) => name)
  throw validationError(Object.fromEntries((fields.length > 0 ? fields : ['_']).map((name) => [name, [message]])))
}

/**
 * Route schemas are TypeBox; a request that breaks one is a 422 with French messages by field. Body values are not converted (a text is no number); query and
 * path values, which are always text, are converted first.
 */
export const validationPlugin = fp(
  async (app: FastifyInstance) => {
    // Runs before any route: a value that no store can keep is the sender's fault. Otherwise the sender would get a 500 at each try (SERVER-8).
    app.addHook('preValidation', async ({ routeOptions, params, query, body }) => {
      // An impossible path of the app's files names no file: 404. The matched route decides: `/%61pi/…` is the API too.
      if (!routeOptions.url?.startsWith('/api/')) return
      assertClean(params)
      assertClean(query)
      assertClean(body)
    })
    app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => (data: unknown) => {
      if (CHECKED_LATER in schema) return { value: data }
      const value = httpPart === 'body' ? data : Value.Convert(schema, data)
      if (Value.Check(schema, value)) return { value }
      return { error: validationError(fieldErrors(Value.Errors(schema, value) as unknown as SchemaError[])) }
    })
    // Declared answers are documentation, which tests check (declared-answers.ts). They filter nothing: presenters decide what is sent.
    app.setSerializerCompiler(() => JSON.stringify)
  },
  { name: 'validation' },
)

/** The contract's bracket notation: `IDS[]=1&IDS[]=2` → `{ IDS: ['1', '2'] }`; a name given twice without brackets is a list too. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [given, value] of new URLSearchParams(text)) {
    const name = given.replace(/\[\d*\]$/, '')
    const before = query[name]
    if (before === undefined) query[name] = name === given ? value : [value]
    else query[name] = [...(Array.isArray(before) ? before : [before]), value]
  }
  return query
}
