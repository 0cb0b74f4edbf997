import { sql } from 'kysely'
import type { Database } from '../../plugins/database/database.ts'
import { companyFolder, type Files, hashOfKey, MissingFile } from '../../ports/files/files.ts'
import { sha256Of } from './stored-bytes.ts'

interface Search {
  db: Pick<Database, 'inTenant'>
  files: Files
  companyId: string
  sha256: string
}

/** Hashes read from the bytes of keys that do not name their hash (older ones): the bytes of a key never change. */
const hashes = new Map<string, string>()
const MOST_HASHES = 10_000

/**
 * Bytes of the company that are in the store and that no row names: a restored database has lost the rows of files whose bytes are still here (HEAL-5). They
 * are read and hashed before they are used. Null when there are none.
 */
export async function findOrphan({ db, files, companyId, sha256 }: Search): Promise<Uint8Array | null> {
  const { rows } = await db.inTenant(companyId, (tx) =>
    sql<{ key: string }>`select key from stored_bytes where company_id = ${companyId}`.execute(tx),
  )
  const named = new Set(rows.map(({ key }) => key))
  for await (const key of files.list(companyFolder(companyId))) {
    if (named.has(key)) continue
    const told = hashOfKey(key) ?? hashes.get(key)
    if (told !== undefined && told !== sha256) continue
    const bytes = await readOrphan(files, key)
    if (bytes === null) continue
    const hash = sha256Of(bytes)
    if (hashes.size >= MOST_HASHES) hashes.clear()
    hashes.set(key, hash)
    if (hash === sha256) return bytes
  }
  return null
}

/** Null for bytes that were removed meanwhile. */
async function readOrphan(files: Files, key: string): Promise<Uint8Array | null> {
  try {
    return await files.get(key)
  } catch (error) {
    if (error instanceof MissingFile) return null
    throw error
  }
}
