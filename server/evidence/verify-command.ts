import { ConfigError, readConfig } from '../config.ts'
import { type DatabaseConfig, openDatabase } from '../plugins/database/open-database.ts'
import { verifyCompanies } from './verify-companies.ts'

/** `npm run verify-evidence`: walks the evidence chain of every company; exits with 1 and the first broken link of each that has one. */
async function main(): Promise<void> {
  const db = await openDatabase(databaseConfig())
  try {
    for (const { key, count, broken } of await verifyCompanies(db)) {
      if (broken) {
        console.error(`« ${key} » : chaîne rompue à l'enregistrement ${broken.number} : ${broken.reason}.`)
        process.exitCode = 1
      } else console.log(`« ${key} » : ${count} preuve(s), chaîne intacte.`)
    }
  } finally {
    await db.close()
  }
}

function databaseConfig(): DatabaseConfig {
  const { databaseUrl, databaseAppUrl, dataDir } = readConfig(process.env)
  if (databaseUrl === null) {
    const onLockLost = (): never => {
      console.error('Un autre processus a pris le dossier de données : arrêt.')
      process.exit(1)
    }
    return { kind: 'embedded', folder: dataDir, onLockLost }
  }
  const app = databaseAppUrl === null ? {} : { appUrl: databaseAppUrl }
  return { kind: 'postgresql', ownerUrl: databaseUrl, connections: 2, ...app }
}

main().catch((error: unknown) => {
  const { message } = error as Error
  const detailed = process.env.LOG_LEVEL === 'debug'
  if (error instanceof ConfigError) console.error(message)
  else console.error("Les preuves n'ont pas pu être vérifiées :", detailed ? error : message)
  process.exitCode = 1
})
