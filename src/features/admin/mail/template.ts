import type { Static } from 'typebox'
import * as Type from 'typebox'
import { template } from '../../../../schemas/entities/template.ts'
import { answerOf } from '../../../domain/online/answers.ts'

export const TemplateAnswer = answerOf(template)
export type Template = Static<typeof TemplateAnswer>

/** A company's own text: as a template, with the variables of the default one. */
export const OwnTemplate = Type.Object({
  id: Type.String(),
  code: Type.String(),
  subject: Type.String(),
  body: Type.String(),
})
export type OwnTemplate = Static<typeof OwnTemplate>

export const Rendered = Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() })
export type Rendered = Static<typeof Rendered>

/** Variables that every template may use. */
export const COMMON = ['entreprise'] as const
