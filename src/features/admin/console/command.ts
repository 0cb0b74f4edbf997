import type { Static } from 'typebox'
import * as Type from 'typebox'

/** A named command of the console, and the arguments that it takes. */
export const Command = Type.Object({ name: Type.String(), summary: Type.String(), args: Type.Array(Type.String()) })
export type Command = Static<typeof Command>
