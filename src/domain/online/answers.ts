import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import type { Entity, Fields, Row } from '../../../schemas/entity.ts'

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const text = Type.String()
export const textOrNull = orNull(text)
/** An instant, ISO 8601 UTC. */
export const instant = Type.String({ minLength: 10 })

/** The type of a declaration for code that works with any of them. */
export const asEntity = <F extends Fields>(entity: Entity<string, F>): Entity => entity as unknown as Entity

/** A declared record as the server answers it to administrators; `more` has the shape of the fields beyond the declaration, others are ignored. */
export function answerOf<F extends Fields, M extends Record<string, TSchema> = Record<never, TSchema>>(
  entity: Entity<string, F>,
  more?: M,
) {
  const properties = Object.fromEntries(
    Object.entries(entity.fields).map(([name, { schema, required }]) => [name, required ? schema : orNull(schema)]),
  )
  return Type.Unsafe<Row<F> & { [K in keyof M]: Static<M[K]> }>(Type.Object({ ...properties, ...more }))
}
