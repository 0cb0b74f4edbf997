import * as Type from 'typebox'
import { expect, it } from 'vitest'
import { object, optional } from './objects.ts'

const described = (schema: object): object => Object.getOwnPropertyDescriptors(schema)

it('marks a schema as optional as TypeBox does', () => {
  const name = Type.String({ maxLength: 4 })
  expect(described(optional(name))).toEqual(described(Type.Optional(name)))
  expect(Type.IsOptional(optional(name))).toBe(true)
  expect(Type.IsOptional(name)).toBe(false)
})

it.each([
  [{}, {}],
  [{ name: Type.String() }, { additionalProperties: false }],
  [{ name: Type.Optional(Type.String()), age: Type.Integer() }, {}],
  [{ name: Type.Optional(Type.String()) }, { minProperties: 1 }],
])('declares an object as TypeBox does: %o, %o', (properties, options) => {
  expect(described(object(properties, options))).toEqual(described(Type.Object(properties, options)))
  expect(Type.IsObject(object(properties, options))).toBe(true)
})
