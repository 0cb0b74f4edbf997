import { ConfigError, readConfig } from '../config.ts'
import { markStoreOf } from '../epoch/mark-store.ts'
import { sealedLine } from '../evidence/heads.ts'
import { FolderHeld } from '../plugins/database/folder-lock.ts'
import { fileHeads } from '../ports/heads/file-heads.ts'
import { keepPrivate } from '../private-folders.ts'
import { createSecrets } from '../secrets.ts'
import { ArgumentError, databaseOf, folderOption } from './arguments.ts'
import { BackupError } from './manifest.ts'
import { restore } from './restore.ts'

/** `npm run restore -- --from <folder>`: with the server stopped. */
async function main(): Promise<void> {
  const from = folderOption(process.argv.slice(2), '--from', 'npm run restore -- --from sauvegardes/lundi')
  const config = readConfig(process.env)
  keepPrivate()
  const database = databaseOf(config, () => process.exit(1))
  const { at, companies } = await restore({ from, dataDir: config.dataDir, database, marks: markStoreOf(config) })
  // The key of the backup is in its place now: evidence made since is gone with the database, by our own will.
  const { evidence } = createSecrets(config.secretKey(), config.formerSecretKeys)
  const line = sealedLine(evidence, { at: new Date().toISOString(), evenement: 'restauration' })
  await fileHeads(config.evidenceHeads.file).add(line)
  const names = companies.map((company) => company.key).join(', ')
  console.log(
    `La sauvegarde du ${new Date(at).toLocaleString('fr-FR')} est restaurée (${names || 'aucune entreprise'}).\n` +
      "Les appareils renverront d'eux-mêmes ce qu'ils ont fait depuis.",
  )
}

main().catch((error: unknown) => {
  const expected = [ArgumentError, ConfigError, BackupError, FolderHeld].some((kind) => error instanceof kind)
  const { message } = error as Error
  console.error(...(expected ? [message] : ["La restauration n'a pas pu être faite, rien n'a changé :", message]))
  process.exitCode = 1
})
