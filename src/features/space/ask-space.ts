import type { Static, TSchema } from 'typebox'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { type Call, callApi } from '../../data/api/api.ts'

/** One call of the customers' API; its answer is compared with the declared schema. @throws AppError as `callApi` */
export const askSpace = <S extends TSchema>(schema: S, path: string, call: Call = {}): Promise<Static<S>> =>
  callApi(path, shapeOf(schema), call)
