import type { Static } from 'typebox'
import * as Type from 'typebox'
import { entreprise } from '../../../schemas/entities/entreprise.ts'
import { defineEntity } from '../../../schemas/entity.ts'
import { choice, email, flag, integer, text } from '../../../schemas/fields.ts'
import { RAPPEL_HEURES } from '../../../schemas/rules/annonces.ts'
import { companyIssues } from '../../../schemas/rules/company-services.ts'
import { hoursIssues } from '../../../schemas/rules/opening-hours.ts'
import { answerOf } from '../online/answers.ts'

/** The company as administrators and its directors write it: the declared entity, and the fields that only they see. */
export const company = defineEntity({
  name: entreprise.name,
  title: entreprise.title,
  plural: entreprise.plural,
  path: entreprise.path,
  table: entreprise.table,
  key: entreprise.key,
  label: entreprise.label,
  check: (record) => [...companyIssues(record), ...hoursIssues(record.HORAIRES)],
  fields: {
    ...entreprise.fields,
    SMS_EXPEDITEUR: text('Expéditeur des SMS', 11, { merge: 'latest' }),
    MAIL_EXPEDITEUR: email('Expéditeur des mails'),
    DELAI_CONTACT: integer('Attente après un changement de coordonnées (heures)', { minimum: 1, maximum: 720 }),
    SECOND_FACTEUR: flag('Second facteur obligatoire pour le personnel'),
    RAPPEL_RDV: choice('Rappel des rendez-vous, la veille à', RAPPEL_HEURES),
    /** Masked when it is set; written among the company's services. */
    CLE_LOLA: text('Clé de l’ancien système', 200, { merge: 'latest' }),
  },
})

export const CompanyAnswer = answerOf(company, { disabled: Type.Boolean() })
export type Company = Static<typeof CompanyAnswer>

/** The companies, as options. */
export const CompanyName = Type.Object({
  id: Type.String(),
  key: Type.String(),
  NOM: Type.String(),
  disabled: Type.Boolean(),
})
export type CompanyName = Static<typeof CompanyName>
