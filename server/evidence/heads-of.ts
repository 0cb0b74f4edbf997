import type { Config } from '../config.ts'
import type { Database } from '../plugins/database/database.ts'
import { fileHeads } from '../ports/heads/file-heads.ts'
import type { HeadsMemory, HeadsPort } from '../ports/heads/heads.ts'
import { mailHeads } from '../ports/heads/mail-heads.ts'

/** The stores outside of the database that the configuration names. */
export function headsOf(
  { evidenceHeads: { file, mail } }: Pick<Config, 'evidenceHeads'>,
  db: Pick<Database, 'transaction'>,
): { memory: HeadsMemory; others: HeadsPort[] } {
  return { memory: fileHeads(file), others: mail === null ? [] : [mailHeads(db, mail)] }
}
