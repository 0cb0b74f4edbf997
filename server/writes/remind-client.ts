import { sql } from 'kysely'
import { frenchDate, today } from '../../schemas/dates.ts'
import { notFound, validationError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { canGetCode } from '../../schemas/rules/code-number.ts'
import type { AskedRelance, Relance } from '../../schemas/rules/relance.ts'
import { inTime, relanceRefusal } from '../../schemas/rules/relances.ts'
import { groupOf } from '../../schemas/rules/variants.ts'
import { phoneDigits } from '../../schemas/search.ts'
import { euros } from '../evidence/consent.ts'
import type { RenderedMail } from '../mail-templates/render.ts'
import { type MailCode, renderTemplate } from '../mail-templates/render-template.ts'
import { enqueueMessage, rewordQueued } from '../messages/enqueue.ts'
import { waited, waitedMark } from '../messages/night.ts'
import { holdToSmsLimits } from '../messages/sms-limits.ts'
import { repOf } from '../notices/events.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Services } from '../ports/delivery.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { isOtherSigned } from '../repositories/signed-devis.ts'
import { isProjectStopped } from '../repositories/stopped-project.ts'
import type { Devis as Quote } from '../space/presenters/devis.ts'
import { isErased } from './erased.ts'
import { actEntry, noteInJournal } from './note-in-journal.ts'
import { saidTime } from './said-time.ts'
import type { PublicUrl, WriteContext } from './write-types.ts'

export type Devis = Quote & { RELANCES: Relance[] }

interface Reached extends Services, Pick<StoredRow, 'deleted' | 'stamps'> {
  NOM: string
  PRENOM: string | null
  MAIL: string | null
  PORTABLE: string | null
  TELEPHONE: string | null
  commercial: string | null
  entreprise: string
  companyId: string
  companyKey: string
}

export async function readReached(tx: Tx, { record, viewers }: StoredRow): Promise<Reached> {
  const quote = record as unknown as Devis
  // Whoever left signs no mail, nor who may not see the quote: the customer would answer them.
  const [rep = null] = await repOf(tx, record, viewers)
  const { rows } = await sql<Reached>`select c."NOM", c."PRENOM", c."MAIL", c."PORTABLE", c."TELEPHONE",
      c.deleted, c.stamps, p."NOM_COMPLET" as commercial, e."NOM" as entreprise,
      e.id as "companyId", e.key as "companyKey", e."SMTP", e."SMS_CLE"
    from client c join company e on e.id = c.company_id
    left join personnel p on p.company_id = c.company_id and p."IDPERSONNEL" = ${rep}
    where c.company_id = current_setting('app.company_id') and c."IDCLIENT" = ${quote.IDCLIENT}`.execute(tx)
  const [reached] = rows
  // A client who was deleted with their project, by somebody who did not know of this write: it restores both (MERGE-7).
  if (!reached || isErased(reached)) throw notFound()
  return reached
}

/**
 * The quote's reminders with the requested one: the last of the list, unless it is there already. The device's own time counts when it is past (it may have
 * been offline for days).
 * @throws AppError VALIDATION_ERROR with the reason why this customer cannot be reminded that way
 */
export async function withReminder(
  ctx: WriteContext,
  row: StoredRow,
  asked: readonly AskedRelance[],
): Promise<Relance[]> {
  const quote = row.record as unknown as Devis
  const one = asked.at(-1)
  if (!one || quote.RELANCES.some(({ id }) => id === one.id)) return quote.RELANCES
  const client = await readReached(ctx.tx, row)
  const otherSigned = await isOtherSigned(ctx.tx, quote.IDDEVIS)
  const stopped = await isProjectStopped(ctx.tx, quote.IDDEVIS)
  const around = { devis: quote, client, day: today(ctx.zone, ctx.now), otherSigned, stopped }
  const refusal = relanceRefusal(one.CANAL, around)
  if (refusal !== null) throw validationError({ RELANCES: [refusal] }, refusal)
  const LE = saidTime(ctx, one.LE)
  return inTime([...quote.RELANCES, { id: one.id, LE, CANAL: one.CANAL, IDPERSONNEL: ctx.actor.staff.id }])
}

/**
 * The customer receives the quote itself when it is transmitted, and when it is proposed again after another one was signed; not when it arrives from a
 * device that had no network while they signed that other one, nor by a company without a mail server. The journal of the project keeps it.
 */
export async function tellOfTransmission(ctx: WriteContext, row: StoredRow, before: Values): Promise<void> {
  const quote = row.record as unknown as Devis
  const { IDDEVIS, DATE_TRANSMISSION } = quote
  if (before.DATE_TRANSMISSION === DATE_TRANSMISSION || (await isOtherSigned(ctx.tx, IDDEVIS, DATE_TRANSMISSION)))
    return
  const client = await readReached(ctx.tx, row)
  const byMail = client.MAIL !== null && client.MAIL !== '' && ctx.canaux(client).includes('mail')
  const entry = await actEntry(ctx, {
    GENRE: byMail ? 'message' : 'evenement',
    RESULTAT: `Devis ${quote.NUMERO_DEVIS ?? ''} transmis${byMail ? ' par mail' : ''}`,
  })
  await noteInJournal(ctx, quote.IDPROJET, entry)
  if (!byMail) return
  const key = before.DATE_TRANSMISSION === null ? IDDEVIS : `${IDDEVIS}:${DATE_TRANSMISSION}`
  const group = await readGroup(ctx.tx, quote)
  const asked = DATE_TRANSMISSION ?? ''
  if (group.length < 2) await sendMail(ctx, { quote, client, code: 'devis_transmis', key, asked })
  else await mailVariants(ctx, { quote, client, key, group })
}

/** The customer receives the reminder that was added, and the journal of the project keeps it. */
export async function tellOfReminder(ctx: WriteContext, row: StoredRow, before: Values): Promise<void> {
  const quote = row.record as unknown as Devis
  const known = new Set((before.RELANCES as Relance[]).map(({ id }) => id))
  for (const { id, CANAL, LE } of quote.RELANCES.filter((one) => !known.has(one.id))) {
    const client = await readReached(ctx.tx, row)
    await noteInJournal(ctx, quote.IDPROJET, await reminderEntry(ctx, quote, { id, CANAL, LE }))
    // One reminder is for all variants: its link shows them side by side.
    const about = shownBy(ctx, await readGroup(ctx.tx, quote))
    const late = waited(LE, ctx.now)
    if (CANAL === 'mail') await sendMail(ctx, { quote, client, code: 'devis_relance', key: id, about, late, asked: LE })
    if (CANAL === 'sms') await sendSms(ctx, { quote, client, key: id, about, late, asked: LE })
  }
}

const BY = { mail: ' par mail', sms: ' par SMS', telephone: ' par téléphone' } as const

const reminderEntry = (ctx: WriteContext, quote: Devis, { id, CANAL, LE }: Omit<Relance, 'IDPERSONNEL'>) =>
  actEntry(ctx, {
    id,
    at: LE,
    GENRE: CANAL === 'telephone' ? 'appel' : 'message',
    RESULTAT: `Devis ${quote.NUMERO_DEVIS ?? ''} relancé${BY[CANAL]}`,
  })

interface Told {
  quote: Devis
  client: Reached
}

interface Telling extends Told {
  key: string
}

/** The quote and its variants that wait for an answer, drafts too, in the order in which they were made. */
export async function readGroup(tx: Tx, quote: Devis): Promise<Variant[]> {
  const { rows } = await sql<Variant>`select "IDDEVIS", "NUMERO_DEVIS", "VARIANTE", "PRIX_TTC", "DATE_TRANSMISSION",
      "DATE_VALIDITE" from devis
    where company_id = current_setting('app.company_id') and "IDPROJET" = ${quote.IDPROJET} and not deleted
      and "DEVIS_SIGNE" = 0 and "REFUSE" = 0
      and coalesce("GROUPE_VARIANTES", "IDDEVIS") = ${quote.GROUPE_VARIANTES ?? quote.IDDEVIS}
    order by "DATE_CREATION", "IDDEVIS"`.execute(tx)
  // The stored row is the one before this write.
  const { VARIANTE, PRIX_TTC, DATE_TRANSMISSION, DATE_VALIDITE } = quote
  const written = { VARIANTE, PRIX_TTC, DATE_TRANSMISSION, DATE_VALIDITE }
  return rows.map((one) => (one.IDDEVIS === quote.IDDEVIS ? { ...one, ...written } : one))
}

type Variant = Pick<Devis, 'IDDEVIS' | 'NUMERO_DEVIS' | 'VARIANTE' | 'PRIX_TTC' | 'DATE_TRANSMISSION' | 'DATE_VALIDITE'>

/** Those of a group that the link shows: given and still valid. */
export const shownBy = (ctx: WriteContext, group: readonly Variant[]): Variant[] => {
  const day = today(ctx.zone, ctx.now)
  return group.filter((one) => one.DATE_TRANSMISSION !== null && (one.DATE_VALIDITE ?? day).slice(0, day.length) >= day)
}

/**
 * Variants that are sent together arrive one after the other, each by its own call: the mail waits for the others, and each of them adds itself to the one
 * that waits. What was sent already is not changed: then another mail has them all.
 */
const OTHERS_SECONDS = 30

/**
 * Seconds that a message waits which a device without a network asked for: the edits that follow it in its outbox arrive after it, and are in its words then
 * (reword-devis.ts). @param asked when the device asked for it, ISO 8601
 */
const behindSeconds = (asked: string, now: Date): number =>
  Date.parse(asked) < now.getTime() - OTHERS_SECONDS * 1000 ? OTHERS_SECONDS : 0

async function mailVariants(ctx: WriteContext, telling: Telling & { group: readonly Variant[] }): Promise<void> {
  const { quote, client, key } = telling
  const { subject, text, html } = await variantsMail(ctx, telling)
  const payload = { subject, text, html, client: quote.IDCLIENT, devis: quote.IDDEVIS }
  // With its project: a body may name any group, and the mail of another customer is not this one's to change.
  const prefix = `mail:devis_variantes:${groupOf(quote)}:`
  const recipient = client.MAIL ?? ''
  if (await rewordQueued(ctx.tx, { prefix, payload, recipient })) return
  await enqueueMessage(ctx.tx, {
    channel: 'mail',
    key: `${prefix}${key}`,
    recipient,
    payload,
    about: { resource: 'devis', id: quote.IDDEVIS },
    by: ctx.actor.account,
    afterSeconds: OTHERS_SECONDS,
  })
}

export async function variantsMail(
  ctx: WriteContext,
  telling: Told & { group: readonly Variant[] },
): Promise<RenderedMail> {
  const { quote, client } = telling
  const given = shownBy(ctx, telling.group)
  if (given.length < 2) return quoteMail(ctx, { ...telling, code: 'devis_transmis' })
  const name = (one: Variant, at: number): string => one.VARIANTE?.trim() || `Proposition ${at + 1}`
  return renderTemplate(ctx.tx, {
    code: 'devis_variantes',
    variables: {
      client: fullName(client),
      objet: quote.OBJET ?? '',
      nombre: String(given.length),
      variantes: given
        .map((one, at) => `${name(one, at)} : ${euros(one.PRIX_TTC)} TTC (devis ${one.NUMERO_DEVIS ?? ''})`)
        .join('\n'),
      lien: linkOf(ctx, telling, { mail: client.MAIL ?? '' }),
      signer: maySign(ctx, client) ? ' et signez celle qui vous convient' : '',
      commercial: client.commercial ?? client.entreprise,
    },
  })
}

/** A quote is signed online by a code, which needs the company's SMS and a mobile. */
const maySign = (ctx: WriteContext, client: Reached): boolean =>
  ctx.canaux(client).includes('sms') && canGetCode(client)

const linkOf = (ctx: WriteContext, { quote, client }: Told, sentTo: Parameters<PublicUrl>[1]['sentTo']): string =>
  ctx.publicUrl({ id: client.companyId, key: client.companyKey }, { ...quote, sentTo })

const fullName = ({ PRENOM, NOM }: Reached): string => [PRENOM, NOM].filter(Boolean).join(' ')

/** The numbers, the amounts and the last common day of what a message is about: the quote, or all of its variants. */
function saidOf(quotes: readonly Variant[]): { numero: string; montant: string; validite: string } {
  const days = quotes.flatMap((one) => (one.DATE_VALIDITE === null ? [] : [one.DATE_VALIDITE])).sort()
  return {
    numero: quotes.map((one) => one.NUMERO_DEVIS ?? '').join(' ou '),
    montant: quotes.map((one) => euros(one.PRIX_TTC)).join(' ou '),
    validite: frenchDate(days[0] ?? ''),
  }
}

export const quoteMail = (
  ctx: WriteContext,
  telling: Told & { code: MailCode; about?: readonly Variant[] },
): Promise<RenderedMail> => {
  const { quote, client, code, about = [quote] } = telling
  return renderTemplate(ctx.tx, {
    code,
    variables: {
      client: fullName(client),
      ...saidOf(about),
      objet: quote.OBJET ?? '',
      lien: linkOf(ctx, telling, { mail: client.MAIL ?? '' }),
      signer: maySign(ctx, client) ? ' et le signer' : '',
      commercial: client.commercial ?? client.entreprise,
    },
  })
}

async function sendMail(
  ctx: WriteContext,
  telling: Telling & { code: MailCode; about?: readonly Variant[]; late?: boolean; asked: string },
): Promise<void> {
  const { quote, client, code, key, late, asked } = telling
  const { subject, text, html } = await quoteMail(ctx, telling)
  await enqueueMessage(ctx.tx, {
    channel: 'mail',
    key: `mail:${code}:${key}`,
    recipient: client.MAIL ?? '',
    payload: { subject, text, html, client: quote.IDCLIENT, devis: quote.IDDEVIS, ...waitedMark(late) },
    about: { resource: 'devis', id: quote.IDDEVIS },
    by: ctx.actor.account,
    afterSeconds: behindSeconds(asked, ctx.now),
  })
}

async function sendSms(
  ctx: WriteContext,
  telling: Telling & { about: readonly Variant[]; late: boolean; asked: string },
): Promise<void> {
  const { quote, client, key, late, asked } = telling
  const { companyId, account } = ctx.actor
  const recipient = phoneDigits(client.PORTABLE ?? '')
  await holdToSmsLimits(ctx.tx, { companyId, account, recipient })
  const text = reminderText(ctx, telling)
  await enqueueMessage(ctx.tx, {
    channel: 'sms',
    key: `sms:devis_relance:${key}`,
    recipient,
    payload: { text, client: quote.IDCLIENT, devis: quote.IDDEVIS, ...waitedMark(late) },
    about: { resource: 'devis', id: quote.IDDEVIS },
    by: account,
    afterSeconds: behindSeconds(asked, ctx.now),
  })
}

/** The words of a reminder by SMS. */
export function reminderText(ctx: WriteContext, telling: Told & { about: readonly Variant[] }): string {
  const { client, about } = telling
  const { numero, montant, validite } = saidOf(about)
  const until = validite === '' ? '' : ` jusqu'au ${validite}`
  const link = linkOf(ctx, telling, { sms: phoneDigits(client.PORTABLE ?? '') })
  return `Votre devis ${numero} de ${montant} TTC vous attend${until} : ${link} ${client.commercial ?? ''}, ${client.entreprise}`
}
