import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { enqueueMessage, type MailPayload } from '../messages/enqueue.ts'
import type { Tx } from '../plugins/database/database.ts'
import { closedAccounts } from '../repositories/closed-accounts.ts'
import { readSmtp } from '../repositories/company-services.ts'
import type { Devis } from './presenters/devis.ts'
import type { Customer } from './repositories/client.ts'

interface Notice {
  /** The same key sends the same message once. */
  key: string
  title: string
  text: string
  /** What the mail has besides its words. */
  more?: Pick<MailPayload, 'attachments' | 'client'>
}

const aboutQuote = (quote: Pick<Devis, 'IDDEVIS'>) => ({ resource: 'devis', id: quote.IDDEVIS })

interface MailedTo {
  app: Pick<FastifyInstance, 'ports'>
  quote: Devis
  customer: Customer
}

/**
 * Mails a dated receipt.
 * @returns false when the customer has no address, or the company no mail server: the message then shows the office that they are to be given it
 */
export async function mailCustomer(
  tx: Tx,
  { app, quote, customer }: MailedTo,
  { key, title, text, more = {} }: Notice,
): Promise<boolean> {
  if (customer.MAIL === null) return false
  const payload = { subject: title, text, ...more }
  const by = `client:${customer.IDCLIENT}`
  const recipient = customer.MAIL
  await enqueueMessage(tx, { channel: 'mail', key: `mail:${key}`, recipient, payload, about: aboutQuote(quote), by })
  return app.ports.mail.sends(await readSmtp(tx))
}

/**
 * Address for a customer's request: the salesperson for a referral; the assistants of the agency for the rest; else any other address of the company. Null
 * when nobody who works here has a mail: a leaver's box is not the company's.
 */
export async function companyMail(tx: Tx, customer: Customer, to: 'sales' | 'agence'): Promise<string | null> {
  const left = await closedAccounts(tx)
  const { rows } = await sql<{ mail: string }>`select "MAIL" as mail from personnel
    where company_id = current_setting('app.company_id') and not deleted and coalesce("MAIL", '') <> ''
      and cardinality("ROLES") > 0 and "IDPERSONNEL" <> all(${left}::text[])
    order by (case when "IDPERSONNEL" = ${customer.IDPERSONNEL} then ${to === 'sales' ? 0 : 2}::integer
        when not (coalesce("IDAGENCE" = ${customer.IDAGENCE}, false) or ${customer.IDAGENCE} = any("AGENCES") or "TOUTES_AGENCES" = 1) then 5
        when 'assistant' = any("ROLES") then 1
        when 'commercial_director' = any("ROLES") then 3 else 4 end), "IDPERSONNEL" limit 1`.execute(tx)
  return rows[0]?.mail ?? null
}
