import * as Type from 'typebox'
import { rapport } from '../../../../schemas/entities/rapport.ts'
import { answerOf } from '../../../domain/online/answers.ts'
import { adminApi } from '../online/admin-api.ts'
import { readLists } from './entry.ts'

export const PATH = '/admin/reports'
export const FormAnswer = answerOf(rapport, { VERSION: Type.Integer() })

/** Every report form of a company, archived ones too, and its natures of appointment, which forms name. */
export async function readForms(companyId: string, signal: AbortSignal) {
  const [forms, entries] = await Promise.all([
    adminApi.list(PATH, FormAnswer, { query: { company_id: companyId }, signal }),
    readLists(companyId, signal),
  ])
  return { forms: forms.data, natures: entries.filter(({ LISTE }) => LISTE === 'NATURE_RDV') }
}
