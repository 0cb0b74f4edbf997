import type { Static } from 'typebox'
import * as Type from 'typebox'

/** A request that the company keeps. */
export const KeptRequest = Type.Object({ id: Type.String() }, { additionalProperties: false })
export type KeptRequest = Static<typeof KeptRequest>

/** A photo among the project's files. */
export const AddedPhoto = Type.Object({ IDFICHIER: Type.String() }, { additionalProperties: false })
export type AddedPhoto = Static<typeof AddedPhoto>

/** Photos that go with one request. */
export const MOST_PHOTOS = 6
