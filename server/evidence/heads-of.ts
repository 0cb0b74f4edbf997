import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../plugins/database/database.ts'
import { fileHeads } from '../ports/heads/file-heads.ts'
import type { HeadsMemory, HeadsPort } from '../ports/heads/heads.ts'
import { mailHeads } from '../ports/heads/mail-heads.ts'
import { timestampHeads } from '../ports/heads/timestamp-heads.ts'
import { sendOutbound } from '../ports/http/outbound.ts'

/** The stores outside of the database that the configuration names. */
export function headsOf(
  { evidenceHeads: { file, mail, timestampUrl } }: Pick<Config, 'evidenceHeads'>,
  db: Pick<Database, 'transaction'>,
): { memory: HeadsMemory; others: HeadsPort[] } {
  const folder = join(dirname(file), 'evidence-stamps')
  return {
    memory: fileHeads(file),
    others: [
      ...(mail === null ? [] : [mailHeads(db, mail)]),
      ...(timestampUrl === null ? [] : [timestampHeads({ url: timestampUrl, folder }, sendOutbound)]),
    ],
  }
}
