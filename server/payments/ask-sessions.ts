import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type AuditEntry, auditWrite } from '../audit/audit.ts'
import type { Tx } from '../plugins/database/database.ts'
import { type PaymentAccount, PaymentProviderError, type PaymentSession } from '../ports/payments/payments.ts'
import { companyZone } from '../repositories/companies.ts'
import { readAccounts } from './accounts.ts'
import { applySession } from './apply-session.ts'

type App = Pick<FastifyInstance, 'db' | 'hints' | 'messages' | 'ports' | 'secrets'>

/** Younger ones are left to the provider's event. */
const FIRST_MINUTES = 10
/** A session is asked for less and less often, and at least once a day. */
const MOST_HOURS = 24
/** Nobody pays by a link that is older. */
const OPEN_DAYS = 60
/** A bank rejects a transfer within days of its confirmation. */
const REJECTED_DAYS = 10
/** Of one company in one round, one after the other: the provider limits the calls of each application. */
const MOST = 20
/** A provider that does not answer is left alone until the next round. */
const MOST_FAILED = 3

/**
 * Asks the provider for sessions that may have been paid, or rejected after a confirmation, without an event that reached this server: an event is repeated for
 * some hours only, and a server may be away for longer. What it says is applied, and told, as after an event. What fails of one company keeps no other one's.
 * @throws AggregateError once all were tried, with what failed
 */
export async function askSessions(app: App): Promise<void> {
  const companies = await app.db.transaction({ platform: true }, (tx) =>
    tx.selectFrom('company').select('id').orderBy('id').execute(),
  )
  const failures: unknown[] = []
  for (const { id } of companies) {
    await askOf(app, id, (cause) => {
      failures.push(new Error(`Payments of ${id}`, { cause }))
    })
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Payments that could not be asked for')
}

/** Suspended or not: money that was paid is recorded. */
async function askOf(app: App, companyId: string, onFailure: (cause: unknown) => void): Promise<void> {
  for (let asked = 0, failed = 0; asked < MOST && failed < MOST_FAILED; asked += 1) {
    try {
      const due = await app.db.inTenant(companyId, async (tx) => {
        const session = await takeDue(tx, app.ports.payments.provider)
        if (session === null) return null
        return { session, accounts: await readAccounts(tx, app.secrets), zone: await companyZone(tx) }
      })
      if (due === null) return
      const { session, accounts, zone } = due
      const said = await readWith(app, accounts, session)
      if (said) await applySession({ app, companyId, zone, trail: byServer }, { session, said })
    } catch (cause) {
      failed += 1
      onFailure(cause)
    }
  }
}

const byServer = (tx: Tx, entry: AuditEntry): Promise<void> => auditWrite(tx, 'server', entry)

/**
 * A session whose turn has come, one never asked for first; null when there is none. It is marked before it is asked for, so that of several processes one does
 * it, and that one that fails waits like the others. A mark of a clock that was ahead counts for nothing.
 */
async function takeDue(tx: Tx, provider: string): Promise<string | null> {
  const { rows } = await sql<{ session: string }>`update payment set asked_at = now()
    where company_id = current_setting('app.company_id') and id = (
      select id from payment where company_id = current_setting('app.company_id')
        and session is not null and provider = ${provider}
        and created_at < now() - make_interval(mins => ${FIRST_MINUTES}::integer)
        and case state when 'confirmed' then confirmed_at > now() - make_interval(days => ${REJECTED_DAYS}::integer)
          else created_at > now() - make_interval(days => ${OPEN_DAYS}::integer) end
        and (asked_at is null or asked_at > now() or asked_at < now() - least(make_interval(hours => ${MOST_HOURS}::integer),
          greatest(make_interval(mins => ${FIRST_MINUTES}::integer), (asked_at - created_at) / 2)))
      order by asked_at nulls first, id limit 1 for update skip locked)
    returning session`.execute(tx)
  return rows[0]?.session ?? null
}

/**
 * What the provider says of a session, which is of the present account or of a former one: the row does not name its application.
 * @throws PaymentProviderError when no account's provider knows it, and one did not answer, or refuses the account
 */
async function readWith(
  { ports }: App,
  accounts: readonly PaymentAccount[],
  session: string,
): Promise<PaymentSession | null> {
  let failure: PaymentProviderError | null = null
  for (const account of accounts) {
    try {
      const said = await ports.payments.readSession(account, session)
      if (said) return said
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error
      failure ??= error
    }
  }
  if (failure) throw failure
  return null
}

const EVERY_MS = 5 * 60_000

/** Asks every few minutes from now on; each process may, because a payment's row says when it was asked for. */
export function askRegularly(app: App, onError: (error: unknown) => void): void {
  let asking = false
  const look = async (): Promise<void> => {
    if (asking) return
    asking = true
    await askSessions(app)
      .catch(onError)
      .finally(() => {
        asking = false
      })
  }
  setInterval(() => void look(), EVERY_MS).unref()
}
