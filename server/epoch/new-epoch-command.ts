import { ArgumentError, databaseOf, databaseText, needDataDir } from '../command-arguments.ts'
import { ConfigError, readConfig } from '../config.ts'
import { FolderHeld } from '../plugins/database/folder-lock.ts'
import { openDatabase } from '../plugins/database/open-database.ts'
import { keepPrivateForServer } from '../private-folders.ts'
import { type Begun, createEpochs } from './epochs.ts'
import { markStoreOf } from './mark-store.ts'

/**
 * `npm run new-history`: begins a new epoch after a point-in-time recovery, or a failover that lost commits. The embedded database's server must be stopped;
 * servers on PostgreSQL may keep running, and follow.
 */
async function main(): Promise<void> {
  if (process.argv.length > 2) throw new ArgumentError('Cette commande ne prend aucune option : npm run new-history')
  const config = readConfig(process.env)
  needDataDir(config)
  keepPrivateForServer(config.dataDir)
  const db = await openDatabase(databaseOf(config, { onLockLost: () => process.exit(1), expected: 'current' }))
  try {
    const begun: Begun[] = []
    const epochs = await createEpochs({
      db,
      marks: markStoreOf(config),
      announce: (one) => void begun.push(one),
      onError: (error) => {
        throw error
      },
    })
    await epochs.beginAll()
    await epochs.close()
    // After a point-in-time recovery this would be another database than the one that was recovered.
    if (begun.length === 0)
      throw new ConfigError(
        `Il n'y a aucune entreprise dans ${databaseText(config)} : aucun nouvel historique n'a commencé. Donnez les réglages du serveur (DATABASE_URL, DATA_DIR).`,
      )
    console.log(
      `Un nouvel historique commence (${begun.map(({ key }) => key).join(', ')}).\n` +
        "Les appareils renverront d'eux-mêmes ce que la base n'a plus.",
    )
  } finally {
    await db.close()
  }
}

main().catch((error: unknown) => {
  const expected = [ArgumentError, ConfigError, FolderHeld].some((kind) => error instanceof kind)
  const { message } = error as Error
  console.error(...(expected ? [message] : ["Le nouvel historique n'a pas pu commencer :", message]))
  process.exitCode = 1
})
