import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { DEFAULT_ZONE } from '../../schemas/dates.ts'
import { AppError } from '../../schemas/errors.ts'
import { LEDGER_DAYS } from '../../schemas/retention.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Mutation, StaffActor } from './write-types.ts'

/** What is stored of an accepted mutation (PUSH-6). */
interface Accepted {
  body_hash: string
  status: 200 | 201 | 204
  resource: string
  record_id: string
  version: number
  seq: number
}

/** The same text for the same JSON value, whatever the order of its keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

/** Hash of the body as it was sent (VER-3). */
export function bodyHash({ action, resource, id, patch, base, sent = { patch, base } }: Mutation): string {
  return createHash('sha256')
    .update(canonical({ action, resource, id, ...sent }))
    .digest('hex')
}

interface Recalled {
  /** The company's time zone. */
  zone: string
  /** The verdict that this mutation already had. */
  accepted: Accepted | null
}

const DAY_MS = 86_400_000
const UUID7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * A write that was made longer ago than the ledger remembers may have been accepted already: it is refused and shown to its author, never applied twice
 * (PUSH-10). A key that does not tell when it was made is not of a device, and passes.
 * @throws AppError GONE
 */
export function assertRemembered(key: string, now: Date): void {
  const [, high, low] = UUID7.exec(key) ?? []
  if (high === undefined || Number.parseInt(`${high}${low}`, 16) >= now.getTime() - LEDGER_DAYS * DAY_MS) return
  throw new AppError(
    'GONE',
    'Cette saisie date de plus de treize mois : vérifiez si elle a déjà été enregistrée, et la date de l’appareil, avant de la refaire.',
  )
}

/** Fingerprint of a write about somebody who was erased: the ledger still knows the write, but not its content. */
export const ERASED_HASH = 'efface'

/** Status of a mutation that is being written: nobody reads it, because it is committed with its verdict or not at all. */
const UNDER_WAY = 0

/**
 * Announces the mutation, or finds the verdict that it already had. A concurrent duplicate waits here until the first one has committed
 * or failed. Throws KEY_REUSED when the key belongs to another write.
 */
export async function recall(
  tx: Tx,
  { actor, mutation, now }: { actor: StaffActor; mutation: Mutation; now: Date },
): Promise<Recalled> {
  const hash = bodyHash(mutation)
  const zone = sql`(select "FUSEAU" from company where id = current_setting('app.company_id')) as zone`
  const { rows: fresh } = await sql<{ zone: string | null }>`
    insert into mutation (company_id, account, id, body_hash, status, resource, record_id)
    values (current_setting('app.company_id'), ${actor.account}, ${mutation.mutation}, ${hash}, ${UNDER_WAY},
      ${mutation.resource}, ${mutation.id})
    on conflict do nothing returning ${zone}`.execute(tx)
  if (fresh[0]) {
    assertRemembered(mutation.mutation, now)
    return { zone: fresh[0].zone ?? DEFAULT_ZONE, accepted: null }
  }
  const { rows } = await sql<Accepted & { zone: string | null }>`
    select body_hash, status, resource, record_id, version, seq, ${zone} from mutation
    where company_id = current_setting('app.company_id') and account = ${actor.account}
      and id = ${mutation.mutation}`.execute(tx)
  const [accepted] = rows
  if (!accepted) throw new AppError('UNAVAILABLE', 'Cette modification est en cours, réessayez.')
  if (accepted.body_hash !== hash && accepted.body_hash !== ERASED_HASH) {
    throw new AppError('KEY_REUSED', 'Cet identifiant de modification a déjà servi pour une autre modification.')
  }
  return { zone: accepted.zone ?? DEFAULT_ZONE, accepted }
}

/** Statement that writes the verdict of the mutation that `recall` announced in this transaction. */
export const verdictWrite = ({
  actor,
  mutation,
  verdict,
}: {
  actor: StaffActor
  mutation: Mutation
  verdict: Omit<Accepted, 'body_hash' | 'seq'> & { seq: RawBuilder<number> }
}): RawBuilder<unknown> => sql`update mutation set status = ${verdict.status}, record_id = ${verdict.record_id},
    version = ${verdict.version}, seq = ${verdict.seq}
    where company_id = current_setting('app.company_id') and account = ${actor.account}
      and id = ${mutation.mutation}`

/** Those of these mutations of an account that the ledger holds. */
export async function knownMutations(tx: Tx, account: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from mutation
    where company_id = current_setting('app.company_id') and account = ${account}
      and id = any(${ids}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}
