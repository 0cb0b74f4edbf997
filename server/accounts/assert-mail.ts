import type { FastifyInstance } from 'fastify'
import { AppError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readSmtp } from '../repositories/company-services.ts'

type App = Pick<FastifyInstance, 'ports'>

const refusal = (): AppError =>
  new AppError(
    'VALIDATION_ERROR',
    'Aucun serveur de mail n’est réglé : l’invitation ne partirait pas. Réglez-le d’abord.',
  )

/** Call it before a company's invitation is made: without a mail server nobody would get it. @throws AppError VALIDATION_ERROR */
export async function assertMail({ ports }: App, tx: Tx): Promise<void> {
  if (!ports.mail.sends(await readSmtp(tx))) throw refusal()
}

/** `assertMail` for the platform's own invitations. @throws AppError VALIDATION_ERROR */
export function assertPlatformMail({ ports }: App): void {
  if (!ports.mail.sends({ SMTP: null })) throw refusal()
}

const noLinks = (platform: boolean): AppError =>
  new AppError(
    'VALIDATION_ERROR',
    platform
      ? 'Aucun serveur de mail n’est réglé : aucun lien ne partirait. La commande « npm run admin -- --mail … » du serveur en donne un.'
      : 'Les liens par mail ne sont pas disponibles pour le moment : adressez-vous à un directeur de votre entreprise, ou à l’administrateur.',
  )

/**
 * Call it before the account of a forgotten password is looked up: without a mail server nobody would get the link. The answer is the same for every address.
 * @param platform for an administrator's, in a transaction of the platform
 * @throws AppError VALIDATION_ERROR
 */
export async function assertLinksLeave({ ports }: App, tx: Tx, platform: boolean): Promise<void> {
  if (!ports.mail.sends(platform ? { SMTP: null } : await readSmtp(tx))) throw noLinks(platform)
}
