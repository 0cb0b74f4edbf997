import type { Static, TSchema } from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { readsAs } from '../../../schemas/reads-as.ts'
import { type Call, callApi } from '../../app/api.ts'
import { errorsText } from '../../text/errors.ts'

/** One call of the customer's contract, its answer held against what it declares. @throws AppError as `callApi` */
export async function askSpace<S extends TSchema>(schema: S, path: string, call: Call = {}): Promise<Static<S>> {
  const answer = await callApi<unknown>(path, call)
  if (!readsAs(schema, answer)) throw new AppError('INTERNAL', errorsText.unreadable)
  return answer
}
