import type { QuoteDocument } from '../../../documents/devis-words.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import type { QuoteMentions } from '../../../schemas/rules/devis-mentions.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { Company } from '../../data/session/stored-session.ts'
import { customerOf, homeOf, identityOf, papersOf, placeOf } from '../../domain/documents/parties.ts'
import { paths } from '../../ui/navigation/paths.ts'

/** The parties of a quote and the place of its works, as this device has them. */
export interface QuoteParties {
  company: Company
  client: LocalRecord<'client'>
  /** The client's address. */
  adresse: ResourceRecord<'adresse'> | null
  chantier: ResourceRecord<'adresse'> | null
}

type Devis = ResourceRecord<'devis'>

/** The data for the rule of mandatory mentions; the server applies it to its own rows. */
export const mentionsOf = (devis: Devis, parties: QuoteParties): QuoteMentions => ({
  devis,
  entreprise: papersOf(parties.company),
  client: { NOM: parties.client.NOM, ...homeOf(parties) },
  chantier: parties.chantier && placeOf(parties.chantier),
})

/** The document of an unsigned quote, with the same content as the server's PDF of it, except the logo above it. */
export const documentOf = (devis: Devis, parties: QuoteParties): Omit<QuoteDocument, 'logo'> => ({
  company: identityOf(parties.company),
  client: customerOf(parties),
  chantier: parties.chantier && placeOf(parties.chantier),
  devis: {
    NUMERO_DEVIS: devis.NUMERO_DEVIS,
    OBJET: devis.OBJET,
    VARIANTE: devis.VARIANTE,
    LIGNES: devis.LIGNES,
    DATE_EDITION: devis.DATE_EDITION,
    DATE_VALIDITE: devis.DATE_VALIDITE,
    DATE_CREATION: devis.DATE_CREATION,
  },
  horsEtablissement: true,
  conditions: null,
  signature: null,
})

/** The page on which a missing mention is filled in; null for mentions that only administrators write. */
export function mentionHref(field: string, devis: Devis, { chantier, client }: QuoteParties): string | null {
  if (field === 'entreprise') return null
  if (field === 'client') return paths.resource.edit('client', client.IDCLIENT)
  if (field !== 'chantier') return paths.resource.edit('devis', devis.IDDEVIS)
  return chantier ? paths.resource.edit('adresse', chantier.IDADRESSE) : paths.resource.edit('projet', devis.IDPROJET)
}
