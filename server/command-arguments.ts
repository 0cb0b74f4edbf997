import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, ConfigError } from './config.ts'
import { knownKey } from './installation/known-key.ts'
import { holdsDatabase } from './plugins/database/folder-swap.ts'
import type { DatabaseConfig } from './plugins/database/open-database.ts'

/** A command line with an error; the message is French and shows how to write it. */
export class ArgumentError extends Error {}

/** Files and folders of a command line: `--to <path>`, also written `--to=<path>`; `flag` is an option without a value. @throws ArgumentError */
export function pathOptions(
  argv: readonly string[],
  { needed, optional, flag, example }: { needed: string; optional?: string; flag?: string; example: string },
): { needed: string; optional: string | undefined; flag: boolean } {
  const names = [needed, ...(optional === undefined ? [] : [optional])]
  const wrong = new ArgumentError(`Indiquez le chemin avec --${needed}. Exemple : ${example}`)
  const read = (name: string | undefined): string | undefined => {
    const path = name === undefined ? undefined : values[name]
    return typeof path === 'string' && path !== '' ? resolve(path) : undefined
  }
  let values: Record<string, unknown> = {}
  try {
    const paths = names.map((name) => [name, { type: 'string' }] as const)
    const flags = flag === undefined ? [] : [[flag, { type: 'boolean' }] as const]
    values = parseArgs({ args: [...argv], options: Object.fromEntries([...paths, ...flags]) }).values
  } catch {
    throw wrong
  }
  const given = read(needed)
  if (given === undefined) throw wrong
  return { needed: given, optional: read(optional), flag: flag !== undefined && values[flag] === true }
}

/**
 * With PostgreSQL the database does not lead a command to the folder where the server keeps files, mark and heads of evidence. The default would be another
 * folder: a backup without files, evidence that is compared with nothing.
 * @throws ConfigError
 */
export function needDataDir({ databaseUrl, dataDirIsGiven }: Config): void {
  if (databaseUrl === null || dataDirIsGiven) return
  throw new ConfigError(
    'DATA_DIR manque : avec PostgreSQL, cette commande a aussi besoin du dossier de données du serveur (fichiers, clé, preuves scellées). Donnez celui du serveur, par exemple DATA_DIR=/var/lib/lolapp.',
  )
}

interface CommandDatabase {
  onLockLost: () => void
  /**
   * `current`: it must be there, with the schema of this build, because a command that made an empty one would report a success, and one that migrated it would
   * end the way back to the former version. `there`: with any schema, which `migrate` updates. `any`: a seed and a restore make one.
   */
  expected: 'current' | 'there' | 'any'
}

/** The database of a command that runs beside the server. @throws ConfigError where there is none; nothing is made then */
export function databaseOf(config: Config, { onLockLost, expected }: CommandDatabase): DatabaseConfig {
  if (expected !== 'any' && config.databaseUrl === null && !holdsDatabase(config.dataDir))
    throw new ConfigError(
      `Il n'y a pas d'installation dans « ${config.dataDir} » : rien n'a été fait. Donnez à la commande les réglages du serveur : DATA_DIR (son dossier de données), ou DATABASE_URL (PostgreSQL). ` +
        'Pour une nouvelle installation, démarrez d’abord le serveur.',
    )
  const key = knownKey(config, 'a command')
  const migrates = expected !== 'current'
  if (config.databaseUrl === null) return { kind: 'embedded', folder: config.dataDir, onLockLost, key, migrates }
  return {
    kind: 'postgresql',
    ownerUrl: config.databaseUrl,
    connections: 2,
    ...(config.databaseAppUrl === null ? {} : { appUrl: config.databaseAppUrl }),
    ...(config.databaseListenUrl === null ? {} : { listenUrl: config.databaseListenUrl }),
    key,
    migrates,
  }
}

/** Which database the settings name, for the operator: without user and password. */
export function databaseText({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null) return `la base embarquée de « ${dataDir} »`
  const { host, pathname } = new URL(databaseUrl)
  return `la base PostgreSQL « ${pathname.slice(1)} » de ${host || 'cette machine'}`
}
