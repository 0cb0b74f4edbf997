import { sql } from 'kysely'
import { formerConditions, type QuoteDocument } from '../../documents/devis-words.ts'
import type { CompanyIdentity } from '../../documents/parties.ts'
import { DEFAULT_ZONE, wallClock } from '../../schemas/dates.ts'
import { logoOf } from '../companies/pictures.ts'
import { evidenceOf } from '../evidence/chain.ts'
import { type Parties, readParties, type Sealed } from '../evidence/document.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import { shownColor } from '../repositories/assets.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { render } from './render.ts'

type Quote = QuoteDocument['devis'] & { IDDEVIS: string; IDPROJET: string; IDCLIENT: string }

/** The document in a signature's evidence (server/evidence): the quote and its parties as they were. */
type Signed = Sealed & { devis: Omit<Quote, 'DATE_CREATION'> }

interface Facts {
  at?: string
  signataire?: string
  client?: { nom?: string; telephone?: string }
  requete?: { ip?: string; navigateur?: string | null; appareil?: string | null }
  code?: { envoye?: string | null; verifie?: string | null }
  consentement?: { texte?: string }
}

interface Dress {
  COLOR: string | null
  TELEPHONE: string | null
  MAIL: string | null
  zone: string
  logo: Uint8Array | null
}

/** The company's colour, telephone and mail for the page; the rest is the quote's content. */
export async function looksOf(tx: Tx): Promise<Omit<Dress, 'logo'>> {
  const { rows } = await sql<Omit<Dress, 'logo'>>`
    select ${shownColor('company')} as "COLOR", "TELEPHONE", "MAIL", "FUSEAU" as zone from company where id = current_setting('app.company_id')`.execute(
    tx,
  )
  return rows[0] ?? { COLOR: null, TELEPHONE: null, MAIL: null, zone: DEFAULT_ZONE }
}

/** The same with its logo. */
export const dressOf = async (tx: Tx): Promise<Dress> => ({ ...(await looksOf(tx)), logo: await logoOf(tx) })

export const identityOf = (
  { entreprise }: Parties,
  { COLOR, TELEPHONE, MAIL }: Pick<Dress, 'COLOR' | 'TELEPHONE' | 'MAIL'>,
): CompanyIdentity => ({ ...entreprise, COLOR, TELEPHONE, MAIL })

export const customerOf = ({ client }: Parties): QuoteDocument['client'] => ({ ...client, TELEPHONE: null, MAIL: null })

/** Everything that a PDF of the quote is made of, read in the caller's transaction; `renderQuotePdf` makes the PDF outside of it. */
export async function readQuotePdf(tx: Tx, row: Pick<StoredRow, 'record'>): Promise<QuoteDocument> {
  const quote = row.record as unknown as Quote & { DEVIS_SIGNE: 0 | 1 }
  const dress = await dressOf(tx)
  const proof =
    quote.DEVIS_SIGNE === 1 ? (await evidenceOf(tx, quote.IDDEVIS)).find((one) => one.kind === 'signature') : undefined
  // A signed quote shows what was signed, even if addresses and names have changed since.
  const signed = proof ? (JSON.parse(proof.document) as Signed) : null
  const parties = signed ?? (await readParties(tx, quote))
  const facts = proof ? (JSON.parse(proof.record) as Facts) : null
  return {
    company: identityOf(parties, dress),
    logo: dress.logo,
    client: customerOf(parties),
    chantier: parties.chantier,
    devis: { ...quote, ...signed?.devis, DATE_CREATION: quote.DATE_CREATION },
    horsEtablissement: true,
    conditions:
      quote.DEVIS_SIGNE === 1
        ? (signed?.conditions ?? formerConditions({ company: parties.entreprise, devis: signed?.devis ?? quote }))
        : null,
    signature:
      proof && facts
        ? {
            NOM_SIGNATAIRE: facts.signataire ?? '',
            LE: facts.at ? wallClock(new Date(facts.at), dress.zone) : '',
            image: null,
            proof: [
              ['Preuve', `n° ${proof.number}`],
              ['Signataire', facts.signataire ?? ''],
              ['Client', facts.client?.nom ?? ''],
              ['Téléphone', facts.client?.telephone ?? ''],
              ['Signé le (UTC)', facts.at ?? ''],
              ['Code envoyé le (UTC)', facts.code?.envoye ?? ''],
              ['Code vérifié le (UTC)', facts.code?.verifie ?? ''],
              ['Adresse IP', facts.requete?.ip ?? ''],
              ['Navigateur', facts.requete?.navigateur ?? ''],
              ['Appareil', facts.requete?.appareil ?? ''],
              ['Consentement', facts.consentement?.texte ?? ''],
              ['SHA-256 de la preuve', proof.hash],
              ['SHA-256 de la précédente', proof.previous_hash],
            ],
          }
        : null,
  }
}

/** The PDF of a quote: the same bytes each time, for staff and customer. */
export const renderQuotePdf = (document: QuoteDocument): Promise<Uint8Array> => render({ quote: document })

/** The contract that a customer receives by mail. @throws Error for a quote that is not there, or not signed */
export async function signedQuotePdf(db: Database, companyId: string, id: string): Promise<Uint8Array> {
  const document = await db.inTenant(companyId, async (tx) => {
    const row = await readRow(tx, { resource: 'devis', id })
    return row && readQuotePdf(tx, row)
  })
  if (!document?.signature) throw new Error('This quote is not a contract')
  return renderQuotePdf(document)
}

export const quoteFileName = ({ devis }: QuoteDocument): string => `Devis ${devis.NUMERO_DEVIS ?? ''}`.trim()
