import { csvRow, csvText } from '../../schemas/csv.ts'
import type { Database } from '../plugins/database/database.ts'
import type { StaffActor } from '../writes/write-types.ts'
import { needReached } from './change-import.ts'
import { linePage } from './import-store.ts'

/** Heading of the column that says why; a file that is brought again has it, and it is not imported. */
const REASON = 'Motif du refus'
const PAGE = 1000

/** The refused lines as they were, each with the reason, to correct and import again. @throws AppError NOT_FOUND, UNAUTHORIZED (`mayReach`) */
export async function errorsFile(db: Database, { companyId, staff }: StaffActor, id: string): Promise<Buffer> {
  const task = await db.inTenant(companyId, (tx) => needReached(tx, staff, id))
  const parts = [Buffer.from(csvText([[...task.headings, REASON]]))]
  for (let from = 0; ; from += PAGE) {
    const { lines } = await db.inTenant(companyId, (tx) => linePage(tx, id, { fate: 'erreur', from, limit: PAGE }))
    const rows = lines.map(({ cells, details }) => [
      ...cells,
      (details.erreurs ?? [])
        .map(({ colonne, message }) => (colonne ? `${colonne} : ${message}` : message))
        .join(' ; '),
    ])
    parts.push(Buffer.from(rows.map(csvRow).join('')))
    if (lines.length < PAGE) return Buffer.concat(parts)
  }
}
