import { type QueryExecutorProvider, sql } from 'kysely'
import { VERSION_LEAD } from '../../schemas/merge.ts'
import { entityOf, SYNCED } from '../../schemas/resources.ts'
import type { CompanyMark } from './mark.ts'

/** How many seqs may have been given after the mark was last written. */
const SEQ_LEAD = 1_000_000
const NUMBERS_LEAD = 1000

export interface NewEpoch {
  companyId: string
  /** How far the company had come before; null when nothing is known. */
  mark: CompanyMark | null
  /** Seq up to which the database certainly contains what the ending epoch wrote. */
  contained: number
  /** Another epoch that the company has had; it is not certain that the database contains anything of it. */
  stranger?: string | undefined
  /** By how many epochs the VERSIONs of the rows have been raised already (a restore does it while it loads). */
  raised?: number
}

/**
 * Ends the company's epoch and begins another one, in the caller's transaction. The counters restart above anything that was told, nothing is sent twice, and
 * no revoked right comes back (SERVER-6). The caller is in the company's own scope, or is the owner with no trigger and no row level security in the way.
 * @returns the new epoch, and the seq after which its own begin
 */
export async function beginEpoch(
  tx: QueryExecutorProvider,
  { companyId, mark, contained, stranger, raised = 0 }: NewEpoch,
): Promise<{ epoch: string; seq: number }> {
  const { rows } = await sql<{ number: number }>`select epoch_number as number from company
    where id = ${companyId} for update`.execute(tx)
  const number = rows[0]?.number ?? 1
  const next = Math.max(number + Math.max(raised, 1), (mark?.number ?? 0) + 1)
  await sql`insert into company_epoch (company_id, epoch, seq)
    select id, epoch, ${contained} from company where id = ${companyId}
    on conflict (company_id, epoch) do update set seq = excluded.seq`.execute(tx)
  for (const lost of new Set([stranger, mark?.epoch])) {
    if (lost === undefined) continue
    await sql`insert into company_epoch (company_id, epoch, seq) values (${companyId}, ${lost}, 0)
      on conflict do nothing`.execute(tx)
  }
  const { rows: begun } = await sql<{ epoch: string; seq: number }>`
    update company set epoch = gen_random_uuid(), epoch_number = ${next},
      seq = greatest(seq, ${mark?.seq ?? 0}::bigint) + ${SEQ_LEAD}::bigint
    where id = ${companyId} returning epoch, seq`.execute(tx)
  const [company] = begun
  if (!company) throw new Error(`no company ${companyId}`)
  const seq = Number(company.seq)
  await raiseVersions(tx, { companyId, by: next - number - raised, seq })
  await raiseNumbers(tx, companyId, mark?.numbers ?? {})
  await forgetWaiting(tx, companyId)
  return { epoch: company.epoch, seq }
}

/**
 * Messages may have been sent and links may have been used after the backup: neither works again by itself. Messages become those of a process that died while
 * it sent them: the server's first round makes them `unknown` and tells who asked for them (server/messages). Null: the platform's own.
 */
export async function forgetWaiting(tx: QueryExecutorProvider, companyId: string | null): Promise<void> {
  await sql`update message set status = 'sending', claimed_at = now() - interval '1 day', error = 'Restauration : peut-être déjà envoyé.'
    where company_id is not distinct from ${companyId} and status in ('queued', 'sending')`.execute(tx)
  await sql`update password_link set used_at = coalesce(used_at, now())
    where company_id is not distinct from ${companyId}`.execute(tx)
  await sql`delete from factor_challenge where company_id is not distinct from ${companyId}`.execute(tx)
}

/** A VERSION that a device has seen must not be given again to another state. The rows keep their seq. */
async function raiseVersions(
  tx: QueryExecutorProvider,
  { companyId, by, seq }: { companyId: string; by: number; seq: number },
): Promise<void> {
  if (by <= 0) return
  // This updates all rows of a company, which may take longer than the time limit of a request.
  await sql`select set_config('statement_timeout', '0', true), set_config('app.seq_from', '-1', true),
    set_config('app.seq_to', ${String(seq)}, true)`.execute(tx)
  for (const table of new Set(SYNCED.map((resource) => entityOf(resource).table))) {
    await sql`update ${sql.table(table)} set "VERSION" = "VERSION" + ${sql.lit(by * VERSION_LEAD)}
      where company_id = ${companyId}`.execute(tx)
  }
}

async function raiseNumbers(
  tx: QueryExecutorProvider,
  companyId: string,
  given: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [name, value] of Object.entries(given)) {
    await sql`insert into numbering (company_id, name, value) values (${companyId}, ${name}, ${value})
      on conflict (company_id, name) do update set value = greatest(numbering.value, excluded.value)`.execute(tx)
  }
  await sql`update numbering set value = value + ${sql.lit(NUMBERS_LEAD)} where company_id = ${companyId}`.execute(tx)
}
