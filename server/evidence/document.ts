import { sql } from 'kysely'
import { conditionsOf, formerConditions } from '../../documents/devis-words.ts'
import type { devis } from '../../schemas/entities/devis.ts'
import type { RecordOf } from '../../schemas/entity.ts'
import { quoteTotals } from '../../schemas/rules/devis.ts'
import type { Tx } from '../plugins/database/database.ts'
import { canonicalJson, type Json, sha256 } from './canonical.ts'
import { evidenceOf } from './chain.ts'

type Devis = Omit<RecordOf<typeof devis>, 'VERSION' | 'RELANCES' | 'SOLDE' | 'MONTANT_CONSERVE'>

/** Changes with the document's form, so that old records are read by the rules of their time. Since 3 the conditions are sealed. */
const FORMAT = 'lolapp-devis-3'
const WITHOUT_CONDITIONS = 'lolapp-devis-2'

export interface Party {
  NOM: string
  ADRESSE: string | null
  CODE_POSTAL: string | null
  VILLE: string | null
}

export interface Parties {
  entreprise: Party & {
    SIRET: string | null
    MENTIONS_LEGALES: string | null
    MEDIATEUR: string | null
    ASSURANCE: string | null
  }
  client: Party & { IDCLIENT: string; PRENOM: string | null }
  chantier: Omit<Party, 'NOM'> | null
}

/** The parties of the quote and the place of the works, as they are now: the document takes a copy of them. */
export async function readParties(tx: Tx, quote: Pick<Devis, 'IDCLIENT' | 'IDPROJET'>): Promise<Parties> {
  const company = sql`current_setting('app.company_id')`
  const { rows: entreprises } = await sql<
    Parties['entreprise']
  >`select "NOM", "ADRESSE", "CODE_POSTAL", "VILLE", "SIRET",
    "MENTIONS_LEGALES", "MEDIATEUR", "ASSURANCE" from company where id = ${company}`.execute(tx)
  const { rows: clients } = await sql<Parties['client']>`select c."IDCLIENT", c."NOM", c."PRENOM",
    a."ADRESSE", a."CODE_POSTAL", coalesce(a."VILLE", c."VILLE") as "VILLE" from client c
    left join adresse a on a.company_id = c.company_id and a."IDADRESSE" = c."IDADRESSE"
    where c.company_id = ${company} and c."IDCLIENT" = ${quote.IDCLIENT}`.execute(tx)
  const { rows: sites } = await sql<NonNullable<Parties['chantier']>>`select a."ADRESSE", a."CODE_POSTAL", a."VILLE"
    from projet p join adresse a on a.company_id = p.company_id and a."IDADRESSE" = p."ADRESSE_CHANTIER"
    where p.company_id = ${company} and p."IDPROJET" = ${quote.IDPROJET}`.execute(tx)
  const [entreprise] = entreprises
  const [client] = clients
  if (!entreprise || !client) throw new Error('A quote without its company or its client')
  return { entreprise, client, chantier: sites[0] ?? null }
}

/** How customers reach the company, as it is now. A document names them in its conditions. */
export async function readContacts(tx: Tx): Promise<{ TELEPHONE: string | null; MAIL: string | null }> {
  const { rows } = await sql<{ TELEPHONE: string | null; MAIL: string | null }>`select "TELEPHONE", "MAIL" from company
    where id = current_setting('app.company_id')`.execute(tx)
  return rows[0] ?? { TELEPHONE: null, MAIL: null }
}

/** The content of the quote itself, which never changes once it is signed (I13). */
export const quoteSays = (quote: Devis): Json => ({
  IDDEVIS: quote.IDDEVIS,
  IDPROJET: quote.IDPROJET,
  IDCLIENT: quote.IDCLIENT,
  NUMERO_DEVIS: quote.NUMERO_DEVIS,
  OBJET: quote.OBJET,
  VARIANTE: quote.VARIANTE ?? null,
  LIGNES: quote.LIGNES as unknown as Json,
  NET_HT: quote.NET_HT,
  TVA: quoteTotals(quote.LIGNES).TVA as unknown as Json,
  PRIX_TTC: quote.PRIX_TTC,
  DATE_EDITION: quote.DATE_EDITION,
  DATE_VALIDITE: quote.DATE_VALIDITE,
})

/** The quote as a document that was sealed before says it: until format 2 documents did not name the variant. */
export function quoteSaysAs(sealed: Readonly<Record<string, Json>>, quote: Devis): Json {
  const { VARIANTE, ...rest } = quoteSays(quote) as Record<string, Json>
  return 'VARIANTE' in sealed ? { ...rest, VARIANTE: VARIANTE ?? null } : rest
}

/** Who signed, when, and with which text: what a signature adds to the document. */
export interface Signature {
  NOM_SIGNATAIRE: string
  DATE_SIGNATURE: string
  CONSENTEMENT: string
}

/** The parties, and the conditions below the amounts (documents/devis-words.ts); absent of what was signed before they were sealed. */
export type Sealed = Parties & { conditions?: readonly string[] | undefined }

/** The document of a quote as canonical JSON; its SHA-256 is what the customer signs. The PDF is made from the same. */
export const documentOf = (quote: Devis, parties: Sealed, signature?: Signature): string =>
  canonicalJson({
    format: parties.conditions ? FORMAT : WITHOUT_CONDITIONS,
    devis: quoteSays(quote),
    ...(parties as unknown as Record<string, Json>),
    signature: signature as unknown as Json | undefined,
  })

export interface ReadDocument {
  parties: Sealed
  /** The company as it is now: a withdrawal is sent to it. */
  company: Parties['entreprise']
  /** For a reader: those of the document, or those of the time of a signature that did not seal them. */
  conditions: readonly string[]
  text: string
  sha256: string
}

/** The document of a quote and its hash; of a signed one what was signed, even if names and addresses have changed since. */
export async function readDocument(tx: Tx, quote: Devis): Promise<ReadDocument> {
  const now = await readParties(tx, quote)
  const isSigned = quote.DEVIS_SIGNE === 1
  const signed = isSigned ? await signedDocument(tx, quote.IDDEVIS) : null
  if (signed !== null) return readSigned(signed, now.entreprise)
  const company = { ...now.entreprise, ...(await readContacts(tx)) }
  const shown = { company, devis: quote, horsEtablissement: true, conditions: null }
  // Without the evidence of its signature nothing says which conditions were signed.
  const conditions = isSigned ? undefined : conditionsOf(shown)
  const parties: Sealed = { ...now, conditions }
  const text = documentOf(quote, parties)
  return {
    parties,
    company: now.entreprise,
    conditions: conditions ?? formerConditions(shown),
    text,
    sha256: sha256(text),
  }
}

function readSigned(text: string, company: Parties['entreprise']): ReadDocument {
  const { devis: said, entreprise, client, chantier, conditions } = JSON.parse(text) as Sealed & { devis: Devis }
  return {
    parties: { entreprise, client, chantier, conditions },
    company,
    conditions: conditions ?? formerConditions({ company: entreprise, devis: said }),
    text,
    sha256: sha256(text),
  }
}

/** The document in the evidence of a quote's signature; null where it has none. */
async function signedDocument(tx: Tx, devisId: string): Promise<string | null> {
  const signature = (await evidenceOf(tx, devisId)).find(({ kind }) => kind === 'signature')
  return signature?.document ?? null
}
