import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Secrets } from '../secrets.ts'

/** A place where the database holds texts sealed by `Secrets.seal`; `reseal.test.ts` compares the list with the code that seals. */
interface Place {
  table: string
  /** The sealed text. */
  value: RawBuilder<unknown>
  /** The column with another text, or without one. */
  set: (sealed: string | null) => RawBuilder<unknown>
  /** Without the text the row is useless. */
  isRow?: true
  /** Its name, for the person who has to enter it again. */
  what: string
}

const column = (table: string, name: string, what: string): Place => ({
  table,
  value: sql.ref(name),
  set: (sealed) => sql`${sql.ref(name)} = ${sealed}`,
  what,
})

/** Also on the platform, whose accounts are the administrators'. */
const ACCOUNTS: readonly Place[] = [
  column('totp', 'secret', 'second facteur par application de codes'),
  column('totp', 'pending', 'second facteur en cours d’ajout'),
]

export const PLACES: readonly Place[] = [
  column('company', 'CLE_LOLA', 'clé des connexions Lola'),
  column('company', 'SMS_CLE', 'clé du service de SMS'),
  {
    table: 'company',
    value: sql`"SMTP" ->> 'password'`,
    set: (sealed) => sql`"SMTP" = jsonb_set("SMTP", '{password}', coalesce(to_jsonb(${sealed}::text), 'null'))`,
    what: 'mot de passe du serveur de mail',
  },
  { ...column('payment_account', 'app_secret', 'compte de paiement (secret)'), isRow: true },
  { ...column('payment_account', 'private_key', 'compte de paiement (clé privée)'), isRow: true },
  { ...column('former_payment_account', 'app_secret', 'ancien compte de paiement (secret)'), isRow: true },
  { ...column('former_payment_account', 'private_key', 'ancien compte de paiement (clé privée)'), isRow: true },
  { ...column('lead_key', 'secret', 'clé des contacts du site'), isRow: true },
  ...ACCOUNTS,
]

export interface ResealInput {
  to: Secrets
  /** Keys that opened it before. */
  from: readonly Secrets[]
  /** Whether a text that no key opens is deleted, so that nothing fails on it later. */
  giveUp: boolean
  /** The key differs from the one before: digests made with it are void. */
  changes: boolean
}

export interface Resealed {
  /** How many are now sealed with another key. */
  again: number
  /** What no key opens, by company. */
  unread: { company: string | null; what: string }[]
  /** Addresses of calendars that no longer open. */
  calendars: number
  /** Recovery codes of second factors that no longer open. */
  recoveryCodes: number
}

/** Seals with the present key what a former one sealed. Runs as the owner, to whom row level security applies: company by company, in one transaction. */
export async function resealAll(trx: Transaction<unknown>, input: ResealInput): Promise<Resealed> {
  const done: Resealed = { again: 0, unread: [], calendars: 0, recoveryCodes: 0 }
  await sql`select set_config('app.platform', 'on', true)`.execute(trx)
  for (const place of ACCOUNTS) await resealPlace(trx, { place, company: null, input, done })
  if (input.changes) done.recoveryCodes += await forgetCodes(trx)
  const { rows: companies } = await sql<{ id: string; name: string }>`
    select id, "NOM" as name from company order by id`.execute(trx)
  await sql`select set_config('app.platform', '', true)`.execute(trx)
  for (const { id, name } of companies) {
    await sql`select set_config('app.company_id', ${id}, true)`.execute(trx)
    for (const place of PLACES) await resealPlace(trx, { place, company: name, input, done })
    if (!input.changes) continue
    const { rows: gone } = await sql`delete from ics_token
      where company_id = current_setting('app.company_id') returning 1 as one`.execute(trx)
    done.calendars += gone.length
    done.recoveryCodes += await forgetCodes(trx)
  }
  return done
}

/** Their digests depend on the former key: they would open nothing, and look as if they did. @returns how many */
async function forgetCodes(trx: Transaction<unknown>): Promise<number> {
  const { rows } = await sql`delete from recovery_code
    where company_id is not distinct from nullif(current_setting('app.company_id', true), '') returning 1 as one`.execute(
    trx,
  )
  return rows.length
}

interface Work {
  place: Place
  /** Null: the platform. */
  company: string | null
  input: ResealInput
  done: Resealed
}

async function resealPlace(trx: Transaction<unknown>, { place, company, input, done }: Work): Promise<void> {
  const { table, value, set, isRow, what } = place
  const own =
    company === null
      ? sql`company_id is null`
      : sql`${sql.ref(table === 'company' ? 'id' : 'company_id')} = current_setting('app.company_id')`
  const { rows } = await sql<{ at: string; sealed: string | null }>`
    select ctid::text as at, ${value} as sealed from ${sql.table(table)} where ${own} for update`.execute(trx)
  for (const { at, sealed } of rows) {
    if (sealed === null || opens(input.to, sealed) !== null) continue
    const text = input.from.map((key) => opens(key, sealed)).find((found) => found !== null) ?? null
    const here = sql`${own} and ctid = ${at}::tid`
    if (text !== null) {
      await sql`update ${sql.table(table)} set ${set(input.to.seal(text))} where ${here}`.execute(trx)
      done.again += 1
      continue
    }
    done.unread.push({ company, what })
    if (!input.giveUp) continue
    if (isRow) await sql`delete from ${sql.table(table)} where ${here}`.execute(trx)
    else await sql`update ${sql.table(table)} set ${set(null)} where ${here}`.execute(trx)
  }
}

function opens(key: Secrets, sealed: string): string | null {
  try {
    return key.unseal(sealed)
  } catch {
    return null
  }
}
