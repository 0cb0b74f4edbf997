import { sql } from 'kysely'
import { RETENTION } from '../../../schemas/retention.ts'
import type { Database } from '../../plugins/database/database.ts'
import { companyFolder, type Files } from '../../ports/files/files.ts'
import { abandonedSince } from '../bytes/upload-pieces.ts'

const DAY = 24 * 60 * 60_000
/** A deleted file's bytes are kept for as long as a restored backup may restore its row. */
const DELETED_FILE_MS = RETENTION.fichiers.days * DAY
const UNFINISHED_UPLOAD_MS = RETENTION.envois.days * DAY
/**
 * Bytes that no row names: written by a transaction that failed, or of a file whose row a restored database has lost. Devices ask for theirs for thirty days
 * after they were confirmed (HEAL-5).
 */
const ORPHAN_MS = 31 * DAY
/** A new epoch is found only when somebody calls: older bytes are kept for devices that come back late. */
const EPOCH_GRACE_MS = 31 * DAY

/** When a key was made: the first part of its UUIDv7. */
const madeAt = (key: string): number => Number.parseInt(key.split('/').at(-1)?.replace('-', '').slice(0, 12) ?? '', 16)

/**
 * Removes the bytes that one company no longer needs: of files deleted for a month, of uploads abandoned a week ago, and old orphans. Rows are removed first:
 * the next sweep finds bytes without a row, but nothing would find a row without bytes. A signed file that is kept under the law after its customer's erasure
 * keeps its bytes.
 * @returns how many were removed
 */
export async function sweepFiles(
  { db, files }: { db: Pick<Database, 'inTenant'>; files: Files },
  companyId: string,
  now = Date.now(),
): Promise<number> {
  const at = (age: number): string => new Date(now - age).toISOString()
  const known = await db.inTenant(companyId, async (tx) => {
    await sql`delete from stored_bytes b using fichier f
      where b.company_id = current_setting('app.company_id') and f.company_id = b.company_id
        and f."IDFICHIER" = b.fichier_id and b.start is null and f.deleted and f.updated_at < ${at(DELETED_FILE_MS)}
        and coalesce(f.stamps -> '_deleted' ->> 1, '') <> 'garde'`.execute(tx)
    await sql`delete from stored_bytes where company_id = current_setting('app.company_id')
      and ${abandonedSince(at(UNFINISHED_UPLOAD_MS))}`.execute(tx)
    const { rows } = await sql<{ key: string }>`select key from stored_bytes
      where company_id = current_setting('app.company_id')`.execute(tx)
    const { rows: epochs } = await sql<{ ended: string | null }>`select max(ended_at) as ended from company_epoch
      where company_id = current_setting('app.company_id')`.execute(tx)
    const ended = epochs[0]?.ended ? Date.parse(epochs[0].ended) : 0
    return { keys: new Set(rows.map((row) => row.key)), ended }
  })
  const spared = (key: string): boolean =>
    !(madeAt(key) < now - ORPHAN_MS) || (now - known.ended < EPOCH_GRACE_MS && madeAt(key) < known.ended)
  let removed = 0
  for await (const key of files.list(companyFolder(companyId))) {
    if (known.keys.has(key) || spared(key)) continue
    await files.remove(key)
    removed += 1
  }
  return removed
}
