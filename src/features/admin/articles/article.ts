import * as Type from 'typebox'
import { article } from '../../../../schemas/entities/article.ts'
import { answerOf } from '../../../domain/online/answers.ts'
import { adminApi } from '../online/admin-api.ts'

export const PATH = '/admin/articles'
export const ArticleAnswer = answerOf(article, { VERSION: Type.Integer() })

/** Every article of a company, by family and reference, archived ones too. */
export const readArticles = async (companyId: string, signal: AbortSignal) =>
  (await adminApi.list(PATH, ArticleAnswer, { query: { company_id: companyId }, signal })).data
