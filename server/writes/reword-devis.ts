import { sql } from 'kysely'
import { same, type Values } from '../../schemas/merge.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { type Devis, quoteMail, readGroup, readReached, reminderText, shownBy, variantsMail } from './remind-client.ts'
import type { WriteContext } from './write-types.ts'

/** What the messages about a quote say of it. */
const SAID = ['PRIX_TTC', 'DATE_VALIDITE', 'OBJET', 'VARIANTE'] as const

interface Waiting {
  id: string
  key: string
  /** The quote whose link it has. */
  devis: string
  recipient: string
}

/**
 * Writes anew what is still to be sent about a quote, or about its variants, whose price, last day or name this write changes: a message may wait for hours for a
 * mail server, and a transmission of a device without a network arrives before the edits that followed it. What was sent stays as it was.
 */
export async function rewordWaiting(ctx: WriteContext, row: StoredRow, before: Values): Promise<void> {
  if (ctx.mutation.resource !== 'devis' || row.deleted) return
  if (SAID.every((name) => same(before[name] ?? null, row.record[name] ?? null))) return
  for (const message of await waitingOf(ctx, row.record as unknown as Devis)) {
    // The stored row is the one before this write.
    const about = message.devis === row.id ? row : await readRow(ctx.tx, { resource: 'devis', id: message.devis })
    const words = about && (await wordsOf(ctx, { about, written: row.record as unknown as Devis, message }))
    if (!words) continue
    await sql`update message set payload = payload || ${JSON.stringify(words)}::jsonb
      where company_id = current_setting('app.company_id') and id = ${message.id}`.execute(ctx.tx)
  }
}

/** Locked: none of them leaves before this write is over. */
async function waitingOf({ tx }: WriteContext, quote: Devis): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`select id, key, record_id as devis, recipient from message
    where company_id = current_setting('app.company_id') and status = 'queued' and resource = 'devis'
      and key ~ '^(mail|sms):devis_(transmis|relance|variantes):'
      and record_id in (select "IDDEVIS" from devis where company_id = current_setting('app.company_id')
        and "IDPROJET" = ${quote.IDPROJET} and coalesce("GROUPE_VARIANTES", "IDDEVIS") = ${quote.GROUPE_VARIANTES ?? quote.IDDEVIS})
    order by id for update`.execute(tx)
  return rows
}

/** The words for the recipient of before: another address gets its own link when the message leaves (present-recipient.ts). Null where nothing is offered any more: it will not leave. */
async function wordsOf(
  ctx: WriteContext,
  { about: row, written, message }: { about: StoredRow; written: Devis; message: Waiting },
): Promise<{ text: string; subject?: string; html?: string } | null> {
  const quote = row.record as unknown as Devis
  const reached = await readReached(ctx.tx, row)
  const group = await readGroup(ctx.tx, written)
  const about = shownBy(ctx, group)
  if (about.length === 0) return null
  const { key, recipient } = message
  if (key.startsWith('sms:'))
    return { text: reminderText(ctx, { quote, client: { ...reached, PORTABLE: recipient }, about }) }
  const told = { quote, client: { ...reached, MAIL: recipient } }
  if (key.startsWith('mail:devis_variantes:')) return wordsOfMail(await variantsMail(ctx, { ...told, group }))
  if (key.startsWith('mail:devis_relance:'))
    return wordsOfMail(await quoteMail(ctx, { ...told, code: 'devis_relance', about }))
  return wordsOfMail(await quoteMail(ctx, { ...told, code: 'devis_transmis' }))
}

const wordsOfMail = ({ subject, text, html }: Awaited<ReturnType<typeof quoteMail>>) => ({ subject, text, html })
