import { type RawBuilder, sql } from 'kysely'
import type { RetentionKind } from '../../schemas/retention.ts'
import { abandonedSince } from '../files/bytes/upload-pieces.ts'
import { WHOM } from '../messages/whom.ts'
import type { Tx } from '../plugins/database/database.ts'
import { expireKept } from '../privacy/expire-kept.ts'
import { oldAbsences } from './old-absences.ts'
import { oldNotices } from './old-notices.ts'
import { oldRequests } from './old-requests.ts'
import { cutoff } from './period.ts'
import { resolvedConflicts } from './resolved-conflicts.ts'

/** One bounded step: at most `limit` rows of the transaction's company, or of the platform. @returns how many were removed */
export type Sweep = (tx: Tx, step: { now: Date; limit: number }) => Promise<number>

const MINE = sql`company_id is not distinct from nullif(current_setting('app.company_id', true), '')`

interface Old {
  table: string
  /** Condition for removal, besides belonging to the scope. */
  where: RawBuilder<unknown>
}

/** It does not wait for a row that somebody writes now: tomorrow's run checks it again. */
const gone =
  (kind: RetentionKind, old: (before: string, now: Date) => Old[]): Sweep =>
  async (tx, { now, limit }) => {
    let removed = 0
    for (const { table, where } of old(cutoff(kind, now), now)) {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${MINE} and ${where}
        limit ${sql.lit(limit - removed)} for update skip locked))`.execute(tx)
      removed += Number(numAffectedRows ?? 0)
      if (removed >= limit) break
    }
    return removed
  }

/** The later of the times when a write was made and when it arrived: a device whose clock is ahead may send it again for longer. */
const madeBefore = (before: string) => sql`created_at < ${before}::timestamptz
  and coalesce(uuid7_ms(id), 0) < extract(epoch from ${before}::timestamptz) * 1000`

/** Lines of the trail about an access, not an act. */
const IS_ACCESS = sql`(action like 'login.%' or action like 'session.%' or action like 'password.%' or action = 'logout')`

/**
 * Deletes the text of messages that were sent, or never will be; their time, their recipient and which client it was stay: the record that they are about may be
 * somebody else's since. Attached files belong to the drive. Queued messages keep their text whatever their age.
 */
const blankTexts: Sweep = async (tx, { now, limit }) => {
  const { numAffectedRows } = await sql`update message
    set payload = jsonb_strip_nulls(jsonb_build_object('client', ${WHOM})) where ctid = any(array(
    select ctid from message where ${MINE} and created_at < ${cutoff('textes', now)}::timestamptz and payload - 'client' <> '{}'
      and status in ('sent', 'recorded', 'failed', 'unknown')
    limit ${sql.lit(limit)} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Takes away what an undoing of a merge needs. That both records are of one client stays. */
const blankMerges: Sweep = async (tx, { now, limit }) => {
  const old = sql`at < ${cutoff('fusions', now)}::timestamptz`
  const { numAffectedRows } = await sql`update client_merge set before = null, merged = null where ctid = any(array(
    select ctid from client_merge where ${MINE} and ${old} and before is not null
    limit ${sql.lit(limit)} for update skip locked))`.execute(tx)
  await sql`delete from client_merge_item i where i.company_id = current_setting('app.company_id') and exists (
    select 1 from client_merge m where m.company_id = i.company_id and m.id = i.merge_id and m.before is null)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** The job's step for each kind; the others are files (server/files), a list for people to decide, or kept. */
export const SWEEPS: Partial<Record<RetentionKind, Sweep>> = {
  sessions: gone('sessions', (before) => [{ table: 'session', where: sql`expires_at < ${before}::timestamptz` }]),
  ecritures: gone('ecritures', (before) => [{ table: 'mutation', where: madeBefore(before) }]),
  appels: gone('appels', (before) => [{ table: 'once_result', where: madeBefore(before) }]),
  // Its records go with it.
  passations: gone('passations', (before) => [{ table: 'handover', where: sql`at < ${before}::timestamptz` }]),
  retraits: gone('retraits', (before) => [{ table: 'taken_off', where: sql`at < ${before}::timestamptz` }]),
  comptes_paiement: gone('comptes_paiement', (before) => [
    { table: 'former_payment_account', where: sql`ended_at < ${before}::timestamptz` },
  ]),
  fusions: blankMerges,
  textes: blankTexts,
  messages: gone('messages', (before) => [
    {
      table: 'message',
      where: sql`created_at < ${before}::timestamptz and status in ('sent', 'recorded', 'failed', 'unknown')`,
    },
  ]),
  connexions: gone('connexions', (before) => [
    { table: 'audit', where: sql`at < ${before}::timestamptz and ${IS_ACCESS}` },
  ]),
  journal: gone('journal', (before) => [
    { table: 'audit', where: sql`at < ${before}::timestamptz and not ${IS_ACCESS}` },
  ]),
  liens: gone('liens', (before) => [{ table: 'password_link', where: sql`expires_at < ${before}::timestamptz` }]),
  liens_rdv: gone('liens_rdv', (before) => [{ table: 'rdv_link', where: sql`expires_at < ${before}::timestamptz` }]),
  codes: gone('codes', (before) => [{ table: 'otp_challenge', where: sql`created_at < ${before}::timestamptz` }]),
  essais: gone('essais', (before) => [
    { table: 'lola_token', where: sql`expires_at < ${before}::timestamptz` },
    { table: 'lead_seen', where: sql`received_at < ${before}::timestamptz` },
    { table: 'factor_challenge', where: sql`expires_at < ${before}::timestamptz` },
  ]),
  conflits: resolvedConflicts,
  notifications: oldNotices,
  absences: oldAbsences,
  appareils: gone('appareils', (before) => [{ table: 'device', where: sql`reported_at < ${before}::timestamptz` }]),
  consultations: gone('consultations', (before) => [
    { table: 'devis_consultation', where: sql`at < ${before}::timestamptz` },
  ]),
  demandes: oldRequests,
  // The sweep of orphans removes the bytes (server/files/commands/sweep-files.ts).
  envois: gone('envois', (before) => [{ table: 'stored_bytes', where: abandonedSince(before) }]),
  effaces: expireKept,
  // Lines first, in steps; the import goes when it has none left.
  imports: gone('imports', (before) => {
    const old = sql`(select id from data_import d where d.company_id = current_setting('app.company_id')
      and d.created_at < ${before}::timestamptz and d.state not in ('import', 'retrait'))`
    return [
      { table: 'import_row', where: sql`import_id in ${old}` },
      {
        table: 'data_import',
        where: sql`id in ${old} and not exists (select from import_row r
        where r.company_id = data_import.company_id and r.import_id = data_import.id)`,
      },
    ]
  }),
  demandes_effacement: gone('demandes_effacement', (before) => [
    { table: 'erasure_request', where: sql`settled_at < ${before}::timestamptz` },
  ]),
}

/** Kinds of which the platform itself has rows: administrators' sessions, links, mails and trail, and the tries of all companies. */
export const PLATFORM_KINDS = [
  'sessions',
  'appels',
  'textes',
  'messages',
  'connexions',
  'journal',
  'liens',
  'essais',
] as const satisfies readonly RetentionKind[]

/** Tries belong to no company: their keys are digests. */
export const oldTries: Sweep = async (tx, { now, limit }) => {
  const { numAffectedRows } = await sql`delete from attempt where ctid = any(array(
    select ctid from attempt where ends_at < ${cutoff('essais', now)}::timestamptz
    limit ${sql.lit(limit)} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
