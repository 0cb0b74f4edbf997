import Type from 'typebox'

const text = Type.Union([Type.String(), Type.Null()])

/** The public part of a company: theme, clock, help link, legal mentions (`Company` of plugins/tenant/companies.ts). */
export const COMPANY_FIELDS = {
  id: Type.String(),
  key: Type.String(),
  NOM: Type.String(),
  COLOR: text,
  LOGO: text,
  BACKGROUND: text,
  FUSEAU: Type.String(),
  AIDE_URL: text,
  SIRET: text,
  ADRESSE: text,
  CODE_POSTAL: text,
  VILLE: text,
  TELEPHONE: text,
  MENTIONS_LEGALES: text,
  MEDIATEUR: text,
  ASSURANCE: text,
  epoch: Type.String(),
}

export const COMPANY = Type.Object(COMPANY_FIELDS, { title: 'EntreprisePublique' })
