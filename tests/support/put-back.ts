import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DatabaseConfig } from '../../server/plugins/database/open-database.ts'
import { PgliteClient } from '../../server/plugins/database/pglite-client.ts'
import { type EngineName, fillDataFolder } from './engines.ts'
import { query, startPostgres, type TestPostgres } from './postgres.ts'
import { testKey } from './test-key.ts'

const run = promisify(execFile)

/** An installation whose database can be restored to an earlier state from outside, as by a snapshot. */
export interface Place {
  dataDir: string
  config: DatabaseConfig
  /**
   * Saves the database as it is now. The function that it returns restores it. An embedded database must be closed for both; connections to PostgreSQL
   * are cut, but servers may keep running.
   */
  snapshot: () => Promise<() => Promise<void>>
  /** Makes it look like a database of an older version, which had no key. It must not be open. */
  forgetKey: () => Promise<void>
  remove: () => Promise<void>
}

export async function openPlace(engine: EngineName): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lolapp-place-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  if (engine === 'pglite') {
    await fillDataFolder(dataDir)
    const folder = join(dataDir, 'database')
    let kept = 0
    return {
      dataDir,
      config: { kind: 'embedded', folder: dataDir, onLockLost: () => undefined, key: testKey },
      snapshot: async () => {
        const copy = join(dataDir, `kept-${++kept}`)
        await run('cp', ['-a', folder, copy])
        return async () => {
          await rm(folder, { recursive: true })
          await run('cp', ['-a', copy, folder])
        }
      },
      forgetKey: async () => {
        const client = await PgliteClient.open({ folder })
        await client.query(client.generation, 'delete from installation', [])
        await client.close()
      },
      remove: removeFolder,
    }
  }
  const postgres: TestPostgres = await startPostgres()
  const ownerUrl = await postgres.createDatabase()
  return {
    dataDir,
    config: { kind: 'postgresql', ownerUrl, connections: 8, key: testKey },
    snapshot: () => postgres.snapshot(ownerUrl),
    forgetKey: async () => void (await query(ownerUrl, 'delete from installation')),
    remove: async () => {
      await postgres.stop()
      await removeFolder()
    },
  }
}
