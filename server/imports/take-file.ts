import { sql } from 'kysely'
import { AppError } from '../../schemas/errors.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import { proposeColumns } from './headings.ts'
import {
  deleteImport,
  describeImport,
  insertImport,
  insertLines,
  moveImport,
  readImport,
  readRemembered,
} from './import-store.ts'
import { readInThread } from './read/read-in-thread.ts'

interface TakenFile {
  id: string
  name: string
  bytes: Uint8Array
  /** Name of a sheet; null: the first that holds something. */
  sheet: string | null
  account: string
  personnel: string
}

/** Files that nobody has imported and that a company keeps: the oldest go. */
const MOST_OPEN = 5

const isOpen = (state: string): boolean => ['lecture', 'lu', 'pret'].includes(state)

/**
 * Keeps a file's lines as a new import, with proposed columns. The same id again, before the import has begun, is the same import from another sheet or file;
 * one that cannot be read leaves it as it was.
 * @param read reads the file's lines
 * @throws AppError CONFLICT for an id whose import has begun, VALIDATION_ERROR for a file that cannot be read
 */
export async function takeFile(
  db: Database,
  companyId: string,
  file: TakenFile,
  read: typeof readInThread = readInThread,
): Promise<void> {
  const { id, name, account, personnel } = file
  const reading = uuidv7()
  await db.inTenant(companyId, (tx) => assertOpen(tx, id))
  let isKept = false
  try {
    await read(file.bytes, file.sheet, {
      onAbout: async (about) => {
        await db.inTenant(companyId, async (tx) => {
          await assertOpen(tx, id)
          await deleteImport(tx, id)
          await prune(tx)
          await insertImport(tx, { id, name, account, personnel, reading })
          await describeImport(tx, id, about, proposeColumns(about.titres, await readRemembered(tx)))
        })
        isKept = true
      },
      onPage: (json) =>
        db.inTenant(companyId, async (tx) => {
          await assertReading(tx, { id, reading })
          await insertLines(tx, id, json)
        }),
    })
    await db.inTenant(companyId, async (tx) => {
      await assertReading(tx, { id, reading })
      await moveImport(tx, id, { from: ['lecture'], to: 'lu' })
    })
  } catch (error) {
    if (isKept)
      await db.inTenant(companyId, async (tx) => {
        if (await isReading(tx, { id, reading })) await deleteImport(tx, id)
      })
    throw error
  }
}

interface Reading {
  id: string
  reading: string
}

/** Whether the import is still this reading's: the same id may have been sent again meanwhile, from another sheet. */
async function isReading(tx: Tx, { id, reading }: Reading): Promise<boolean> {
  const known = await readImport(tx, id, true)
  return known?.state === 'lecture' && known.holder === reading
}

/** Lines of two sheets in one import would be neither's. @throws AppError CONFLICT */
async function assertReading(tx: Tx, of: Reading): Promise<void> {
  if (!(await isReading(tx, of)))
    throw new AppError('CONFLICT', 'Ce fichier a été envoyé une nouvelle fois : c’est ce dernier envoi qui compte.')
}

/** @throws AppError CONFLICT */
async function assertOpen(tx: Tx, id: string): Promise<void> {
  const known = await readImport(tx, id, true)
  if (known && !isOpen(known.state))
    throw new AppError('CONFLICT', 'Cet import a commencé : il ne peut plus changer de fichier.')
}

/** Leaves room for one more. */
async function prune(tx: Tx): Promise<void> {
  const open = sql`company_id = current_setting('app.company_id') and state in ('lecture', 'lu', 'pret')`
  await sql`delete from data_import where ${open} and id not in
    (select id from data_import where ${open} order by created_at desc limit ${sql.lit(MOST_OPEN - 1)})`.execute(tx)
}
