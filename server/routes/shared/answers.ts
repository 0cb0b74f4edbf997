import Type, { type TSchema } from 'typebox'

/** The contract's answers (api.md), for `schema.response` of a route: what is declared is what tests hold every answer against. */
export const one = (data: TSchema): TSchema => Type.Object({ data })
export const many = (data: TSchema): TSchema => Type.Object({ data: Type.Array(data) })
/** 204: no body. */
export const nothing = Type.Null()
