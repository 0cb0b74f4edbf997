import Type, { type TSchema } from 'typebox'

/** The contract's answers (api.md), for `schema.response` of a route: tests check every answer against the declared one. */
export const one = (data: TSchema): TSchema => Type.Object({ data })
export const many = (data: TSchema): TSchema => Type.Object({ data: Type.Array(data) })
/** 204: no body. */
export const nothing = Type.Null()
