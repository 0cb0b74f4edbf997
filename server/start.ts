import { createServer } from 'node:net'
import { hasAdmin } from './accounts/first-admin.ts'
import { buildApp } from './app.ts'
import { createBackups } from './backup/backups.ts'
import { checkEncryption } from './backup/encryption.ts'
import { BackupError } from './backup/manifest.ts'
import { watchBackupRequests } from './backup/request-file.ts'
import { buildWebApp } from './build-web-app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDemoAccounts } from './demo/open-accounts.ts'
import { seedDemo } from './demo/seed.ts'
import { sweepFilesDaily } from './drive/sweep-files.ts'
import { markStoreOf } from './epoch/mark-store.ts'
import { headsOf } from './evidence/heads-of.ts'
import { sealHeads, sealHeadsDaily } from './evidence/seal-heads.ts'
import type { Database } from './plugins/database/database.ts'
import { openDatabase } from './plugins/database/open-database.ts'
import { createPorts } from './ports/ports.ts'
import { keepPrivate } from './private-folders.ts'
import { createSecrets } from './secrets.ts'

/** `npm start`: everything from a fresh clone to a server that answers. */
async function start(config: Config): Promise<void> {
  // First, because what follows takes seconds.
  await refuseUsedPort(config)
  await checkEncryption(config.backupEncryption)
  if (!config.webIsGiven) await buildWebApp(config.webDir)
  for (const folder of keepPrivate([config.dataDir, config.backupDir]))
    console.warn(`« ${folder} » appartient à un autre utilisateur : fermez-le vous-même aux autres (chmod 700).`)
  const db = await openDatabase(databaseOf(config))
  if (config.demo) await seed(db)
  else await refuseOpenDemo(db)
  const secrets = createSecrets(config.secretKey(), config.formerSecretKeys)
  const backups = createBackups(db, config)
  const onError = (error: unknown): void => console.error('Tâche de fond :', error)
  const ports = createPorts(config.ports, { secrets, onError })
  const app = await buildApp(config, { db, secrets, backups, ports, marks: markStoreOf(config) })
  // Before anybody is answered: whoever sees that it answers may stop it at once.
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    // Streams end, requests under way finish, then the database is closed cleanly.
    await app.close()
    await db.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stop().catch(fail))
  }
  const sealing = { db, keys: secrets.evidence, ...headsOf(config, db) }
  // A chain from before the keys is held as it was found.
  for (const wrong of await sealHeads(sealing)) console.error(wrong)
  await app.listen({ port: config.port, host: config.host })
  watchBackupRequests(config.dataDir, backups.createAt)
  sweepFilesDaily({ db, files: ports.files }, onError)
  sealHeadsDaily(sealing, (wrong) => console.error(wrong))
  announce(config, await hasAdmin(db))
}

function databaseOf(config: Config): Parameters<typeof openDatabase>[0] {
  if (config.databaseUrl === null) {
    const onLockLost = (): void => fail(new Error('Un autre processus a pris le dossier de données : arrêt immédiat.'))
    return { kind: 'embedded', folder: config.dataDir, onLockLost }
  }
  return {
    kind: 'postgresql',
    ownerUrl: config.databaseUrl,
    ...(config.databaseAppUrl === null ? {} : { appUrl: config.databaseAppUrl }),
    connections: config.databaseConnections,
  }
}

/** On a database without any company only: a second start keeps what people made of it. */
async function seed(db: Database): Promise<void> {
  const companies = await db.transaction({ platform: true }, (trx) =>
    trx.selectFrom('company').select('id').limit(1).execute(),
  )
  if (companies.length > 0) return
  console.log('Création des données de démonstration…')
  await seedDemo(db)
}

/** SET-01: a database that was the demonstration's keeps accounts whose password everybody can read. */
async function refuseOpenDemo(db: Database): Promise<void> {
  const open = await openDemoAccounts(db)
  if (open.length === 0) return
  const mails = open.map(({ mail }) => mail).join(', ')
  await db.close()
  throw new ConfigError(
    `Des comptes de démonstration ont encore leur mot de passe public (${mails}). Fermez-les avant de servir : npm run admin -- --close-demo`,
  )
}

function refuseUsedPort({ port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

const DEMO_ACCOUNTS = [
  ['directeur@example.com', 'directeur commercial et commercial'],
  ['commercial@example.com', 'commercial'],
  ['commercial2@example.com', 'commercial'],
  ['metreur@example.com', 'métreur'],
  ['technicien@example.com', 'technicien'],
  ['assistante@example.com', 'assistante'],
] as const

function announce({ port, demo, databaseUrl, dataDir, backupEncryption }: Config, isAdministered: boolean): void {
  const lines = [
    '',
    `Lolapp écoute sur le port ${port} (base ${databaseUrl === null ? `embarquée dans ${dataDir}` : 'PostgreSQL'}).`,
  ]
  if (demo) {
    lines.push(
      '',
      `  Habitat Démo   http://demo.localhost:${port}`,
      `  Autre Maison   http://autre.localhost:${port}`,
      `  Administration http://admin.localhost:${port}`,
      '',
      'Comptes de démonstration (mot de passe : demonstration)',
      ...DEMO_ACCOUNTS.map(([mail, who]) => `  ${mail.padEnd(26)} ${who}`),
      `  ${'directeur@autre.example.com'.padEnd(26)} directeur d'Autre Maison`,
      `  ${'admin@example.com'.padEnd(26)} administrateur (http://admin.localhost:${port})`,
    )
  }
  if (!isAdministered)
    lines.push('', 'Aucun administrateur : créez-le avec « npm run admin -- --mail vous@votre-domaine.fr ».')
  if (backupEncryption === null)
    lines.push(
      '',
      "Les sauvegardes ne sont pas chiffrées, et la clé secrète n'y est pas : gardez-la ailleurs, ou chiffrez-les (« npm run backup-key », puis BACKUP_RECIPIENT).",
    )
  lines.push('', 'Ctrl+C pour arrêter.')
  console.log(lines.join('\n'))
}

function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    const { port } = readConfig(process.env)
    console.error(`Le port ${port} est déjà utilisé. Choisissez-en un autre, par exemple : PORT=${port + 1} npm start`)
  } else if (error instanceof ConfigError || error instanceof BackupError) console.error(message)
  else console.error("Lolapp n'a pas pu démarrer :", process.env.LOG_LEVEL === 'debug' ? error : message)
  process.exit(1)
}

try {
  await start(readConfig(process.env))
} catch (error) {
  fail(error)
}
