import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ArgumentError, databaseOf, databaseText, needDataDir } from '../command-arguments.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { FolderHeld } from '../plugins/database/folder-lock.ts'
import { type DatabaseConfig, openDatabase } from '../plugins/database/open-database.ts'
import { fileHeads } from '../ports/heads/file-heads.ts'
import { createPorts } from '../ports/ports.ts'
import { keepPrivateForServer } from '../private-folders.ts'
import { createSecrets, type Secrets } from '../secrets.ts'
import { readHeadLines, sealedLine } from './heads.ts'
import { verifyCompanies } from './verify-companies.ts'

interface Asked {
  /** A file of more lines that were kept elsewhere, for example from mails. */
  heads: string | null
  /** The operator says that the database was restored. */
  restored: boolean
}

function readOptions(argv: readonly string[]): Asked {
  const options = { heads: { type: 'string' }, restored: { type: 'boolean' } } as const
  try {
    const { heads = null, restored = false } = parseArgs({ args: [...argv], options }).values
    if (heads !== '' && (heads === null || !restored)) return { heads, restored }
  } catch {
    // An option that does not exist, or lacks its value: reported below.
  }
  throw new ArgumentError(
    'Écrivez : npm run verify-evidence, ou -- --heads <fichier> (lignes gardées ailleurs), ou -- --restored (la base a été restaurée).',
  )
}

/**
 * `npm run verify-evidence`: walks the chain of every company and compares it with the heads that were kept outside of the database. Exits with 1 and the
 * first broken link of each company that has one.
 */
async function main(): Promise<void> {
  const asked = readOptions(process.argv.slice(2))
  const config = readConfig(process.env)
  needDataDir(config)
  keepPrivateForServer(config.dataDir, [config.evidenceHeads.file])
  // First: nothing is written where there is no installation.
  const database = databaseOf(config, { onLockLost, expected: 'current' })
  const secrets = createSecrets(config.secretKey(), config.formerSecretKeys)
  const memory = fileHeads(config.evidenceHeads.file)
  if (asked.restored) {
    await memory.add(sealedLine(secrets.evidence, { at: new Date().toISOString(), evenement: 'restauration' }))
    console.log('Noté : la base a été restaurée, ses preuves peuvent finir plus tôt. Le prochain démarrage les scelle.')
  }
  const kept = asked.heads === null ? '' : await readFile(asked.heads, 'utf8')
  const { lines, forged } = readHeadLines(secrets.evidence, `${kept}\n${await memory.read()}`)
  if (forged.length > 0) fault(`${forged.length} ligne(s) gardée(s) au dehors n'ont pas été scellées par notre clé.`)
  // In the order of their dates: lines from elsewhere are mixed with ours.
  lines.sort((a, b) => (a.at < b.at ? -1 : 1))
  await verify(config, { database, secrets, lines })
}

function onLockLost(): never {
  console.error('Un autre processus a pris le dossier de données : arrêt.')
  process.exit(1)
}

function fault(text: string): void {
  console.error(text)
  process.exitCode = 1
}

interface Against {
  database: DatabaseConfig
  secrets: Secrets
  lines: ReturnType<typeof readHeadLines>['lines']
}

async function verify(config: Config, { database, secrets, lines }: Against): Promise<void> {
  const db = await openDatabase(database)
  try {
    const { files } = createPorts(config.ports, { secrets })
    const verdicts = await verifyCompanies({ db, keys: secrets.evidence, files, heads: lines })
    if (verdicts.length === 0) console.log(`Aucune entreprise dans ${databaseText(config)} : rien à vérifier.`)
    for (const { key, count, broken } of verdicts) {
      if (broken) fault(`« ${key} » : chaîne rompue à l'enregistrement ${broken.number} : ${broken.reason}.`)
      else console.log(`« ${key} » : ${count} preuve(s), chaîne intacte.`)
    }
  } finally {
    await db.close()
  }
}

main().catch((error: unknown) => {
  const expected = [ArgumentError, ConfigError, FolderHeld].some((kind) => error instanceof kind)
  const { message } = error as Error
  console.error(...(expected ? [message] : ["Les preuves n'ont pas pu être vérifiées :", message]))
  process.exitCode = 1
})
