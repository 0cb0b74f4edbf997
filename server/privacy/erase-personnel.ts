import { sql } from 'kysely'
import { AppError, notFound } from '../../schemas/errors.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import { heldWords } from '../handover/nothing-held.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow } from '../repositories/rows.ts'
import { createChanges, TOMBSTONE } from '../writes/changes.ts'
import { erasedStamps, isErased } from '../writes/erased.ts'
import { nextVersion } from '../writes/write-types.ts'
import { eraseAbsencesOf } from './erase-absences.ts'
import { beginErasing } from './erasing.ts'
import { neutralRecord } from './neutral.ts'
import { messagesTo } from './staff-messages.ts'

/** Name shown for a person who left and asked to be erased, where a name is needed. */
const NOBODY = 'Ancien collaborateur'

/** What the figures of past periods read of a seller: none of it says who they were. */
const FIGURED = ['IDCOMPANY', 'ROLES', 'HORS_STATS', 'IDAGENCE', 'AGENCES']

const MINE = sql`company_id = current_setting('app.company_id')`

/** Whether this person has not left: nobody has removed them or closed their account, which they may never have had. A person who works here is not erased. */
export async function worksHere(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from personnel p
    where p.company_id = current_setting('app.company_id') and p."IDPERSONNEL" = ${id} and not p.deleted
      and not exists (select 1 from credential c where c.company_id = p.company_id and c.personnel_id = ${id} and c.disabled)`.execute(
    tx,
  )
  return rows.length > 0
}

/** What they hold, in words; null: nothing, or they were removed, and a handover reaches nothing any more. */
export async function stillHeld(tx: Tx, id: string): Promise<string | null> {
  const row = await readRow(tx, { resource: 'personnel', id })
  return row && !row.deleted ? heldWords(tx, id) : null
}

/** @throws AppError CONFLICT while they work here, or hold what only a handover gives to somebody else */
export async function assertErasable(tx: Tx, id: string): Promise<void> {
  await assertLeft(tx, id)
  const held = await stillHeld(tx, id)
  if (held !== null) throw new AppError('CONFLICT', held)
}

/** @throws AppError CONFLICT while they work here */
async function assertLeft(tx: Tx, id: string): Promise<void> {
  if (await worksHere(tx, id)) {
    throw new AppError('CONFLICT', 'Cette personne travaille encore ici : fermez d’abord son compte.')
  }
}

/**
 * Erases a member of the staff who has left: record, absences, account, devices, links, messages to them, and their name in journals. Their acts stay under an
 * identifier that names nobody any more; their name stays where it was signed (quotes, PVs, the chain of evidence). Whether they still hold something was
 * asked before (`assertErasable`): a restored database may have given it back to them, and is erased again all the same.
 * @throws AppError NOT_FOUND, CONFLICT while they work here
 */
export async function erasePersonnel(tx: Tx, id: string): Promise<{ hints: Hint[] }> {
  const row = await readRow(tx, { resource: 'personnel', id, lock: 'update' })
  if (!row) throw notFound()
  await assertLeft(tx, id)
  await beginErasing(tx)
  const account = `personnel:${id}`
  // Their login and links are still there: they say which messages were theirs.
  const theirs = await messagesTo(tx, { id, mail: row.record.MAIL as string | null })
  const changes = createChanges()
  if (!isErased(row)) {
    const entity = entityOf('personnel')
    const before = row.record
    row.record = { ...neutralRecord(entity, before, FIGURED), NOM: NOBODY }
    row.deleted = true
    row.stamps = erasedStamps('effacement')
    row.version = nextVersion(row.version, null)
    changes.update({ resource: 'personnel', row, before, fields: [TOMBSTONE, ...Object.keys(entity.fields)] })
  }
  await eraseAbsencesOf(tx, changes, id)
  // Searching these tables takes long: before the company's counter, for which every write of the company waits.
  await sql`delete from message where ${MINE} and ${theirs.where}`.execute(tx)
  await sql`delete from session where ${MINE} and kind = 'personnel' and account_id = ${id}`.execute(tx)
  await sql`delete from credential where ${MINE} and personnel_id = ${id}`.execute(tx)
  await sql`delete from personnel_photo where ${MINE} and personnel_id = ${id}`.execute(tx)
  await sql`delete from taken_off where ${MINE} and personnel_id = ${id}`.execute(tx)
  await sql`delete from notice_burst where ${MINE} and (personnel_id = ${id} or author_id = ${id})`.execute(tx)
  await sql`delete from device where ${MINE} and personnel_id = ${id}`.execute(tx)
  await sql`delete from filtre where ${MINE} and "IDPERSONNEL" = ${id}`.execute(tx)
  await sql`delete from ics_token where ${MINE} and personnel_id = ${id}`.execute(tx)
  for (const table of ['totp', 'passkey', 'recovery_code', 'factor_challenge']) {
    await sql`delete from ${sql.table(table)} where ${MINE} and account = ${account}`.execute(tx)
  }
  await sql`delete from password_link where ${MINE} and account = ${account}`.execute(tx)
  await sql`update audit set details = case when target = ${account} then '{}' else details end,
    ip = case when actor = ${account} then null else ip end, device = case when actor = ${account} then null else device end
    where ${MINE} and (actor = ${account} or target = ${account})`.execute(tx)
  // Answers that were kept for a second send: to administrators, to directors who wrote their record, and the address that was invited.
  await sql`delete from once_result where ${MINE} and ((account like 'admin:%' and position(${id} in result::text) > 0)
    or result -> 'data' ->> 'IDPERSONNEL' = ${id} or lower(result #>> '{}') = any(${theirs.addresses}::text[]))`.execute(
    tx,
  )
  return { hints: await changes.flush(tx) }
}

/** Records with a journal. */
const JOURNALLED = ['projet', 'client'] as const
/** Records of one step: devices receive each of these rows again. */
const STEP = 200

/** Removes their name from the journals of one step's records. Call it, each time in a transaction of its own, until none is left. */
export async function anonymiseJournals(tx: Tx, id: string): Promise<{ hints: Hint[]; left: boolean }> {
  const changes = createChanges()
  let found = 0
  for (const resource of JOURNALLED) {
    const { table, key } = entityOf(resource)
    const { rows } = await sql<{
      id: string
    }>`select ${sql.ref(key)} as id from ${sql.table(table)} as one where ${MINE}
      and "JOURNAL" @> ${JSON.stringify([{ IDPERSONNEL: id }])}::jsonb
      and exists (select 1 from jsonb_array_elements(one."JOURNAL") as e
        where e ->> 'IDPERSONNEL' = ${id} and e ->> 'AUTEUR' <> ${NOBODY})
      order by 1 limit ${sql.lit(STEP - found)}`.execute(tx)
    found += rows.length
    for (const one of rows) {
      const row = await readRow(tx, { resource, id: one.id, lock: 'update' })
      if (!row) continue
      const before = row.record
      const JOURNAL = (before.JOURNAL as { IDPERSONNEL?: string }[]).map((entry) =>
        entry.IDPERSONNEL === id ? { ...entry, AUTEUR: NOBODY } : entry,
      )
      row.record = { ...before, JOURNAL }
      row.version = nextVersion(row.version, null)
      changes.update({ resource, row, before, fields: ['JOURNAL'] })
    }
  }
  return { hints: await changes.flush(tx), left: found === STEP }
}
