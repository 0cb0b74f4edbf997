import type { FastifyInstance } from 'fastify'
import { AppError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readSms } from '../repositories/company-services.ts'

/** Call it before a code is made: without an SMS service nobody would get it. The answer is the same for every number. @throws AppError VALIDATION_ERROR */
export async function assertSms({ ports }: Pick<FastifyInstance, 'ports'>, tx: Tx, companyId: string): Promise<void> {
  if (ports.sms.sends(await readSms(tx, companyId))) return
  throw new AppError(
    'VALIDATION_ERROR',
    'Les codes par SMS ne sont pas disponibles pour le moment : appelez votre agence.',
  )
}
