import { sql } from 'kysely'
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

/** The signed PVs of an intervention in the order of their signatures: that of its reception, then those that lift its reserves. @throws as `findPv` */
export async function findPvs(tx: Tx, interventionId: string): Promise<{ id: string; name: string }[]> {
  const pv = await findPv(tx, interventionId)
  const { rows } = await sql<{ id: string; name: string }>`select "IDFICHIER" as id, "NOM" as name from fichier
    where company_id = current_setting('app.company_id') and "RESSOURCE" = 'intervention'
      and "IDENREGISTREMENT" = ${interventionId} and "ORIGINE" = 'intervention_levee_reserves' and not deleted
    order by "DATE_CREATION", "IDFICHIER"`.execute(tx)
  return [{ id: pv.id, name: String(pv.record.NOM) }, ...rows]
}

/** The signed PV of an intervention (INT-03). @throws AppError with the exact messages of INT-02 */
export async function findPv(tx: Tx, interventionId: string): Promise<StoredRow> {
  const owner = { resource: 'intervention', id: interventionId } as const
  const pv = await findFile(tx, { owner, ORIGINE: 'intervention_sign_pv' })
  if (!pv) throw noFile('intervention_sign_pv')
  assertIsPdf(pv.record.NOM as string)
  return pv
}
