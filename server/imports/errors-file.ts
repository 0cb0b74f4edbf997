import { csvRow, csvText } from '../../schemas/csv.ts'
import type { Database } from '../plugins/database/database.ts'
import { linePage, readImport } from './import-store.ts'

/** Heading of the column that says why; a file that is brought again has it, and it is not imported. */
const REASON = 'Motif du refus'
const PAGE = 1000

/** The refused lines as they were, each with the reason, to correct and import again; null for an unknown import. */
export async function errorsFile(db: Database, companyId: string, id: string): Promise<Buffer | null> {
  const task = await db.inTenant(companyId, (tx) => readImport(tx, id))
  if (!task) return null
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
