import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** What a company's row holds of its services: mail server, SMS account, legacy system. Secrets are sealed. */

/** Host, port and login of a mail server. */
export interface Smtp {
  host: string
  port: number
  secure: boolean
  user: string | null
  /** Sealed. */
  password: string | null
}

export interface SmtpRow {
  id: string
  NOM: string
  SMTP: Smtp | null
  MAIL_EXPEDITEUR: string | null
}

/** The mail server of the transaction's company. @param lock for an update */
export async function readSmtp(tx: Tx, lock = false): Promise<SmtpRow> {
  const { rows } = await sql<SmtpRow>`select id, "NOM", "SMTP", "MAIL_EXPEDITEUR" from company
    where id = current_setting('app.company_id') ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0] as SmtpRow
}

/** Mail servers of all companies, by name; on the platform. */
export async function smtpRows(tx: Tx): Promise<SmtpRow[]> {
  const { rows } =
    await sql<SmtpRow>`select id, "NOM", "SMTP", "MAIL_EXPEDITEUR" from company order by "NOM", id`.execute(tx)
  return rows
}

export async function writeSmtp(
  tx: Tx,
  { SMTP, MAIL_EXPEDITEUR }: { SMTP: Smtp; MAIL_EXPEDITEUR: string | null },
): Promise<void> {
  await sql`update company set "SMTP" = ${JSON.stringify(SMTP)}, "MAIL_EXPEDITEUR" = ${MAIL_EXPEDITEUR}
    where id = current_setting('app.company_id')`.execute(tx)
}

/** From now on the platform's mail server sends the company's mails; its sender's address stays. */
export async function removeSmtp(tx: Tx): Promise<void> {
  await sql`update company set "SMTP" = null where id = current_setting('app.company_id')`.execute(tx)
}

/** `SMS_CLE` is sealed; null: the platform's account. */
export interface SmsSettings {
  SMS_EXPEDITEUR: string | null
  SMS_CLE: string | null
}

export const readSms = (tx: Tx, companyId: string): Promise<SmsSettings> =>
  tx.selectFrom('company').select(['SMS_EXPEDITEUR', 'SMS_CLE']).where('id', '=', companyId).executeTakeFirstOrThrow()

/** @param changes one setting at least */
export async function writeSms(tx: Tx, companyId: string, changes: Partial<SmsSettings>): Promise<void> {
  await tx.updateTable('company').set(changes).where('id', '=', companyId).execute()
}

/** The sealed key of the legacy system's login tokens; null without one, and for an unknown company. */
export async function readLolaKey(tx: Tx, companyId: string): Promise<string | null> {
  const row = await tx.selectFrom('company').select('CLE_LOLA').where('id', '=', companyId).executeTakeFirst()
  return row?.CLE_LOLA || null
}

/** The address of the company's legacy system; null when it has none. */
export async function readLegacy(tx: Tx, companyId: string): Promise<{ key: string; url: string } | null> {
  const company = await tx
    .selectFrom('company')
    .select(['key', 'WEBSERVICE_SERVER'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  const url = company?.WEBSERVICE_SERVER?.url
  return company && url ? { key: company.key, url } : null
}
