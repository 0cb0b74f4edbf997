import Type from 'typebox'
import { ASSET_FIELDS, PUBLIC_COMPANY } from '../../schemas/public-company.ts'
import { CANAUX_REPONSE } from '../../schemas/rules/demandes.ts'
import { OpenRanges } from '../../schemas/rules/opening-hours.ts'

const text = Type.Union([Type.String(), Type.Null()])

/** The public part of a company: theme, clock, help link, legal mentions (`Company` of plugins/tenant/companies.ts). */
export const COMPANY_FIELDS = {
  ...Object.fromEntries([...PUBLIC_COMPANY, ...ASSET_FIELDS].map((name) => [name, text])),
  id: Type.String(),
  key: Type.String(),
  NOM: Type.String(),
  FUSEAU: Type.String(),
  HORAIRES: Type.Union([OpenRanges, Type.Null()]),
  CANAUX: Type.Array(Type.Enum([...CANAUX_REPONSE]), {
    description: 'Moyens d’envoi de l’entreprise : ce qui n’a pas de service n’est pas proposé',
  }),
  epoch: Type.String(),
}

export const COMPANY = Type.Object(COMPANY_FIELDS, { title: 'EntreprisePublique' })
