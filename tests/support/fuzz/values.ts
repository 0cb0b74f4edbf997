import fc from 'fast-check'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type Schema = Record<string, unknown>

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-11-23', '2024-02-29', '2026-02-30', '0000-00-00', '9999-12-31'],
  'date-time': ['2026-11-23T09:00:00.000Z', '0000-00-00T00:00:00.000', '2026-11-23T25:00:00.000Z'],
}

/** Values that break careless code, for any type. */
export const HOSTILE: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff\u202e👩🏽‍🔧é',
  "' or 1=1 --",
  '%00%27',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  'a\r\nBcc: x@example.com',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  'NaN',
  '9007199254740993',
  '0000-00-00T00:00:00.000',
  '2026-13-45 99:99',
  'x'.repeat(201),
  'x'.repeat(5000),
]

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 40, unit: 'binary' }))

const deep = (levels: number): Json => {
  let value: Json = 1
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}

/** JSON of any kind, with prototype keys and deep nesting. */
export const anyJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
  { weight: 2, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>(0, -1, 1e21, 2 ** 53, -0.5, true, null, [], {}, [null], [[[]]], deep(400)),
  },
)

export interface Maker {
  /** Resolves `$ref`. */
  resolve: (schema: Schema) => Schema
  /** Meaningful values, by the property's name. */
  known: Readonly<Record<string, unknown>>
}

const lengths = ({ minLength = 0, maxLength = 60 }: Schema): number[] => {
  const [least, most] = [Number(minLength), Number(maxLength)]
  return [
    ...new Set([least, Math.min(least + 1, most), Math.min(most, 400), ...(most <= 4000 ? [most, most + 1] : [])]),
  ]
}

/** fast-check does not support look-ahead: such a pattern gets plain texts, which the server may refuse. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return fc.string({ maxLength: 60 })
  }
}

function text(schema: Schema, name: string, known: Maker['known']): fc.Arbitrary<Json> {
  const { format, pattern } = schema
  const meant = known[name]
  const options: fc.Arbitrary<Json>[] = []
  if (typeof meant === 'string') options.push(fc.constant(meant), fc.constant(meant), fc.constant(meant))
  const listed = typeof format === 'string' ? FORMATS[format] : undefined
  if (listed) options.push(fc.constantFrom(...listed))
  if (typeof pattern === 'string') options.push(matching(pattern))
  if (options.length === 0) {
    options.push(
      fc.constantFrom(...lengths(schema)).map((length) => 'é'.repeat(length)),
      fc.string({ maxLength: 60 }),
    )
  }
  return fc.oneof(...options)
}

function numbers({ minimum = -1e9, maximum = 1e9, type }: Schema): fc.Arbitrary<Json> {
  const [least, most] = [Number(minimum), Number(maximum)]
  const between =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(least), max: Math.floor(Math.min(most, 2 ** 53)) })
      : fc.double({ min: least, max: most, noNaN: true })
  return fc.oneof(between, fc.constantFrom(least, most, least - 1, most + 1))
}

/** Valid values of a schema, its boundary values and values just beyond them. */
export function near(schema: Schema, maker: Maker, name = ''): fc.Arbitrary<Json> {
  const node = maker.resolve(schema)
  if ('const' in node) return fc.constant(node.const as Json)
  if (Array.isArray(node.enum)) return fc.constantFrom(...(node.enum as Json[]))
  const union = node.anyOf ?? node.oneOf
  if (Array.isArray(union)) return fc.oneof(...union.map((part) => near(part as Schema, maker, name)))
  if (Array.isArray(node.type)) return fc.oneof(...node.type.map((type) => near({ ...node, type }, maker, name)))
  switch (node.type) {
    case 'object':
      return object(node, maker)
    case 'array': {
      const [least, most] = [Number(node.minItems ?? 0), Number(node.maxItems ?? 3)]
      const few = fc.array(near((node.items ?? {}) as Schema, maker, name), {
        minLength: least,
        maxLength: Math.max(least, Math.min(most, 3)),
      })
      return few as fc.Arbitrary<Json>
    }
    case 'string':
      return text(node, name, maker.known)
    case 'integer':
    case 'number':
      return numbers(node)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anyJson
  }
}

