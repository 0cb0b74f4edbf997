import { sql } from 'kysely'
import { today } from '../../../schemas/dates.ts'
import { notFound } from '../../../schemas/errors.ts'
import { isLinkable } from '../../../schemas/rules/devis.ts'
import { groupOf } from '../../../schemas/rules/variants.ts'
import type { ClientActor } from '../../actor.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { otherSigned } from '../../repositories/signed-devis.ts'
import { projectStopped } from '../../repositories/stopped-project.ts'
import type { Devis } from '../presenters/devis.ts'

const COLUMNS = [
  'IDDEVIS',
  'IDPROJET',
  'IDCLIENT',
  'NUMERO_DEVIS',
  'OBJET',
  'GROUPE_VARIANTES',
  'VARIANTE',
  'LIGNES',
  'NET_HT',
  'PRIX_TTC',
  'DATE_EDITION',
  'DATE_VALIDITE',
  'IDRESPONSABLEPROJET',
  'DATE_CREATION',
  'DATE_TRANSMISSION',
  'DATE_CONSULTATION',
  'DATE_SIGNATURE',
  'DATE_REFUSE',
  'DEVIS_SIGNE',
  'REFUSE',
  'MONTANT_CONSERVE',
] as const

/** Whether a customer may see a quote: drafts stay in the company. */
export const wasGiven = (row: Pick<Devis, 'DATE_TRANSMISSION' | 'DEVIS_SIGNE'>): boolean =>
  row.DATE_TRANSMISSION !== null || row.DEVIS_SIGNE === 1

/**
 * Its project leads (MERGE-10): a quote that a former version left with another client is nobody's to read and to answer. What a client has signed stays
 * theirs.
 */
const ofItsProject = sql<boolean>`("DEVIS_SIGNE" = 1 or exists (select 1 from projet where projet.company_id = devis.company_id
  and projet."IDPROJET" = devis."IDPROJET" and projet."IDCLIENT" = devis."IDCLIENT"))`

const cancelledByStaff = sql<boolean>`("DEVIS_SIGNE" = 1 and "REFUSE" = 1 and exists (select 1 from devis_evidence ended
  where ended.company_id = devis.company_id and ended.devis_id = devis."IDDEVIS"
    and ended.kind in ('withdrawal_letter', 'cancellation')))`

const givenTo = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('devis')
    .select(COLUMNS)
    .select([otherSigned().as('AUTRE_SIGNE'), projectStopped.as('ARRETE'), cancelledByStaff.as('ANNULE')])
    .where('IDCLIENT', '=', clientId)
    .where(ofItsProject)
    .where('deleted', '=', false)
    .where(sql<boolean>`("DATE_TRANSMISSION" is not null or "DEVIS_SIGNE" = 1)`)

/** The quotes that were given to a customer, newest first. */
export const readQuotes = (tx: Tx, clientId: string, which?: 'pending' | 'orders'): Promise<Devis[]> => {
  let query = givenTo(tx, clientId)
  if (which === 'pending')
    query = query
      .where('DEVIS_SIGNE', '=', 0)
      .where('REFUSE', '=', 0)
      .where(sql<boolean>`not ${otherSigned()} and not ${projectStopped}`)
  if (which === 'orders') query = query.where('DEVIS_SIGNE', '=', 1)
  return query.orderBy('DATE_CREATION', 'desc').orderBy('IDDEVIS').execute()
}

/** The quote of a public link; null once the link opens nothing. @param limitedTo what its session is limited to */
const linked = async (tx: Tx, clientId: string, limitedTo: string): Promise<Devis | null> =>
  (await givenTo(tx, clientId)
    .where('IDDEVIS', '=', limitedTo.replace(/^devis:/, ''))
    .executeTakeFirst()) ?? null

const groupIn = (tx: Tx, clientId: string, quote: Pick<Devis, 'IDDEVIS' | 'IDPROJET' | 'GROUPE_VARIANTES'>) =>
  givenTo(tx, clientId)
    .where('IDPROJET', '=', quote.IDPROJET)
    .where(sql<boolean>`coalesce("GROUPE_VARIANTES", "IDDEVIS") = ${quote.GROUPE_VARIANTES ?? quote.IDDEVIS}`)
    .orderBy('DATE_CREATION')
    .orderBy('IDDEVIS')
    .execute()

/**
 * Whether the link to this quote opens anything: while the quote is public and valid, or, where it was refused, while a variant of it still waits for an answer:
 * who refuses one has not chosen yet. @param day the company's day
 */
export async function linkOpens(tx: Tx, quote: Devis, day: string): Promise<boolean> {
  if (isLinkable(quote, day)) return true
  if (quote.REFUSE !== 1 || quote.DEVIS_SIGNE === 1 || quote.DATE_TRANSMISSION === null) return false
  return (await groupIn(tx, quote.IDCLIENT, quote)).some((one) => isLinkable(one, day) && !one.AUTRE_SIGNE)
}

/** The quote of this session's link, where `row` is that quote or a variant of it; `row` itself in the customer's own space, which is limited to no link. */
async function linkOf(tx: Tx, actor: ClientActor, row: Devis): Promise<Devis | null> {
  if (actor.limitedTo === null || actor.limitedTo === `devis:${row.IDDEVIS}`) return row
  const link = await linked(tx, actor.id, actor.limitedTo)
  return link && groupOf(link) === groupOf(row) ? link : null
}

/**
 * Whether this session may read this quote: its customer, once it was given to them; a session of a public link reads that quote and its variants alone, and
 * only while they are public and valid. The quote of the link that was refused is read too, beside the variants that are still to choose from.
 */
async function mayRead(tx: Tx, actor: ClientActor, row: Devis): Promise<boolean> {
  if (row.IDCLIENT !== actor.id || !wasGiven(row)) return false
  if (actor.limitedTo === null) return true
  const link = await linkOf(tx, actor, row)
  if (link === null) return false
  const { FUSEAU } = await tx
    .selectFrom('company')
    .select('FUSEAU')
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow()
  const day = today(FUSEAU)
  return (link === row || isLinkable(row, day)) && (await linkOpens(tx, link, day))
}

/** The variants of a quote that this session may read, itself included, in the order in which they were made. */
export async function readVariants(tx: Tx, actor: ClientActor, quote: Devis): Promise<Devis[]> {
  const group = await groupIn(tx, actor.id, quote)
  const readable: Devis[] = []
  for (const one of group) if (await mayRead(tx, actor, one)) readable.push(one)
  return readable
}

/** @throws AppError NOT_FOUND for somebody else's quote, a draft, or another quote than the link's */
export async function readQuote(tx: Tx, actor: ClientActor, id: string): Promise<Devis> {
  const row = await givenTo(tx, actor.id).where('IDDEVIS', '=', id).executeTakeFirst()
  if (!row || !(await mayRead(tx, actor, row))) throw notFound()
  return row
}

/**
 * As `readQuote`, for whoever signs: a session of a link still reads its quote, or the variant of it, once that is signed, because the answer to the signature
 * may have been lost, and whoever signs again must learn that it was done.
 * @throws AppError NOT_FOUND
 */
export async function readQuoteToSign(tx: Tx, actor: ClientActor, id: string): Promise<Devis> {
  const row = await givenTo(tx, actor.id).where('IDDEVIS', '=', id).executeTakeFirst()
  if (row?.DEVIS_SIGNE === 1 && (await linkOf(tx, actor, row))) return row
  if (!row || !(await mayRead(tx, actor, row))) throw notFound()
  return row
}
