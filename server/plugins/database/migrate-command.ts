import { databaseOf } from '../../command-arguments.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { keepPrivateForServer } from '../../private-folders.ts'
import { FolderHeld } from './folder-lock.ts'
import { openDatabase } from './open-database.ts'

/**
 * `npm run migrate`: updates the schema and ends. On PostgreSQL run it before the new processes start, while those of the version before still serve. The
 * embedded database's server must be stopped, and migrates by itself when it starts.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  keepPrivateForServer(config.dataDir)
  const database = databaseOf(config, { onLockLost: () => process.exit(1), expected: 'there' })
  let run: string[] = []
  const db = await openDatabase({
    ...database,
    onMigrated: (names) => {
      run = names
    },
  })
  await db.close()
  console.log(
    run.length === 0 ? 'La base est à jour : aucune migration à faire.' : `Migrations faites : ${run.join(', ')}.`,
  )
}

main().catch((error: unknown) => {
  const { message } = error as Error
  if (error instanceof FolderHeld) console.error(`${message} Arrêtez d'abord le serveur.`)
  else console.error(...(error instanceof ConfigError ? [message] : ["La base n'a pas été migrée :", message]))
  process.exitCode = 1
})
