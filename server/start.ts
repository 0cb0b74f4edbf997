import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { hasAdmin } from './accounts/first-admin.ts'
import { buildApp } from './app.ts'
import { backupsConfigOf, createBackups } from './backup/backups.ts'
import { checkEncryption } from './backup/encryption.ts'
import { BackupError } from './backup/manifest.ts'
import { watchBackupRequests } from './backup/request-file.ts'
import { buildWebApp } from './build-web-app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDemoAccounts } from './demo/open-accounts.ts'
import { seedDemo } from './demo/seed.ts'
import { markStoreOf } from './epoch/mark-store.ts'
import { headsOf } from './evidence/heads-of.ts'
import { sealAndTell, sealHeadsDaily } from './evidence/seal-heads.ts'
import { type KnownKey, knownKey } from './installation/known-key.ts'
import { closeServer, type Lifetime, LONGEST_MS, untilSignal } from './lifetime.ts'
import { createLog } from './log.ts'
import { askRegularly } from './payments/ask-sessions.ts'
import type { Database } from './plugins/database/database.ts'
import { openDatabase } from './plugins/database/open-database.ts'
import { createPorts } from './ports/ports.ts'
import { reapplyErasures, removeAllBytes } from './privacy/erasures.ts'
import { notesOf } from './privacy/notes.ts'
import { keepPrivate } from './private-folders.ts'
import { remindRegularly } from './rdvs/reminders.ts'
import { retentionDaily } from './retention/run-retention.ts'
import { copyLatePhotos } from './space/commands/copy-photos.ts'

/** How the start prints: text for a person on a demonstration, lines of the log otherwise (LOG_FORMAT). */
interface Voice {
  log: Logger
  say: (text: string) => void
}

/** `npm start`: everything from a fresh clone to a server that answers. */
async function start(config: Config, life: Lifetime, { log, say }: Voice): Promise<void> {
  // First, because the next steps take seconds.
  await refuseUsedPort(config)
  await checkEncryption(config.backupEncryption)
  if (!config.webIsGiven) await buildWebApp(config.webDir, { say, signal: life.ending })
  for (const folder of keepPrivate([config.dataDir, config.backupDir]))
    log.warn(`« ${folder} » appartient à un autre utilisateur : fermez-le vous-même aux autres (chmod 700).`)
  const key = knownKey(config, 'the server', (text) => log.warn(text))
  const db = await openDatabase(databaseOf(config, key, log))
  life.closes(() => db.close())
  if (config.demo) await seed(db, say)
  else await refuseOpenDemo(db)
  const { secrets } = key
  const backups = createBackups(db, backupsConfigOf(config))
  const onError = (error: unknown): void => log.error({ err: error }, 'Une tâche de fond a échoué.')
  const ports = createPorts(config.ports, { secrets, onError })
  const outside = { marks: markStoreOf(config), notes: notesOf(config) }
  const app = await buildApp(config, { db, secrets, backups, ports, ...outside, log })
  life.closes(async () => {
    // Load balancers learn of it first, when they are given the time. Messages and imports begin no more: whatever ends the process in between must not
    // leave one of which nobody knows whether it was sent. A code takes a second, and who asks for one here waits for it.
    app.readiness.leave()
    app.messages.restButForCodes()
    app.imports.rest()
    if (config.drainSeconds > 0) await wait(config.drainSeconds * 1000)
    // Streams end, requests and deliveries under way finish, then the database is closed cleanly.
    await closeServer(app)
  })
  const sealing = { db, keys: secrets.evidence, ...headsOf(config, db) }
  const told = { onWrong: (wrong: string) => log.error(wrong), onDone: () => app.tasks.done('evidence') }
  // A chain older than the keys is sealed as it was found.
  await sealAndTell(sealing, told)
  await app.listen({ port: config.port, host: config.host })
  watchBackupRequests(config.dataDir, backups.createAt, onError)
  const after = async (): Promise<void> => {
    await reapplyErasures(app.erasures).catch(onError)
    await removeAllBytes(app.erasures).catch(onError)
    await copyLatePhotos(app, onError).catch(onError)
  }
  remindRegularly(app, onError)
  askRegularly(app, onError)
  retentionDaily({ db, files: ports.files }, { after, onError })
  sealHeadsDaily(sealing, told)
  announce(config, await hasAdmin(db), { log, say })
}

