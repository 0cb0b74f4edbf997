import type { Static, TSchema } from 'typebox'
import * as Schema from 'typebox/schema'

const opened = new WeakMap<TSchema, TSchema>()

/** Limits of what people write: no reason to refuse what is stored already. */
const OPEN = new Set(['additionalProperties', 'maxLength', 'maxItems', 'maximum'])

/** The same schema, open to further fields and longer values: a newer server may send what this build does not know. */
function open<S extends TSchema>(schema: S): S {
  const known = opened.get(schema)
  if (known) return known as S
  const copy = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (OPEN.has(key) && typeof value !== 'object' ? undefined : value)),
  ) as S
  opened.set(schema, copy)
  return copy
}

/** Whether a value from outside has the shape that `schema` declares; fields that it does not declare and upper limits are ignored. */
export const readsAs = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  Schema.Check(open(schema), value)

/** `readsAs` for one schema, as the test that a call of the API takes. */
export const shapeOf =
  <S extends TSchema>(schema: S): ((value: unknown) => value is Static<S>) =>
  (value): value is Static<S> =>
    readsAs(schema, value)
