/**
 * The part of RxDB's selectors that the first screens use, without RxDB: equal, `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in`, `$nin`, `$elemMatch` of
 * these, and paths with dots. A test compares the answers with RxDB's own.
 */

type Values = Readonly<Record<string, unknown>>
type Test = (value: unknown) => boolean

const compared = (is: (a: string | number, b: string | number) => boolean, wanted: unknown): Test => {
  return (value) => typeof value === typeof wanted && is(value as string, wanted as string)
}
/** A list holds what one of its items is. A field that is missing is null. */
const anyOf = (value: unknown): unknown[] => (Array.isArray(value) ? [value, ...value] : [value ?? null])
const among = (wanted: readonly unknown[]): Test => {
  return (value) => anyOf(value).some((one) => wanted.some((other) => (other ?? null) === one))
}
const not = (test: Test): Test => {
  return (value) => !test(value)
}

const OPERATORS: Readonly<Record<string, (wanted: unknown) => Test | null>> = {
  $eq: (wanted) => (isPlain(wanted) ? among([wanted]) : null),
  $ne: (wanted) => (isPlain(wanted) ? not(among([wanted])) : null),
  $in: (wanted) => (isPlainList(wanted) ? among(wanted) : null),
  $nin: (wanted) => (isPlainList(wanted) ? not(among(wanted)) : null),
  $gt: (wanted) => compared((a, b) => a > b, wanted),
  $gte: (wanted) => compared((a, b) => a >= b, wanted),
  $lt: (wanted) => compared((a, b) => a < b, wanted),
  $lte: (wanted) => compared((a, b) => a <= b, wanted),
  $elemMatch: (wanted) => {
    const test = testOf(wanted)
    return test && ((value) => Array.isArray(value) && value.some(test))
  },
}

const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const isPlainList = (value: unknown): value is unknown[] => Array.isArray(value) && value.every(isPlain)

/** What a value of a selector asks of a field; null for what is not known here. */
function testOf(wanted: unknown): Test | null {
  if (isPlain(wanted)) return among([wanted])
  if (typeof wanted !== 'object' || Array.isArray(wanted)) return null
  const tests = Object.entries(wanted as Values).map(([name, value]) => OPERATORS[name]?.(value) ?? null)
  if (tests.length === 0 || tests.includes(null)) return null
  return (value) => (tests as Test[]).every((test) => test(value))
}

const at = (row: Values, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Values | null | undefined)?.[name], row)

/** Whether a row matches a selector; null for a selector with something that is not known here. */
export function matcherOf(selector: Values): ((row: Values) => boolean) | null {
  const tests = Object.entries(selector).map(([path, wanted]) => {
    const test = path.startsWith('$') ? null : testOf(wanted)
    return test && ((row: Values): boolean => test(at(row, path)))
  })
  if (tests.includes(null)) return null
  return (row) => (tests as ((row: Values) => boolean)[]).every((test) => test(row))
}

/** Compares rows by these fields, text before text, then by their key, as RxDB does. */
export function orderOf(
  sort: readonly Readonly<Record<string, 'asc' | 'desc'>>[],
  key: string,
): (a: Values, b: Values) => number {
  const fields = [...sort.flatMap((one) => Object.entries(one)), [key, 'asc'] as const]
  return (a, b) => {
    for (const [name, way] of fields) {
      const [one, other] = [at(a, name) as string, at(b, name) as string]
      if (one !== other) return one < other === (way === 'asc') ? -1 : 1
    }
    return 0
  }
}
