import { ArgumentError, databaseOf, needDataDir, pathOptions } from '../command-arguments.ts'
import { ConfigError, readConfig } from '../config.ts'
import { FolderHeld } from '../plugins/database/folder-lock.ts'
import { openDatabase } from '../plugins/database/open-database.ts'
import { keepPrivateForServer } from '../private-folders.ts'
import { type BackupWishes, backupsConfigOf, createBackups } from './backups.ts'
import { BackupError } from './manifest.ts'
import { requestBackup } from './request-file.ts'

/** `npm run backup -- --to <folder>`: the database and the drive's files, whether the server runs or not. */
async function main(): Promise<void> {
  const example = 'npm run backup -- --to sauvegardes/lundi'
  const options = { needed: 'to', flag: 'allow-missing-files', example }
  const { needed: to, flag: allowMissing } = pathOptions(process.argv.slice(2), options)
  const config = readConfig(process.env)
  needDataDir(config)
  keepPrivateForServer(config.dataDir)
  const done = await backUp(config, to, { encryption: config.backupEncryption, allowMissing })
  const count = (n: number, noun: string): string => `${n.toLocaleString('fr-FR')} ${noun}${n > 1 ? 's' : ''}`
  const made = done.encrypted ? 'Sauvegarde chiffrée faite' : 'Sauvegarde faite'
  console.log(`${made} dans « ${to} » : ${count(done.rows, 'ligne')}, ${count(done.files, 'fichier')}.`)
  if (done.missing)
    console.warn(
      `Fichiers que la base nomme et qui ne sont pas dans « ${config.ports.files.folder} », ni donc dans la sauvegarde : ${done.missing}.`,
    )
  if (!done.encrypted)
    console.warn(
      "Elle n'est pas chiffrée : qui la lit connaît tous les clients. La clé secrète (SECRET_KEY ou secret.key) n'y est pas : gardez-la ailleurs.\n" +
        'Pour chiffrer et avoir la clé avec : « npm run backup-key », puis BACKUP_RECIPIENT.',
    )
}

async function backUp(
  config: ReturnType<typeof readConfig>,
  to: string,
  wishes: BackupWishes,
): Promise<{ rows: number; files: number; encrypted: boolean; missing?: number }> {
  const lost = (): void => {
    console.error('Un autre processus a pris le dossier de données : arrêt.')
    process.exit(1)
  }
  try {
    const db = await openDatabase(databaseOf(config, { onLockLost: lost, expected: 'current' }))
    try {
      return await createBackups(db, backupsConfigOf(config)).createAt(to, wishes)
    } finally {
      await db.close()
    }
  } catch (error) {
    // The server has the embedded database open: it makes the backup itself.
    if (error instanceof FolderHeld) return requestBackup(config.dataDir, to, wishes)
    throw error
  }
}

main().catch((error: unknown) => {
  const expected = error instanceof ArgumentError || error instanceof ConfigError || error instanceof BackupError
  const { message } = error as Error
  console.error(...(expected ? [message] : ["La sauvegarde n'a pas pu être faite :", message]))
  process.exitCode = 1
})
