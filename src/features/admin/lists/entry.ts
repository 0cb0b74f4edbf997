import * as Type from 'typebox'
import { reference } from '../../../../schemas/entities/reference.ts'
import { answerOf } from '../../../domain/online/answers.ts'
import { adminApi } from '../online/admin-api.ts'

export const PATH = '/admin/references'
export const EntryAnswer = answerOf(reference, { VERSION: Type.Integer() })

/** Every entry of every list of a company, in their order, archived ones too. */
export const readLists = async (companyId: string, signal: AbortSignal) =>
  (await adminApi.list(PATH, EntryAnswer, { query: { company_id: companyId }, signal })).data
