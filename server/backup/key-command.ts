import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { ArgumentError, pathOptions } from '../command-arguments.ts'
import { ConfigError, readConfig } from '../config.ts'
import { age } from './encryption.ts'
import { BackupError } from './manifest.ts'

/** `npm run backup-key -- --to <file>`: makes a pair of keys, in the format of `age-keygen`. It touches neither the database nor the settings. */
async function main(): Promise<void> {
  const example = 'npm run backup-key -- --to /media/usb/cle-des-sauvegardes.txt'
  const { needed: to } = pathOptions(process.argv.slice(2), { needed: 'to', example })
  const { dataDir, backupDir } = readConfig(process.env)
  if ([dataDir, backupDir].some((folder) => !relative(folder, to).startsWith('..')))
    throw new BackupError(
      `Pas dans « ${dirname(to)} » : la clé serait à côté de ce qu'elle protège. Exemple : ${example}`,
    )
  const { generateIdentity, identityToRecipient } = await age()
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  mkdirSync(dirname(to), { recursive: true })
  try {
    const lines = [`# created: ${new Date().toISOString()}`, `# public key: ${recipient}`, identity, '']
    writeFileSync(to, lines.join('\n'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new BackupError(`« ${to} » existe déjà : il n'est pas remplacé.`)
  }
  console.log(
    `La clé privée est dans « ${to} ». Sans elle, aucune sauvegarde ne se restaure : gardez-la à deux endroits sûrs, hors du serveur.\n` +
      `La clé publique est le réglage du serveur :\n\nBACKUP_RECIPIENT=${recipient}`,
  )
}

main().catch((error: unknown) => {
  const expected = [ArgumentError, ConfigError, BackupError].some((kind) => error instanceof kind)
  const { message } = error as Error
  console.error(...(expected ? [message] : ["La clé n'a pas pu être faite :", message]))
  process.exitCode = 1
})
