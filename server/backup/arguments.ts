import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { DatabaseConfig } from '../plugins/database/open-database.ts'

/** A command line that cannot be followed; the message is French and shows how to write it. */
export class ArgumentError extends Error {}

/** The one option of a command: `--to <folder>`, also written `--to=<folder>`. @throws ArgumentError */
export function folderOption(argv: readonly string[], name: '--to' | '--from', example: string): string {
  const [first = '', second] = argv
  const value = first.startsWith(`${name}=`) ? first.slice(name.length + 1) : first === name ? second : undefined
  const used = first === name ? 2 : 1
  if (!value || value.startsWith('--') || argv.length !== used)
    throw new ArgumentError(`Indiquez le dossier avec ${name}. Exemple : ${example}`)
  return resolve(value)
}

/** The database of a command that runs beside the server. */
export function databaseOf(config: Config, onLockLost: () => void): DatabaseConfig {
  if (config.databaseUrl === null) return { kind: 'embedded', folder: config.dataDir, onLockLost }
  return {
    kind: 'postgresql',
    ownerUrl: config.databaseUrl,
    connections: 2,
    ...(config.databaseAppUrl === null ? {} : { appUrl: config.databaseAppUrl }),
  }
}
