import type { Static, TSchema } from 'typebox'
import * as Schema from 'typebox/schema'

const opened = new WeakMap<TSchema, TSchema>()

/** The same schema, closed to nothing: a newer server may say more than this build knows. */
function open<S extends TSchema>(schema: S): S {
  const known = opened.get(schema)
  if (known) return known as S
  const copy = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'additionalProperties' ? undefined : value)),
  ) as S
  opened.set(schema, copy)
  return copy
}

/** Whether a value from outside has the shape that `schema` declares; fields that it does not declare are let pass. */
export const readsAs = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  Schema.Check(open(schema), value)

/** `readsAs` for one schema, for what takes such a test (a call of the API). */
export const shapeOf =
  <S extends TSchema>(schema: S): ((value: unknown) => value is Static<S>) =>
  (value): value is Static<S> =>
    readsAs(schema, value)
