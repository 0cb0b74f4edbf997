import { sql } from 'kysely'
import { AppError, type ErrorCode } from '../../schemas/errors.ts'
import type { PersonKind } from '../../schemas/privacy.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { closeLogin } from '../accounts/credentials.ts'
import { auditWrite } from '../audit/audit.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import type { Files } from '../ports/files/files.ts'
import { type Erased, eraseClient } from './erase-client.ts'
import { anonymiseJournals, assertErasable, erasePersonnel } from './erase-personnel.ts'
import { type Records, recordsOf } from './found.ts'
import type { ErasureNote, ErasureNotes } from './notes.ts'

export interface ErasureDeps {
  db: Database
  files: Pick<Files, 'remove'>
  notes: ErasureNotes
  publish: (companyId: string, hints: Hint[]) => void
  /** The sessions of this account have ended. */
  forget: (account: string) => Promise<void>
  /** What could not be erased again, or noted; it is tried again each day. */
  onError: (error: unknown) => void
}

export interface Person {
  companyId: string
  kind: PersonKind
  id: string
}

export interface ErasureDone {
  id: string
  /** Number of empty records, and of records kept under the law. */
  erased: number
  kept: number
  keepUntil: string | null
}

/** Ids by resource. */
type Ids = Record<string, string[]>

const plain = (records: Records): Ids => Object.fromEntries(records)
const countOf = (records: Readonly<Ids>): number => Object.values(records).flat().length

/**
 * Erases a person. The note outside of the database is written first: if anything fails after it, a later start completes the erasure; a refused one leaves
 * none. Bytes are removed after the commit, and again each day until the store has confirmed it.
 * @param also runs in the transaction of the erasure: its line of the audit trail
 * @throws AppError NOT_FOUND, CONFLICT (staff who still work, or hold a portfolio)
 */
export async function erasePerson(
  deps: ErasureDeps,
  person: Person,
  { by, also }: { by: string; also: (tx: Tx, done: ErasureDone) => Promise<unknown> },
): Promise<ErasureDone> {
  const note: ErasureNote = {
    format: 1,
    id: uuidv7(),
    company: person.companyId,
    kind: person.kind,
    person: person.id,
    at: new Date().toISOString(),
    by,
    records: await deps.db.inTenant(person.companyId, (tx) => recordsNow(tx, person)),
    done: false,
  }
  await deps.notes.keep(note)
  const made = await commit(deps, note, also).catch(async (error: unknown) => {
    // Their account may be closed later, for another reason: nobody asks for the erasure then.
    if (error instanceof AppError && REFUSALS.includes(error.code)) await deps.notes.drop(note.id)
    throw error
  })
  return finish(deps, note, made)
}

/** @throws AppError CONFLICT (staff who still work, or hold a portfolio): before anything is noted */
async function recordsNow(tx: Tx, { kind, id }: Person): Promise<Ids> {
  if (kind === 'client') return plain(await recordsOf(tx, id))
  await assertErasable(tx, id)
  return { personnel: [id] }
}

const REFUSALS: readonly ErrorCode[] = ['CONFLICT', 'NOT_FOUND']

/** What an erasure has made in the database. */
interface Committed {
  done: ErasureDone
  hints: Hint[]
  records: Ids
}

async function commit(
  { db }: ErasureDeps,
  note: ErasureNote,
  also: (tx: Tx, done: ErasureDone) => Promise<unknown>,
): Promise<Committed> {
  const { company, kind, person } = note
  return db.inTenant(company, async (tx) => {
    const { hints, erased, kept, keys } = await eraseIn(tx, note)
    const done = {
      id: note.id,
      erased: countOf(plain(erased)),
      kept: countOf(plain(kept.records)),
      keepUntil: kept.until,
    }
    await sql`insert into erasure (company_id, id, kind, person_id, at, by_account, erased, kept, keep_until, bytes_left)
      values (${company}, ${note.id}, ${kind}, ${person}, ${note.at}, ${note.by}, ${JSON.stringify(plain(erased))},
        ${JSON.stringify(plain(kept.records))}, ${kept.until}, ${JSON.stringify(keys)})
      on conflict (company_id, id) do nothing`.execute(tx)
    await sql`update erasure_request set settled_at = now(), settled_by = ${note.by}, outcome = 'efface'
      where company_id = ${company} and kind = ${kind} and person_id = ${person} and settled_at is null`.execute(tx)
    await also(tx, done)
    return { done, hints, records: merged(note.records, plain(erased), plain(kept.records)) }
  })
}

/** What follows the commit: devices are told, sessions end, names leave the journals, the note says that it is done, bytes go. */
async function finish(deps: ErasureDeps, note: ErasureNote, { done, hints, records }: Committed): Promise<ErasureDone> {
  const { company, kind, person } = note
  if (hints.length > 0) deps.publish(company, hints)
  await deps.forget(`${kind}:${person}`)
  await complete(deps, note, records).catch(deps.onError)
  // A failure of the store is tried again each day.
  await removeBytes(deps, company).catch(() => undefined)
  return done
}

