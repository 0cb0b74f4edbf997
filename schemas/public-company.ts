import type { ResourceRecord } from './resources.ts'
import type { CanalReponse } from './rules/demandes.ts'

type Name = keyof ResourceRecord<'entreprise'>

/** What the law requires on a company's papers; public, in the order in which forms show it. */
export const PAPERS = [
  'SIRET',
  'TELEPHONE',
  'MAIL',
  'ADRESSE',
  'CODE_POSTAL',
  'VILLE',
  'MENTIONS_LEGALES',
  'MEDIATEUR',
  'ASSURANCE',
] as const satisfies readonly Name[]

/** The fields of a company that anybody on its host may read. The entity is not imported: the first screen does not load it. */
export const PUBLIC_COMPANY = [
  'id',
  'key',
  'NOM',
  'COLOR',
  'LOGO',
  'BACKGROUND',
  'FUSEAU',
  'AIDE_URL',
  'HORAIRES',
  ...PAPERS,
] as const satisfies readonly Name[]

/** What a company's assets say and its own record does not (SET-06): words and a link that its screens show. */
export const ASSET_FIELDS = ['ACCUEIL_CONNEXION', 'ACCUEIL_CLIENT', 'LIEN_CONFIDENTIALITE'] as const

export type PublicCompany = Pick<ResourceRecord<'entreprise'>, (typeof PUBLIC_COMPANY)[number]> &
  Record<(typeof ASSET_FIELDS)[number], string | null> & {
    /** The ways by which its messages leave. */
    CANAUX: CanalReponse[]
  }
