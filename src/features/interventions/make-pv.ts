import type { CompanyIdentity, Customer, Place } from '../../../documents/parties.ts'
import type { PvDocument } from '../../../documents/pv.ts'
import { pvContent, worksOf } from '../../../documents/pv-content.ts'
import { wallClock } from '../../../schemas/dates.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { sha256Of } from '../../../sync/sha256.ts'
import type { Company } from '../../data/session/stored-session.ts'
import { renderPdf } from '../../domain/documents/render-pdf.ts'

/** `TYPE` of the civility of a private individual. */
const PRIVATE = 'P'

export interface PvSources {
  /** The public part of the company, with the legal mentions for papers as far as this device has them. */
  company: Pick<Company, 'NOM' | 'LOGO'> & Partial<CompanyIdentity>
  zone: string
  intervention: ResourceRecord<'intervention'>
  devis: ResourceRecord<'devis'> | null
  client: ResourceRecord<'client'> | null
  /** The client's own address. */
  adresse: ResourceRecord<'adresse'> | null
  chantier: ResourceRecord<'adresse'> | null
}

export interface PvSigning {
  kind: PvDocument['kind']
  RESERVES: readonly string[]
  NOM_SIGNATAIRE: string
  /** PNG or JPEG. */
  image: Uint8Array
  at: Date
  signedWith: string
}

/**
 * The name that the signer's field opens with: a person's, never a company's. A client whose civility is no private individual's (ENT-06) is a company, and so is
 * one that has neither civility nor first name; somebody there signs, whose name is typed.
 */
export function signatoryOf(
  client: Pick<ResourceRecord<'client'>, 'NOM' | 'PRENOM'> | null,
  civility: { TYPE: string | null } | null,
): string {
  const isPerson = civility === null ? Boolean(client?.PRENOM) : civility.TYPE === PRIVATE
  return isPerson ? [client?.PRENOM, client?.NOM].filter(Boolean).join(' ') : ''
}

const placeOf = (adresse: Partial<Place> | null): Place => ({
  ADRESSE: adresse?.ADRESSE ?? null,
  CODE_POSTAL: adresse?.CODE_POSTAL ?? null,
  VILLE: adresse?.VILLE ?? null,
})

function identityOf(company: PvSources['company']): CompanyIdentity {
  return {
    ...placeOf(company),
    NOM: company.NOM,
    SIRET: company.SIRET ?? null,
    TELEPHONE: company.TELEPHONE ?? null,
    MAIL: company.MAIL ?? null,
    COLOR: company.COLOR ?? null,
    MENTIONS_LEGALES: company.MENTIONS_LEGALES ?? null,
    MEDIATEUR: company.MEDIATEUR ?? null,
    ASSURANCE: company.ASSURANCE ?? null,
  }
}

function customerOf({ client, adresse }: PvSources): Customer {
  const place = placeOf(adresse)
  return {
    NOM: client?.NOM ?? '',
    PRENOM: client?.PRENOM ?? null,
    ...place,
    VILLE: place.VILLE ?? client?.VILLE ?? null,
    TELEPHONE: null,
    MAIL: null,
  }
}

/** The content of the PV, except the logo above it and the proof of its signature. Pure. */
export function pvDocument(sources: PvSources, signing: PvSigning): Omit<PvDocument, 'evidence' | 'logo'> {
  const { intervention, devis, chantier, zone } = sources
  return {
    company: identityOf(sources.company),
    client: customerOf(sources),
    chantier: chantier && placeOf(chantier),
    intervention: {
      id: intervention.IDINTERVENTION,
      RDV_OBJET: intervention.RDV_OBJET,
      RDV_DEBUT: intervention.RDV_DEBUT,
      RDV_FIN: intervention.RDV_FIN,
      NUMERO_DEVIS: devis?.NUMERO_DEVIS ?? null,
      travaux: worksOf(devis?.LIGNES ?? []),
    },
    kind: signing.kind,
    RESERVES: signing.RESERVES,
    signature: {
      NOM_SIGNATAIRE: signing.NOM_SIGNATAIRE,
      LE: wallClock(signing.at, zone),
      image: signing.image,
    },
  }
}

/** What somebody signs, to compare: the works, their place, the customer and the reserves. How the company presents itself is no part of it. */
export function signedContent(sources: PvSources, reserves: readonly string[]): string {
  const { client, chantier, intervention } = pvDocument(sources, {
    kind: 'reception',
    RESERVES: [],
    NOM_SIGNATAIRE: '',
    image: new Uint8Array(),
    at: new Date(0),
    signedWith: '',
  })
  return JSON.stringify({ client, chantier, intervention, reserves })
}

/** The signed PV as a PDF, made on this device by the same code as on the server (decisions 19: it is the original). */
export async function makePv(sources: PvSources, signing: PvSigning & Pick<PvDocument, 'logo'>): Promise<Uint8Array> {
  const document = pvDocument(sources, signing)
  const evidence = {
    contentSha256: await sha256Of(new TextEncoder().encode(pvContent(document))),
    signatureSha256: await sha256Of(signing.image),
    signedAt: signing.at.toISOString(),
    signedWith: signing.signedWith,
  }
  return renderPdf({ pv: { ...document, logo: signing.logo, evidence } })
}
