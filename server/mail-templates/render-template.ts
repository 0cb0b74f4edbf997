import { sql } from 'kysely'
import { AppError, type FieldErrors } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'
import { shownColor } from '../repositories/assets.ts'
import { names, type RenderedMail, renderMail } from './render.ts'

/** Mails that the product itself sends; migrations 0005, 0011, 0021, 0039, 0041, 0060 and 0088 hold their default texts and the variables that each may name. */
export const MAIL_CODES = [
  'password_reset',
  'invitation',
  'installation',
  'intervention_pv',
  'devis_transmis',
  'devis_variantes',
  'devis_relance',
  'parrainage',
  'apres_vente',
  'comptable',
  'nouvel_appareil',
  'mot_de_passe_change',
  'second_facteur',
  'compte_bloque',
  'adresse_changee',
  'rdv_confirmation',
  'rdv_deplacement',
  'rdv_annulation',
  'rdv_rappel',
  'rdv_confirmation_sms',
  'rdv_deplacement_sms',
  'rdv_annulation_sms',
  'rdv_rappel_sms',
] as const
export type MailCode = (typeof MAIL_CODES)[number]

/** Mails that nobody can follow without their link: to a password, an account, the app, a quote. */
const FOR_LINK: readonly unknown[] = [
  'password_reset',
  'invitation',
  'installation',
  'devis_transmis',
  'devis_variantes',
  'devis_relance',
] satisfies MailCode[]

/** French messages by field for a text of `code` that leaves out the link that it is sent for; empty when it is whole. */
export const missingLink = (code: unknown, body: string): FieldErrors =>
  FOR_LINK.includes(code) && !names(body, 'lien')
    ? { body: ['Ce mail est envoyé pour son lien : écrivez {{lien}} dans le texte.'] }
    : {}

interface Found {
  subject: string
  body: string
  variables: string[]
  entreprise: string | null
  color: string | null
}

/**
 * The mail of a code: the company's own text when it has one, the platform's default otherwise, for the company of the transaction (none in a transaction of
 * the platform: the mail then speaks for « Lolapp »). `entreprise` is filled in here.
 * @throws AppError VALIDATION_ERROR when the template names a variable that it may not
 */
export async function renderTemplate(
  trx: Tx,
  { code, variables }: { code: MailCode; variables: Readonly<Record<string, string>> },
): Promise<RenderedMail> {
  const company = sql`nullif(current_setting('app.company_id', true), '')`
  const { rows } = await sql<Found>`
    select coalesce(own.subject, byDefault.subject) as subject, coalesce(own.body, byDefault.body) as body,
      byDefault.variables, company."NOM" as entreprise, ${shownColor('company')} as color
    from mail_template byDefault
    left join mail_template own on own.code = byDefault.code and own.company_id = ${company}
    left join company on company.id = ${company}
    where byDefault.company_id is null and byDefault.code = ${code}`.execute(trx)
  const [found] = rows
  if (!found) throw new AppError('INTERNAL', `Le modèle de mail ${code} manque.`)
  const { subject, body, variables: known, entreprise, color } = found
  return renderMail(
    { subject, body },
    { variables: { entreprise: entreprise ?? 'Lolapp', ...variables }, known, color },
  )
}
