import * as Type from 'typebox'
import { expect, it } from 'vitest'
import { readsAs, shapeOf } from './reads-as.ts'

const Row = Type.Object(
  { LIBELLE: Type.String({ maxLength: 5 }), ORDRE: Type.Integer({ minimum: 0, maximum: 9 }), maximum: Type.Object({}) },
  { additionalProperties: false },
)
const row = { LIBELLE: 'Court', ORDRE: 3, maximum: {} }

it('what the server stores is read with fields and lengths that this build does not know', () => {
  expect(readsAs(Row, { ...row, NOUVEAU: true })).toBe(true)
  expect(shapeOf(Type.Array(Row, { maxItems: 1 }))([row, { ...row, LIBELLE: 'Plus long', ORDRE: 12 }])).toBe(true)
})

it('another shape is none', () => {
  for (const other of [{ ...row, LIBELLE: 4 }, { ...row, ORDRE: -1 }, { LIBELLE: 'Court' }, [], null, '<html>']) {
    expect(readsAs(Row, other), JSON.stringify(other)).toBe(false)
  }
  // A field whose name is that of a limit is a field.
  expect(readsAs(Row, { ...row, maximum: 'x' })).toBe(false)
})
