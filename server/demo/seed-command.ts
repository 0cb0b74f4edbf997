import { databaseOf } from '../command-arguments.ts'
import { ConfigError, readConfig } from '../config.ts'
import type { Database } from '../plugins/database/database.ts'
import { openDatabase } from '../plugins/database/open-database.ts'
import { keepPrivateForServer } from '../private-folders.ts'
import { GrowError, growCompany } from './grow-company.ts'
import { AUTRE_MAISON, HABITAT_DEMO } from './plans.ts'
import { seedDemo } from './seed.ts'
import { ArgumentError, readSeedArgs } from './seed-args.ts'

/** `npm run seed -- --clients 100000 [--company demo]`: makes a company large, in the data folder or in DATABASE_URL. */
async function main(): Promise<void> {
  const { clients, company } = readSeedArgs(process.argv.slice(2))
  const config = readConfig(process.env)
  keepPrivateForServer(config.dataDir)
  const onLockLost = (): void => {
    console.error('Un autre processus a pris le dossier de données : arrêt.')
    process.exit(1)
  }
  const db = await openDatabase(databaseOf(config, { onLockLost, expected: 'any' }))
  try {
    if ([HABITAT_DEMO.key, AUTRE_MAISON.key].includes(company)) await seedDemo(db)
    const companyId = await findCompany(db, company)
    const start = performance.now()
    const seconds = (): number => (performance.now() - start) / 1000
    let next = 0
    const rows = await growCompany(db, {
      companyId,
      clients,
      onProgress: (done) => {
        // A line for each tenth is enough, and reads well in a log too.
        if (done.clients < next) return
        next = done.clients + clients / 10
        console.log(
          `${french(done.clients)} clients sur ${french(clients)}, ${french(done.rows)} lignes (${french(seconds())} s)`,
        )
      },
    })
    console.log(
      `« ${company} » a ${french(clients)} clients de plus : ${french(rows)} lignes en ${french(seconds())} s, ${french(rows / seconds())} lignes par seconde.`,
    )
  } finally {
    await db.close()
  }
}

const french = (value: number): string => Math.round(value).toLocaleString('fr-FR')

async function findCompany(db: Database, key: string): Promise<string> {
  const known = await db.transaction({ platform: true }, (tx) =>
    tx.selectFrom('company').select(['id', 'key']).orderBy('key').execute(),
  )
  const found = known.find((company) => company.key === key)
  if (found) return found.id
  const names = known.map((company) => company.key).join(', ') || 'aucune'
  throw new ArgumentError(`L'entreprise « ${key} » n'existe pas. Entreprises connues : ${names}.`)
}

main().catch((error: unknown) => {
  const expected = error instanceof ArgumentError || error instanceof ConfigError || error instanceof GrowError
  const { message } = error as Error
  console.error(
    expected ? message : "Les clients n'ont pas pu être ajoutés :",
    ...(expected ? [] : [detailed() ? error : message]),
  )
  process.exitCode = 1
})

const detailed = (): boolean => process.env.LOG_LEVEL === 'debug'
