import type { ResourceRecord } from '../../../schemas/resources.ts'
import type { Company } from '../../data/session/stored-session.ts'

/** What the law requires of the company on its papers, as this device has it. */
export const papersOf = (company: Company) => ({
  NOM: company.NOM,
  SIRET: company.SIRET ?? null,
  TELEPHONE: company.TELEPHONE ?? null,
  MAIL: company.MAIL,
  ADRESSE: company.ADRESSE ?? null,
  CODE_POSTAL: company.CODE_POSTAL ?? null,
  VILLE: company.VILLE ?? null,
  MENTIONS_LEGALES: company.MENTIONS_LEGALES ?? null,
  MEDIATEUR: company.MEDIATEUR ?? null,
  ASSURANCE: company.ASSURANCE ?? null,
})

export const placeOf = ({ ADRESSE, CODE_POSTAL, VILLE }: ResourceRecord<'adresse'>) => ({
  ADRESSE,
  CODE_POSTAL,
  VILLE,
})

interface Home {
  client: Pick<ResourceRecord<'client'>, 'VILLE'>
  adresse: ResourceRecord<'adresse'> | null
}

/** The client's place: only their town where no address was given (the server does the same). */
export const homeOf = ({ client, adresse }: Home) =>
  adresse ? placeOf(adresse) : { ADRESSE: null, CODE_POSTAL: null, VILLE: client.VILLE }

/** The company as a document names it. */
export const identityOf = (company: Company) => ({
  ...papersOf(company),
  MAIL: company.MAIL ?? null,
  COLOR: company.COLOR,
})

interface Named extends Home {
  client: Pick<ResourceRecord<'client'>, 'NOM' | 'PRENOM' | 'VILLE'>
}

/** The client as a document names them. */
export const customerOf = ({ client, adresse }: Named) => ({
  NOM: client.NOM,
  PRENOM: client.PRENOM,
  TELEPHONE: null,
  MAIL: null,
  ...homeOf({ client, adresse }),
})
