import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from './config.ts'
import { knownKey } from './installation/known-key.ts'
import type { DatabaseConfig } from './plugins/database/open-database.ts'

/** A command line with an error; the message is French and shows how to write it. */
export class ArgumentError extends Error {}

/** Files and folders of a command line: `--to <path>`, also written `--to=<path>`. @throws ArgumentError */
export function pathOptions(
  argv: readonly string[],
  { needed, optional, example }: { needed: string; optional?: string; example: string },
): { needed: string; optional: string | undefined } {
  const names = [needed, ...(optional === undefined ? [] : [optional])]
  const wrong = new ArgumentError(`Indiquez le chemin avec --${needed}. Exemple : ${example}`)
  const read = (name: string | undefined): string | undefined => {
    const path = name === undefined ? undefined : values[name]
    return typeof path === 'string' && path !== '' ? resolve(path) : undefined
  }
  let values: Record<string, unknown> = {}
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    values = parseArgs({ args: [...argv], options }).values
  } catch {
    throw wrong
  }
  const given = read(needed)
  if (given === undefined) throw wrong
  return { needed: given, optional: read(optional) }
}

/** The database of a command that runs beside the server. */
export function databaseOf(config: Config, onLockLost: () => void): DatabaseConfig {
  const key = knownKey(config, 'a command')
  if (config.databaseUrl === null) return { kind: 'embedded', folder: config.dataDir, onLockLost, key }
  return {
    kind: 'postgresql',
    ownerUrl: config.databaseUrl,
    connections: 2,
    ...(config.databaseAppUrl === null ? {} : { appUrl: config.databaseAppUrl }),
    ...(config.databaseListenUrl === null ? {} : { listenUrl: config.databaseListenUrl }),
    key,
  }
}