function object(node: Schema, maker: Maker): fc.Arbitrary<Json> {
  const properties = (node.properties ?? {}) as Record<string, Schema>
  const required = (node.required ?? []) as string[]
  const model = Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, near(part, maker, key)]))
  return fc.record(model, { requiredKeys: required.filter((key) => key in model) }) as fc.Arbitrary<Json>
}

/** Placeholder in a body for text that `JSON.stringify` cannot write (`rawJson`). */
const RAW: Readonly<Record<string, string>> = {
  '@huge@': '1e999',
  '@deep@': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
}

/** Values that no store can keep: half a character, a NUL, an endless number, an endless nesting. */
const POISONS: readonly Json[] = ['\ud800', '\udfff', '\u0000', '@huge@', '@deep@', 1e308, Number.MAX_SAFE_INTEGER]
/** Those of them that a server could only accept by dropping or changing them. */
const UNKEEPABLE: readonly Json[] = ['\ud800', '\udfff', '\u0000', '@huge@', '@deep@']

type Path = (string | number)[]

function leavesOf(value: Json, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inside = Object.entries(value).flatMap(([key, part]) => leavesOf(part as Json, [...at, key]))
  return inside.length > 0 ? inside : [at]
}

/** The value with `change` applied at `path`. */
function changed(value: Json, [step, ...rest]: Path, change: (leaf: Json) => Json): Json {
  if (step === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((part, i) => (String(i) === String(step) ? changed(part, rest, change) : part))
  return Object.fromEntries(
    Object.entries(value as object).map(([key, part]) => [
      key,
      key === step ? changed(part as Json, rest, change) : (part as Json),
    ]),
  )
}

export interface Poisoned {
  payload: string
  /** No answer may say that this value was kept. */
  unkeepable: boolean
}

/** A valid body as JSON text, poisoned at one place of any depth: inside a text, instead of a number, in a name. */
export const poisoned = (schema: Schema, maker: Maker): fc.Arbitrary<Poisoned> =>
  fc
    .tuple(near(schema, maker), fc.constantFrom(...POISONS), fc.nat(), fc.integer({ min: 0, max: 9 }))
    .map(([value, poison, at, how]): Poisoned => {
      const leaves = leavesOf(value)
      const path = leaves[at % leaves.length] ?? []
      const isSign = typeof poison === 'string' && !(poison in RAW)
      const spoil = (leaf: Json): Json => {
        if (!isSign) return poison
        if (how === 0) return { [`a${poison}`]: leaf }
        return typeof leaf === 'string' ? `${leaf.slice(0, how)}${poison}${leaf.slice(how)}` : `a${poison}`
      }
      return { payload: rawJson(changed(value, path, spoil)), unkeepable: UNKEEPABLE.includes(poison) }
    })

const rawJson = (value: Json): string =>
  Object.entries(RAW).reduce((text, [mark, raw]) => text.replaceAll(`"${mark}"`, raw), JSON.stringify(value))

/** A valid body, or one with an error in it. */
export function body(schema: Schema, maker: Maker): fc.Arbitrary<Json> {
  const right = near(schema, maker)
  const spoilt = fc
    .tuple(right, fc.string({ maxLength: 12 }), anyJson, fc.nat())
    .map(([value, name, other, at]): Json => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return other
      const names = Object.keys(value)
      const key = at % 3 === 0 || names.length === 0 ? name : (names[at % names.length] ?? name)
      // A key « __proto__ » must become a property of the body, not the object's prototype.
      return Object.fromEntries([...Object.entries(value).filter(([one]) => one !== key), [key, other]])
    })
  return fc.oneof({ weight: 5, arbitrary: right }, { weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: anyJson })
}

/** Texts for paths, queries and headers: valid and invalid ones. */
export const textual = (schema: Schema, maker: Maker, name: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: near(schema, maker, name).map(String) }, { weight: 1, arbitrary: hostileText })
