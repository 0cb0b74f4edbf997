import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { kyselyOver } from '../../server/plugins/database/database.ts'
import type { EnginePool } from '../../server/plugins/database/guarded-pool.ts'
import { PgliteClient } from '../../server/plugins/database/pglite-client.ts'
import { pglitePool } from '../../server/plugins/database/pglite-pool.ts'
import type { EngineName } from './engines.ts'
import { startPostgres } from './postgres.ts'

/** The owner of an empty database, for tests of migrations. @param closes gets what ends it, to be called in the reverse order */
export async function emptyDatabase(engine: EngineName, closes: (() => Promise<unknown>)[]): Promise<Kysely<unknown>> {
  if (engine === 'pglite') {
    const folder = mkdtempSync(join(tmpdir(), 'lolapp-migration-'))
    const client = await PgliteClient.open({ folder: join(folder, 'database') })
    closes.push(async () => rmSync(folder, { recursive: true, force: true }))
    closes.push(() => client.close())
    return kyselyOver<unknown>(pglitePool(client, () => undefined))
  }
  const postgres = await startPostgres()
  const pool = new pg.Pool({ connectionString: await postgres.createDatabase(), max: 2 })
  // `end` does not wait until the server has heard of it, and `stop` ends what is still there.
  pool.on('error', () => undefined)
  closes.push(() => postgres.stop())
  closes.push(() => pool.end())
  return kyselyOver<unknown>({ connect: () => pool.connect(), end: async () => undefined } as unknown as EnginePool)
}
