import type { LocalDatabase } from '../../../sync/store/local-database.ts'

/**
 * A read that a screen makes once, without watching it. A logout closes the local database during a read: nobody waits for the answer any more.
 * @returns undefined where the database was closed meanwhile
 */
export async function readOnce<T>(db: LocalDatabase, read: () => Promise<T>): Promise<T | undefined> {
  if (db.closed) return undefined
  try {
    return await read()
  } catch (error) {
    if (db.closed) return undefined
    throw error
  }
}
