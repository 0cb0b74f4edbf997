import { sql } from 'kysely'
import { newRecord } from '../../schemas/entity.ts'
import { AppError, notFound, validationError } from '../../schemas/errors.ts'
import { mergePatch, type Stamp, same, type Values } from '../../schemas/merge.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { assertHoldsNothing } from '../handover/nothing-held.ts'
import type { Tx } from '../plugins/database/database.ts'
import { EVERYONE, readRow, type StoredRow } from '../repositories/rows.ts'
import { removeFactors } from '../second-factor/factors.ts'
import { followPeople } from '../writes/absence-scope.ts'
import { changedMeanwhile } from '../writes/changed-meanwhile.ts'
import { type Changes, createChanges, TOMBSTONE } from '../writes/changes.ts'
import { saveCredential, setDisabled } from './credentials.ts'
import { endSessions, openSessions } from './end-sessions.ts'
import { endLinks } from './password-links.ts'

const entity = entityOf('personnel')

export interface PersonnelWrite {
  /** The author: `admin:<id>`. */
  by: string
  /** Fields of the entity that the body gave. */
  patch: Values
  /** Whether the account may log in; undefined does not change it. */
  disabled?: boolean | undefined
  /** Hash of a password that nobody knows, for an account that has none yet. */
  passwordHash: string
}

interface Written {
  row: StoredRow
  hints: Hint[]
}

/** A new member of the staff in the transaction's company. After the commit publish the hints. */
export async function createPersonnel(tx: Tx, companyId: string, write: PersonnelWrite): Promise<Written> {
  const id = (write.patch.IDPERSONNEL as string | undefined) ?? uuidv7()
  const patch = withoutRepeats({ ...write.patch, IDPERSONNEL: id })
  await assertAgencies(tx, patch)
  if (await readRow(tx, { resource: 'personnel', id, lock: 'update' })) {
    throw new AppError('CONFLICT', 'Cet identifiant existe déjà.')
  }
  // The company is the transaction's, never the body's.
  const record = newRecord(entity, patch)
  record.IDCOMPANY = companyId
  const row: StoredRow = {
    id,
    record,
    version: 1,
    seq: 0,
    deleted: false,
    stamps: {},
    createdBy: null,
    viewers: EVERYONE,
  }
  const changes = createChanges()
  changes.insert('personnel', row)
  await saveCredential(tx, { id, mail: record.MAIL as string | null, ...write })
  return { row, hints: await changes.flush(tx) }
}

/**
 * A change of a member of the staff, rights included. After the commit publish the hints and call
 * `app.sessions.forget('personnel:<id>')`.
 * @param seen VERSION that the form had; another one is a 409
 */
export async function updatePersonnel(
  tx: Tx,
  { id, seen, ...write }: PersonnelWrite & { id: string; seen: number | null },
): Promise<Written> {
  const row = await livingRow(tx, id)
  if (seen !== null && seen !== row.version) {
    throw changedMeanwhile({ ...row.record, VERSION: row.version })
  }
  const patch = withoutRepeats(write.patch)
  await assertAgencies(tx, patch)
  const before = { ...row.record }
  const changes = createChanges()
  mergeInto(changes, row, { by: write.by, patch })
  const mail = row.record.MAIL as string | null
  if (!same(before.MAIL, mail)) {
    await saveCredential(tx, { id, mail, ...write })
    // Whoever reads the former address may know the new one.
    await endLinks(tx, `personnel:${id}`)
    if (mail === null) await endSessions(tx, `personnel:${id}`)
  } else if (write.disabled !== undefined) await setDisabled(tx, { id, mail, ...write })
  if (write.disabled === true) await endAccess(tx, id)
  if (write.disabled === false) await openSessions(tx, id)
  await followPeople({ tx, changes })
  return { row, hints: await changes.flush(tx) }
}

/**
 * A change that people make to their own record; the caller decides which fields. After the commit publish the hints.
 * @param by `personnel:<id>`
 */
export async function updateOwnPersonnel(
  tx: Tx,
  { id, by, patch }: { id: string; by: string; patch: Values },
): Promise<Written> {
  const row = await livingRow(tx, id)
  const changes = createChanges()
  mergeInto(changes, row, { by, patch })
  return { row, hints: await changes.flush(tx) }
}

function mergeInto(changes: Changes, row: StoredRow, { by, patch }: { by: string; patch: Values }): void {
  const before = { ...row.record }
  const { changed, record, stamps } = mergePatch({
    entity,
    server: row.record,
    stamps: row.stamps,
    patch,
    base: null,
    stamp: stampOver(row, by),
  })
  if (changed.length === 0) return
  Object.assign(row, { record, stamps, version: row.version + 1 })
  changes.update({ resource: 'personnel', row, before, fields: changed })
}

/**
 * The record becomes a tombstone, which records that point to it can still show; the account and its sessions end.
 * @throws AppError NOT_FOUND, CONFLICT while they hold something that only a handover gives to somebody else
 */
export async function removePersonnel(tx: Tx, { id, by }: { id: string; by: string }): Promise<Hint[]> {
  const row = await livingRow(tx, id)
  await assertHoldsNothing(tx, id)
  const before = { ...row.record }
  row.stamps = { ...row.stamps, [TOMBSTONE]: stampOver(row, by) }
  row.deleted = true
  row.version += 1
  const changes = createChanges()
  changes.update({ resource: 'personnel', row, before, fields: [TOMBSTONE] })
  await tx.deleteFrom('credential').where('personnel_id', '=', id).execute()
  await tx.deleteFrom('personnel_photo').where('personnel_id', '=', id).execute()
  await removeFactors(tx, `personnel:${id}`)
  await endAccess(tx, id)
  return changes.flush(tx)
}

/** Ends what is open: a link that was sent before would open the account once it is opened again. */
async function endAccess(tx: Tx, id: string): Promise<void> {
  await endLinks(tx, `personnel:${id}`)
  await endSessions(tx, `personnel:${id}`)
}

async function livingRow(tx: Tx, id: string): Promise<StoredRow> {
  const row = await readRow(tx, { resource: 'personnel', id, lock: 'update' })
  if (!row || row.deleted) throw notFound()
  return row
}

/** An administrator edits the record as they see it: their edit follows the last one. */
const stampOver = ({ version }: StoredRow, by: string): Stamp => [version + 1, uuidv7(), by, version + 1]

const LISTS = ['ROLES', 'AGENCES']
const withoutRepeats = (patch: Values): Values =>
  Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [
      name,
      LISTS.includes(name) ? [...new Set(value as string[])] : value,
    ]),
  )

async function assertAgencies(tx: Tx, { IDAGENCE, AGENCES }: Values): Promise<void> {
  const given = { IDAGENCE: typeof IDAGENCE === 'string' ? [IDAGENCE] : [], AGENCES: (AGENCES ?? []) as string[] }
  const wanted = [...given.IDAGENCE, ...given.AGENCES]
  if (wanted.length === 0) return
  const { rows } = await sql<{
    id: string
  }>`select id from reference where company_id = current_setting('app.company_id')
    and "LISTE" = 'AGENCES' and not deleted and id = any(${wanted}::text[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  for (const [field, ids] of Object.entries(given)) {
    if (ids.some((id) => !known.has(id))) throw validationError({ [field]: ["Cette agence n'existe pas"] })
  }
}
