import { parseArgs } from 'node:util'
import { ArgumentError, databaseOf } from '../command-arguments.ts'
import { type Config, ConfigError, originOf, readConfig } from '../config.ts'
import { closeDemoAccounts } from '../demo/open-accounts.ts'
import { normalMail } from '../mail-address.ts'
import type { Database } from '../plugins/database/database.ts'
import { FolderHeld } from '../plugins/database/folder-lock.ts'
import { openDatabase } from '../plugins/database/open-database.ts'
import { keepPrivateForServer } from '../private-folders.ts'
import { createSecrets } from '../secrets.ts'
import { inviteAdmin } from './first-admin.ts'

/**
 * `npm run admin -- --mail <address>`: makes an administrator (SET-01), on both engines, or lets an existing one who lost password and second factor log in
 * again. `npm run admin -- --close-demo`: closes the accounts of the demonstration, before its database is served in public. The embedded database's server
 * must be stopped.
 */
const EXAMPLE = 'npm run admin -- --mail vous@votre-domaine.fr'

function readOptions(args: readonly string[]): { mail: string } | 'close-demo' {
  const options = { mail: { type: 'string' }, 'close-demo': { type: 'boolean' } } as const
  const { values } = parse(() => parseArgs({ args: [...args], options }))
  const mail = values.mail === undefined ? undefined : normalMail(values.mail)
  if (values['close-demo'] && mail === undefined) return 'close-demo'
  if (values['close-demo'] || mail === undefined || !/^[^\s@<>,]+@[^\s@<>,]+$/.test(mail))
    throw new ArgumentError(`Donnez l'adresse email de l'administrateur : ${EXAMPLE}`)
  return { mail }
}

function parse<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new ArgumentError(`Donnez l'adresse email de l'administrateur : ${EXAMPLE}`)
  }
}

async function run(db: Database, config: Config, asked: ReturnType<typeof readOptions>): Promise<string> {
  if (asked === 'close-demo') {
    const closed = await closeDemoAccounts(db)
    return closed.length === 0
      ? 'Aucun compte de démonstration n’était ouvert.'
      : `Comptes de démonstration fermés : ${closed.join(', ')}.`
  }
  const secrets = createSecrets(config.secretKey())
  const { link, factorReset } = await inviteAdmin(db, secrets, { mail: asked.mail, origin: originOf(config, 'admin') })
  const reset = factorReset ? 'Son second facteur est remis à zéro : il en choisira un autre à sa connexion.\n' : ''
  return `Administrateur : ${asked.mail}\n${reset}Ouvrez ce lien pour choisir le mot de passe (une seule fois, dans les 24 heures) :\n${link}`
}

async function main(): Promise<void> {
  const asked = readOptions(process.argv.slice(2))
  const config = readConfig(process.env)
  keepPrivateForServer(config.dataDir)
  const db = await openDatabase(databaseOf(config, { onLockLost: () => process.exit(1), expected: 'current' }))
  try {
    console.log(await run(db, config, asked))
  } finally {
    await db.close()
  }
}

main().catch((error: unknown) => {
  const expected = [ArgumentError, ConfigError].some((kind) => error instanceof kind)
  const { message } = error as Error
  if (error instanceof FolderHeld) console.error(`${message} Arrêtez d'abord le serveur.`)
  else console.error(...(expected ? [message] : ["L'administrateur n'a pas pu être créé :", message]))
  process.exitCode = 1
})
