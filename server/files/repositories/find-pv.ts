import type { Origine } from '../../../schemas/entities/fichier.ts'
import { AppError, validationError } from '../../../schemas/errors.ts'
import { isPdfName, NO_PV, NOT_A_PDF } from '../../../schemas/rules/intervention-site.ts'
import type { Tx } from '../../plugins/database/database.ts'
import type { StoredRow } from '../../repositories/rows.ts'
import { findFile } from './files.ts'

export const noFile = (origin: Origine): AppError =>
  new AppError('NOT_FOUND', origin.startsWith('intervention_') ? NO_PV : "Le fichier n'existe pas")

/** @throws AppError VALIDATION_ERROR */
export function assertIsPdf(name: string): void {
  if (!isPdfName(name)) throw validationError({ _: [NOT_A_PDF] }, NOT_A_PDF)
}

/** The signed PV of an intervention (INT-03). @throws AppError with the exact messages of INT-02 */
export async function findPv(tx: Tx, interventionId: string): Promise<StoredRow> {
  const owner = { resource: 'intervention', id: interventionId } as const
  const pv = await findFile(tx, { owner, ORIGINE: 'intervention_sign_pv' })
  if (!pv) throw noFile('intervention_sign_pv')
  assertIsPdf(pv.record.NOM as string)
  return pv
}
