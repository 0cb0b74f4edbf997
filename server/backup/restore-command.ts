import { existsSync } from 'node:fs'
import { join } from 'node:path'
import dayjs from 'dayjs'
import { ArgumentError, databaseOf, databaseText, needDataDir, pathOptions } from '../command-arguments.ts'
import { ConfigError, readConfig } from '../config.ts'
import { markStoreOf } from '../epoch/mark-store.ts'
import { sealedLine } from '../evidence/heads.ts'
import { FolderHeld } from '../plugins/database/folder-lock.ts'
import { fileHeads } from '../ports/heads/file-heads.ts'
import { keepPrivateForServer } from '../private-folders.ts'
import { createSecrets } from '../secrets.ts'
import { keysOf } from './keys.ts'
import { BackupError, readManifest, SECRET_KEY_FILE } from './manifest.ts'
import { restore } from './restore.ts'

/** `npm run restore -- --from <folder> --identity <file>`: with the server stopped. */
async function main(): Promise<void> {
  const example = 'npm run restore -- --from sauvegardes/lundi --identity cle-des-sauvegardes.txt'
  const { needed: from, optional: identity } = pathOptions(process.argv.slice(2), {
    needed: 'from',
    optional: 'identity',
    example,
  })
  const config = readConfig(process.env)
  needDataDir(config)
  keepPrivateForServer(config.dataDir, [config.evidenceHeads.file])
  refuseWithoutKey(from, config.dataDir)
  const database = databaseOf(config, { onLockLost: () => process.exit(1), expected: 'any' })
  console.log(`Restauration dans ${databaseText(config)}…`)
  const keys = keysOf(identity, config.backupEncryption)
  const { dataDir } = config
  const filesElsewhere = config.ports.files.s3 !== null
  const restored = await restore({ from, dataDir, database, marks: markStoreOf(config), keys, filesElsewhere })
  const { at, companies, closedLogins, suspendedCompanies, lostFiles } = restored
  // The backup's key is in place now. Evidence made since the backup is lost with the database, and the operator chose that.
  const { evidence } = createSecrets(config.secretKey(), config.formerSecretKeys)
  const line = sealedLine(evidence, { at: new Date().toISOString(), evenement: 'restauration' })
  await fileHeads(config.evidenceHeads.file).add(line)
  const names = companies.map((company) => company.key).join(', ')
  console.log(
    `La sauvegarde du ${dayjs(at).format('DD/MM/YYYY HH:mm:ss')} est restaurée dans ${databaseText(config)} (${names || 'aucune entreprise'}).\n` +
      closedLoginsText(closedLogins) +
      suspendedText(suspendedCompanies) +
      lostText(lostFiles, config.ports.files.folder) +
      CAME_BACK +
      "Les appareils renverront d'eux-mêmes ce qu'ils ont fait depuis.",
  )
}

/** The replaced database is not asked for these: it may be the older one, and whoever holds the former secret is not known to be a stranger. */
const CAME_BACK =
  'Reviennent comme dans la sauvegarde, à renouveler ou à retirer de nouveau s’ils l’ont été depuis : adresses d’agenda, clés des contacts du site (le site avec la clé d’aujourd’hui est refusé), clés d’accès (passkeys), mots de passe.\n'

const closedLoginsText = (count: number): string =>
  count === 0 ? '' : `Comptes du personnel fermés parce qu’ils ont été retirés depuis : ${count}.\n`

const suspendedText = (keys: readonly string[]): string =>
  keys.length === 0 ? '' : `Entreprises désactivées depuis, qui le restent : ${keys.join(', ')}.\n`

const lostText = (count: number, folder: string): string =>
  count === 0
    ? ''
    : `Fichiers que la base nomme et qui ne sont ni dans cette sauvegarde, ni dans « ${folder} » : ${count}. Les prochaines sauvegardes se feront sans eux.\n`

/**
 * Refuses a restore without the key that sealed the database: it would lose the passwords of services and the proof of its evidence, and nobody would notice
 * at once.
 */
function refuseWithoutKey(from: string, dataDir: string): void {
  const path = join(dataDir, SECRET_KEY_FILE)
  if (readManifest(from).key || process.env.SECRET_KEY || existsSync(path)) return
  throw new BackupError(
    `La clé secrète de l'installation n'est ni dans cette sauvegarde, ni sur cette machine : remettez-la dans « ${path} » (ou SECRET_KEY), puis restaurez.\n` +
      `Si elle est perdue : openssl rand -hex 32 > ${path}, puis restaurez ; ce qu'elle protégeait est perdu avec elle (docs/operations.md).`,
  )
}

main().catch((error: unknown) => {
  const expected = [ArgumentError, ConfigError, BackupError, FolderHeld].some((kind) => error instanceof kind)
  const { message } = error as Error
  console.error(...(expected ? [message] : ["La restauration n'a pas pu être faite, rien n'a changé :", message]))
  process.exitCode = 1
})