/** What a later start completes, where the process ends before: a note that is not done has the erasure's last step still to make. */
async function complete(deps: ErasureDeps, note: ErasureNote, records: Ids): Promise<void> {
  if (note.kind === 'personnel') await journals(deps, note)
  // A record may have been added since the note was written.
  await deps.notes.keep({ ...note, records, done: true })
}

async function eraseIn(tx: Tx, { kind, person, records }: ErasureNote): Promise<Erased> {
  if (kind === 'client') return eraseClient(tx, person, records)
  const { hints } = await erasePersonnel(tx, person)
  return { hints, erased: new Map([['personnel', [person]]]), kept: { records: new Map(), until: null }, keys: [] }
}

function merged(...all: Readonly<Ids>[]): Ids {
  const ids: Ids = {}
  for (const [resource, some] of all.flatMap((one) => Object.entries(one))) {
    ids[resource] = [...new Set([...(ids[resource] ?? []), ...some])]
  }
  return ids
}

async function journals({ db, publish }: ErasureDeps, { company, person }: ErasureNote): Promise<void> {
  for (let left = true; left; ) {
    const step = await db.inTenant(company, (tx) => anonymiseJournals(tx, person))
    if (step.hints.length > 0) publish(company, step.hints)
    left = step.left
  }
}

/** Removes from the store the bytes that erasures of this company have left there. @returns how many were removed */
async function removeBytes({ db, files }: Pick<ErasureDeps, 'db' | 'files'>, companyId: string): Promise<number> {
  const { rows } = await db.inTenant(companyId, (tx) =>
    sql<{ id: string; keys: string[] }>`select id, bytes_left as keys from erasure
      where company_id = ${companyId} and bytes_left <> '[]'`.execute(tx),
  )
  let removed = 0
  for (const { id, keys } of rows) {
    for (const key of keys) await files.remove(key)
    removed += keys.length
    await db.inTenant(companyId, (tx) =>
      sql`update erasure set bytes_left = '[]' where company_id = ${companyId} and id = ${id}`.execute(tx),
    )
  }
  return removed
}

/** The same for every company, for erasures during which the store did not answer. */
export async function removeAllBytes(deps: Pick<ErasureDeps, 'db' | 'files'>): Promise<void> {
  const companies = await deps.db.transaction({ platform: true }, (tx) =>
    tx.selectFrom('company').select('id').orderBy('id').execute(),
  )
  for (const { id } of companies) await removeBytes(deps, id)
}

/**
 * Repeats each erasure that is noted outside and that the database does not have: it was restored, or a process died between the two. Runs before any request
 * is answered, and each day. One that fails is reported, and the others are made. @returns how many were made
 */
export async function reapplyErasures(deps: ErasureDeps): Promise<number> {
  let made = 0
  for (const note of await deps.notes.all()) {
    try {
      if (await reapply(deps, note)) made += 1
    } catch (cause) {
      deps.onError(new Error(`The erasure ${note.id} of ${note.kind} ${note.person} was not made again`, { cause }))
    }
  }
  return made
}

async function reapply(deps: ErasureDeps, note: ErasureNote): Promise<boolean> {
  const { company, id, kind } = note
  const { exists, known } = await deps.db.inTenant(company, async (tx) => {
    const { rows: companies } = await sql`select 1 from company where id = ${company}`.execute(tx)
    const { rows } = await sql<{ erased: Ids; kept: Ids }>`select erased, kept from erasure
      where company_id = ${company} and id = ${id}`.execute(tx)
    return { exists: companies.length > 0, known: rows[0] }
  })
  if (known && !note.done) await complete(deps, note, merged(note.records, known.erased, known.kept))
  if (!exists || known) return false
  if (kind === 'personnel' && !(await canEraseAgain(deps, note))) return false
  // The restore may have taken the trail's line away with the erasure.
  const also = (tx: Tx, { erased, kept, keepUntil }: ErasureDone): Promise<void> =>
    auditWrite(tx, note.by, {
      action: 'person.erased',
      target: `${kind}:${note.person}`,
      details: { erased, kept, keepUntil, again: true },
    })
  // A refusal leaves the note: it may be of an erasure that was committed before the restore.
  await finish(deps, note, await commit(deps, note, also))
  return true
}

/**
 * Whether the restored database has this member of the staff. It may have restored their account too, which is closed first; that of an erasure that never
 * was committed is not: it was opened again since.
 */
async function canEraseAgain({ db }: ErasureDeps, { company, person, done }: ErasureNote): Promise<boolean> {
  return db.inTenant(company, async (tx) => {
    const { rows } =
      await sql`select 1 from personnel where company_id = ${company} and "IDPERSONNEL" = ${person}`.execute(tx)
    if (rows.length === 0) return false
    // Notes of former versions do not say it: most of them were committed.
    if (done !== false) await closeLogin(tx, person)
    return true
  })
}
