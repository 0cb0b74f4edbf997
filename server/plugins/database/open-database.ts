import type { KnownKey } from '../../installation/known-key.ts'
import { type Database, withTransactions } from './database.ts'
import type { OnError } from './pglite-client.ts'
import { openPglite } from './pglite-engine.ts'
import { openPostgres, type PostgresConfig } from './postgres-engine.ts'

export type DatabaseConfig = (
  | { kind: 'embedded'; folder: string; onLockLost: () => void; onError?: OnError; key: KnownKey }
  | ({ kind: 'postgresql' } & PostgresConfig)
) & {
  /** False: the database is used as it is, and refused where its schema is not this build's; by default it is migrated. */
  migrates?: boolean
  /** Called with the names of the migrations that were run now. */
  onMigrated?: (names: string[]) => void
}

/** Opens the engine the configuration names, with the schema of this build and ready to serve. Errors are French and say what to do. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  return withTransactions(config.kind === 'embedded' ? await openPglite(config) : await openPostgres(config))
}
