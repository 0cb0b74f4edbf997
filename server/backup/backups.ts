import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { AppError } from '../../schemas/errors.ts'
import type { Config } from '../config.ts'
import type { Database } from '../plugins/database/database.ts'
import { writeBackup } from './dump.ts'
import type { Encryption } from './encryption.ts'
import { noteMissing } from './known-missing.ts'
import { BackupError, type Manifest, readManifest } from './manifest.ts'

/** One backup of the backups' folder. */
export interface BackupSummary {
  /** Name of its folder. */
  id: string
  /** ISO 8601 UTC. */
  created_at: string
  engine: string
  companies: number
  rows: number
  files: number
  bytes: number
  encrypted: boolean
  /** Files that the rows name, and that are not in it. */
  missing: number
}

/** What the caller of one backup chooses. */
export interface BackupWishes {
  /** Who can open it; by default as the others. */
  encryption?: Encryption | null
  /** The files that are missing are lost: the backup is made without them. */
  allowMissing?: boolean
}

/** Backups of this installation (API-13): the last ones are kept in one folder. */
export interface Backups {
  /** How they are encrypted; null: they are not. */
  encryption: Encryption['kind'] | null
  /** Those of the folder that a restore would read. */
  list(): BackupSummary[]
  /** @throws AppError CONFLICT while another one is being made, and when it cannot be whole */
  create(): Promise<BackupSummary>
  /**
   * The same, into a folder that the caller names and that does not count among the kept ones.
   * @throws BackupError, AppError CONFLICT
   */
  createAt(to: string, wishes?: BackupWishes): Promise<BackupSummary>
}

export interface BackupsConfig {
  dataDir: string
  /** Folder of the kept backups. */
  backupDir: string
  /** How many are kept. */
  backupKeep: number
  /** Who can open them; by default they are not encrypted, and do not hold the installation's key. */
  backupEncryption?: Encryption | null
  /** The drive's files are not in `files` of the data folder, but in an object store: they are not looked for. */
  filesElsewhere?: boolean
}

/** Of the server's settings. */
export const backupsConfigOf = (config: Config): BackupsConfig => ({
  ...config,
  filesElsewhere: config.ports.files.s3 !== null,
})

/** More than clocks of machines differ. */
const AHEAD_MS = 60 * 60_000
const NAME = /^lolapp-\d{14}-[0-9a-f]{6}$/

export function createBackups(db: Database, config: BackupsConfig): Backups {
  const { dataDir, backupDir, backupKeep, backupEncryption = null, filesElsewhere = false } = config
  let busy = false
  const make = async (id: string, to: string, wishes: BackupWishes): Promise<BackupSummary> => {
    if (busy) throw new AppError('CONFLICT', 'Une sauvegarde est déjà en cours.')
    busy = true
    try {
      const { encryption, allowMissing = false } = wishes
      const how = { encryption: encryption ?? backupEncryption, filesElsewhere, allowMissing }
      const manifest = await writeBackup({ db, to, dataDir, ...how })
      const made = summary(id, manifest)
      await noteBackup(db, { at: manifest.at, missing: made.missing })
      return made
    } finally {
      busy = false
    }
  }
  const list = (): BackupSummary[] => {
    if (!existsSync(backupDir)) return []
    return readdirSync(backupDir)
      .filter((name) => NAME.test(name))
      .flatMap((name) => summaryOf(join(backupDir, name), name))
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  }
  return {
    encryption: backupEncryption?.kind ?? null,
    list,
    create: async () => {
      const id = `lolapp-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}-${randomBytes(3).toString('hex')}`
      const made = await make(id, join(backupDir, id), {}).catch((error: unknown) => {
        throw error instanceof BackupError ? new AppError('CONFLICT', error.message, { cause: error }) : error
      })
      // Only after the new one is complete.
      const others = list().filter((one) => one.id !== id)
      // Nobody knows how old those of a clock that was ahead are: they go first, or they would push out each new one.
      const isAhead = (one: BackupSummary): boolean => Date.parse(one.created_at) > Date.now() + AHEAD_MS
      const kept = [...others.filter((one) => !isAhead(one)), ...others.filter(isAhead)]
      for (const old of kept.slice(backupKeep - 1)) rmSync(join(backupDir, old.id), { recursive: true, force: true })
      return made
    },
    createAt: (to, wishes = {}) => make(to, to, wishes),
  }
}

/**
 * Stored so that monitoring knows the last backup's age, wherever it was made, and the next one which files are lost. The backup is valid even if this fails. A line of a clock that was ahead goes,
 * or it would be the last backup until that time has come.
 */
async function noteBackup(db: Database, made: { at: string; missing: number }): Promise<void> {
  const noted = db.transaction({ platform: true }, async (trx) => {
    await sql`delete from backup_made where at < ${made.at} or at > now() + interval '1 hour'`.execute(trx)
    await noteMissing(trx, made)
  })
  await noted.catch(() => undefined)
}

/** None of a folder whose manifest is broken (copied half back): it is no backup, and must not keep the others from being listed, made and removed. */
function summaryOf(folder: string, id: string): BackupSummary[] {
  try {
    return [summary(id, readManifest(folder))]
  } catch {
    return []
  }
}

function summary(id: string, manifest: Manifest): BackupSummary {
  const { at, engine, companies, tables, files, encryption, missingFiles: missing = 0 } = manifest
  const bytes = [...tables, ...files].reduce((sum, part) => sum + part.bytes, 0)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const encrypted = encryption !== undefined
  const counts = { companies: companies.length, rows, files: files.length, missing }
  return { id, created_at: at, engine, ...counts, bytes, encrypted }
}
