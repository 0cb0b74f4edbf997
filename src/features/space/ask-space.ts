import type { Static, TSchema } from 'typebox'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { type Call, callApi } from '../../app/api.ts'

/** One call of the customer's contract, its answer held against what it declares. @throws AppError as `callApi` */
export const askSpace = <S extends TSchema>(schema: S, path: string, call: Call = {}): Promise<Static<S>> =>
  callApi(path, shapeOf(schema), call)
