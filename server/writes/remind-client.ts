import { sql } from 'kysely'
import { frenchDate, today } from '../../schemas/dates.ts'
import { notFound, validationError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import type { AskedRelance, Relance } from '../../schemas/rules/relance.ts'
import { inTime, relanceRefusal } from '../../schemas/rules/relances.ts'
import { phoneDigits } from '../../schemas/search.ts'
import { euros } from '../evidence/consent.ts'
import { type MailCode, renderTemplate } from '../mail-templates/render-template.ts'
import { enqueueMessage } from '../messages/enqueue.ts'
import { holdToSmsLimits } from '../messages/sms-limits.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { isOtherSigned } from '../repositories/signed-devis.ts'
import type { Devis as Quote } from '../space/presenters/devis.ts'
import type { WriteContext } from './write-types.ts'

type Devis = Quote & { RELANCES: Relance[] }

interface Reached {
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

async function readReached(tx: Tx, quote: Devis): Promise<Reached> {
  const { rows } = await sql<Reached>`select c."NOM", c."PRENOM", c."MAIL", c."PORTABLE", c."TELEPHONE",
      p."NOM_COMPLET" as commercial, e."NOM" as entreprise, e.id as "companyId", e.key as "companyKey"
    from client c join company e on e.id = c.company_id
    left join personnel p on p.company_id = c.company_id and p."IDPERSONNEL" = ${quote.IDRESPONSABLEPROJET}
    where c.company_id = current_setting('app.company_id') and c."IDCLIENT" = ${quote.IDCLIENT} and not c.deleted`.execute(
    tx,
  )
  const [reached] = rows
  if (!reached) throw notFound()
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
  const client = await readReached(ctx.tx, quote)
  const otherSigned = await isOtherSigned(ctx.tx, quote.IDDEVIS)
  const refusal = relanceRefusal(one.CANAL, { devis: quote, client, day: today(ctx.zone, ctx.now), otherSigned })
  if (refusal !== null) throw validationError({ RELANCES: [refusal] }, refusal)
  const now = ctx.now.toISOString()
  const LE = one.LE !== undefined && one.LE < now ? one.LE : now
  return inTime([...quote.RELANCES, { id: one.id, LE, CANAL: one.CANAL, IDPERSONNEL: ctx.actor.staff.id }])
}

/**
 * The customer receives the quote itself when it is transmitted, and when it is proposed again after another one was signed; not when it arrives from a
 * device that had no network while they signed that other one.
 */
export async function tellOfTransmission(ctx: WriteContext, row: StoredRow, before: Values): Promise<void> {
  const quote = row.record as unknown as Devis
  const { IDDEVIS, DATE_TRANSMISSION } = quote
  if (before.DATE_TRANSMISSION === DATE_TRANSMISSION || (await isOtherSigned(ctx.tx, IDDEVIS, DATE_TRANSMISSION)))
    return
  const client = await readReached(ctx.tx, quote)
  const key = before.DATE_TRANSMISSION === null ? IDDEVIS : `${IDDEVIS}:${DATE_TRANSMISSION}`
  if (client.MAIL) await sendMail(ctx, { quote, client, code: 'devis_transmis', key })
}

/** The customer receives the reminder that was added. */
export async function tellOfReminder(ctx: WriteContext, row: StoredRow, before: Values): Promise<void> {
  const quote = row.record as unknown as Devis
  const known = new Set((before.RELANCES as Relance[]).map(({ id }) => id))
  for (const { id, CANAL } of quote.RELANCES.filter((one) => !known.has(one.id))) {
    const client = await readReached(ctx.tx, quote)
    if (CANAL === 'mail') await sendMail(ctx, { quote, client, code: 'devis_relance', key: id })
    if (CANAL === 'sms') await sendSms(ctx, { quote, client, key: id })
  }
}

interface Telling {
  quote: Devis
  client: Reached
  key: string
}

const linkOf = (ctx: WriteContext, { quote, client }: Telling): string =>
  ctx.publicUrl({ id: client.companyId, key: client.companyKey }, quote)

async function sendMail(ctx: WriteContext, telling: Telling & { code: MailCode }): Promise<void> {
  const { quote, client, code, key } = telling
  const { subject, text, html } = await renderTemplate(ctx.tx, {
    code,
    variables: {
      client: [client.PRENOM, client.NOM].filter(Boolean).join(' '),
      numero: quote.NUMERO_DEVIS ?? '',
      objet: quote.OBJET ?? '',
      montant: euros(quote.PRIX_TTC),
      validite: frenchDate(quote.DATE_VALIDITE ?? ''),
      lien: linkOf(ctx, telling),
      commercial: client.commercial ?? client.entreprise,
    },
  })
  await enqueueMessage(ctx.tx, {
    channel: 'mail',
    key: `mail:${code}:${key}`,
    recipient: client.MAIL ?? '',
    payload: { subject, text, html },
    about: { resource: 'devis', id: quote.IDDEVIS },
    by: ctx.actor.account,
  })
}

async function sendSms(ctx: WriteContext, telling: Telling): Promise<void> {
  const { quote, client, key } = telling
  const { companyId, account } = ctx.actor
  const recipient = phoneDigits(client.PORTABLE ?? '')
  await holdToSmsLimits(ctx.tx, { companyId, account, recipient })
  const until = quote.DATE_VALIDITE === null ? '' : ` jusqu'au ${frenchDate(quote.DATE_VALIDITE)}`
  const text = `Votre devis ${quote.NUMERO_DEVIS ?? ''} de ${euros(quote.PRIX_TTC)} TTC vous attend${until} : ${linkOf(ctx, telling)} ${client.commercial ?? ''}, ${client.entreprise}`
  await enqueueMessage(ctx.tx, {
    channel: 'sms',
    key: `sms:devis_relance:${key}`,
    recipient,
    payload: { text },
    about: { resource: 'devis', id: quote.IDDEVIS },
    by: account,
  })
}