function databaseOf(config: Config, key: KnownKey, log: Logger): Parameters<typeof openDatabase>[0] {
  if (config.databaseUrl === null) {
    const onLockLost = (): void => fail(new Error('Un autre processus a pris le dossier de données : arrêt immédiat.'))
    const onError = (error: unknown, what: string): void => log.error({ err: error }, what)
    return { kind: 'embedded', folder: config.dataDir, onLockLost, onError, key }
  }
  return {
    kind: 'postgresql',
    ownerUrl: config.databaseUrl,
    ...(config.databaseAppUrl === null ? {} : { appUrl: config.databaseAppUrl }),
    ...(config.databaseListenUrl === null ? {} : { listenUrl: config.databaseListenUrl }),
    connections: config.databaseConnections,
    key,
  }
}

/** On a database without any company only: a second start keeps people's changes. */
async function seed(db: Database, say: Voice['say']): Promise<void> {
  const companies = await db.transaction({ platform: true }, (trx) =>
    trx.selectFrom('company').select('id').limit(1).execute(),
  )
  if (companies.length > 0) return
  say('Création des données de démonstration…')
  await seedDemo(db)
}

/** SET-01: a former demonstration database has accounts whose password everybody can read. */
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

const NO_ADMIN = 'Aucun administrateur : créez-le avec « npm run admin -- --mail vous@votre-domaine.fr ».'
const PLAIN_BACKUPS =
  "Les sauvegardes ne sont pas chiffrées, et la clé secrète n'y est pas : gardez-la ailleurs, ou chiffrez-les (« npm run backup-key », puis BACKUP_RECIPIENT)."

function announce(config: Config, isAdministered: boolean, { log, say }: Voice): void {
  const { port, demo, databaseUrl, dataDir, backupEncryption, logFormat } = config
  if (logFormat === 'json') {
    log.info({ port, engine: databaseUrl === null ? 'pglite' : 'postgresql' }, 'Lolapp écoute.')
    if (!isAdministered) log.warn(NO_ADMIN)
    if (backupEncryption === null) log.warn(PLAIN_BACKUPS)
    return
  }
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
  if (!isAdministered) lines.push('', NO_ADMIN)
  if (backupEncryption === null) lines.push('', PLAIN_BACKUPS)
  lines.push('', 'Ctrl+C pour arrêter.')
  say(lines.join('\n'))
}

/** Prints what stops the server, and what to do: for a person on standard error, or as the log's last line. */
let lastWords = (text: string, error: unknown): void =>
  console.error(...(process.env.LOG_LEVEL === 'debug' ? [text, error] : [text]))

function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    const { port } = readConfig(process.env)
    const text = `Le port ${port} est déjà utilisé. Choisissez-en un autre, par exemple : PORT=${port + 1} npm start`
    lastWords(text, undefined)
  } else if (error instanceof ConfigError || error instanceof BackupError) lastWords(message, undefined)
  else lastWords(`Lolapp n'a pas pu démarrer : ${message}`, error)
  process.exit(1)
}

try {
  const config = readConfig(process.env)
  const log = createLog({ level: config.logLevel })
  if (config.logFormat === 'json')
    lastWords = (text, error) => log.fatal(error === undefined ? {} : { err: error }, text)
  const say = config.logFormat === 'json' ? (text: string) => log.info(text) : (text: string) => console.log(text)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'Erreur imprévue : arrêt.')
      process.exit(1)
    })
  const longestMs = LONGEST_MS + config.drainSeconds * 1000
  await untilSignal((life) => start(config, life, { log, say }), { longestMs })
} catch (error) {
  fail(error)
}
