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
