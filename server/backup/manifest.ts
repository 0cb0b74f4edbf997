import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Migration, readMigrations } from '../plugins/database/migrate.ts'

/** One file of a backup, by its path in the backup's folder with forward slashes. */
export interface Part {
  path: string
  bytes: number
  sha256: string
}

/**
 * `manifest.json`: what a backup holds, with a hash of every part. It is readable in an encrypted backup too, so it holds no customer, no name of a person,
 * and no hash of unencrypted content.
 */
export interface Manifest {
  /** 2: encrypted, which older versions cannot read. */
  format: 1 | 2
  /** The parts are age files: for private keys, or for one that is stored with them, which a passphrase opens. */
  encryption?: { kind: 'recipients' } | { kind: 'passphrase'; key: Part }
  /** ISO 8601 UTC. */
  at: string
  engine: 'pglite' | 'postgresql'
  /** Migrations that the tables had; a restore begins with exactly these. */
  migrations: { name: string; hash: string }[]
  companies: { id: string; key: string; epoch: string; seq: number }[]
  tables: (Part & { name: string; rows: number })[]
  /** Files of the drive under `files/`, when they are in a folder of this machine. */
  files: Part[]
  /** How many files the rows name that were not in that folder. */
  missingFiles?: number
  /** The installation's own key (secrets.ts), in an encrypted backup, when it does not come from SECRET_KEY; older backups had it unencrypted. */
  key: Part | null
}

export const MANIFEST = 'manifest.json'
export const MANIFEST_HASH = 'manifest.sha256'
export const SECRET_KEY_FILE = 'secret.key'

/** A folder that is no complete backup; the message is French. */
export class BackupError extends Error {}

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export const damagedBackup = (folder: string, what: string): BackupError =>
  new BackupError(`La sauvegarde « ${folder} » est abîmée : ${what}. Elle n'est pas restaurée.`)

/** @throws BackupError when the folder holds no backup, or its manifest was changed */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) throw new BackupError(`« ${folder} » n'est pas une sauvegarde : il y manque ${MANIFEST}.`)
  const text = readFileSync(path)
  const hashPath = join(folder, MANIFEST_HASH)
  if (!existsSync(hashPath) || readFileSync(hashPath, 'utf8').trim() !== sha256(text))
    throw damagedBackup(folder, `${MANIFEST} a changé`)
  const manifest = JSON.parse(text.toString('utf8')) as Manifest
  if (manifest.format === 1 ? !manifest.encryption : manifest.format === 2 && manifest.encryption) return manifest
  throw new BackupError('Cette sauvegarde vient d’une version plus récente de Lolapp.')
}

/** The same, after a check that every part is as it was written. @throws BackupError as `readManifest`, or when a part was lost or changed */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder)
  const { tables, files, key, encryption } = manifest
  const opener = encryption?.kind === 'passphrase' ? [encryption.key] : []
  for (const part of [...tables, ...files, ...(key ? [key] : []), ...opener]) {
    const at = normalize(part.path)
    if (isAbsolute(at) || at.split(sep).includes('..')) throw damagedBackup(folder, `${part.path} sort du dossier`)
    const file = join(folder, at)
    if (!existsSync(file)) throw damagedBackup(folder, `${part.path} manque`)
    if ((await hashFile(file)) !== part.sha256) throw damagedBackup(folder, `${part.path} a changé`)
  }
  return manifest
}

/** The migrations of this program that the backup's tables had. @throws BackupError for those of another program */
export function migrationsOf(manifest: Manifest): Migration[] {
  const known = new Map(readMigrations().map((one) => [one.name, one]))
  return manifest.migrations.map(({ name, hash }) => {
    const migration = known.get(name)
    if (migration?.hash === hash) return migration
    throw new BackupError(
      `Cette sauvegarde a été faite par une autre version de Lolapp (migration ${name}) : installez-la, puis restaurez.`,
    )
  })
}
