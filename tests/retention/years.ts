import { sql } from 'kysely'
import { entityOf, SYNCED } from '../../schemas/resources.ts'
import { RETENTION_KINDS, type RetentionKind, retentionRule, UNBOUNDED } from '../../schemas/retention.ts'
import type { Database, Tx } from '../../server/plugins/database/database.ts'
import type { Files } from '../../server/ports/files/files.ts'
import { runRetention } from '../../server/retention/run-retention.ts'
import { SWEEPS } from '../../server/retention/sweeps.ts'
import { addCompany } from '../support/engines.ts'
import { allTables } from '../support/person-everywhere.ts'

/**
 * Two years of a company's days with a moved clock: the rows of its people, devices and customers in each table, and the daily job. The days end
 * today, because the database itself protects the audit trail of its last year.
 */
export interface Years {
  people: number
  /** Writes of one person on one day. */
  writes: number
  days: number
  /** Days that are played at once, with the rows of all of them; the job runs after each such step. */
  step: number
}

export interface Measure {
  /** Days since the beginning. */
  day: number
  tables: { name: string; rows: number; bytes: number }[]
}

/** Totals of the played days. */
export interface Lived {
  company: string
  measures: Measure[]
  removed: Partial<Record<RetentionKind, number>>
  /** The day of the job's last run. */
  last: Date
}

const DAY_MS = 86_400_000
const C = sql`current_setting('app.company_id')`

/** @param marks days at which all tables are measured */
export async function liveThrough(
  { db, files }: { db: Database; files: Files },
  { people, writes, days, step }: Years,
  marks: readonly number[],
): Promise<Lived> {
  const company = await addCompany(db)
  const start = Date.now() - days * DAY_MS
  const measures: Measure[] = []
  const removed: Partial<Record<RetentionKind, number>> = {}
  let marked = 0
  let last = new Date(start)
  for (let day = 0; day <= days; day += step) {
    const now = new Date(start + day * DAY_MS)
    last = now
    await db.inTenant(company, (tx) => oneDay(tx, { at: now.toISOString(), people, writes, day, step }))
    const ran = await runRetention({ db, files }, { now, force: true, batch: 5000, pauseMs: 0 })
    for (const [kind, count] of Object.entries(ran ?? {})) {
      removed[kind as RetentionKind] = (removed[kind as RetentionKind] ?? 0) + count
    }
    if (day + step > (marks[marked] ?? Number.POSITIVE_INFINITY)) {
      await db.maintain()
      measures.push({ day, tables: await measure(db, company) })
      marked += 1
    }
  }
  return { company, measures, removed, last }
}

interface Day {
  at: string
  people: number
  writes: number
  day: number
  step: number
}

/** A UUIDv7 of that day. */
const uuid7 = (at: string) => sql`overlay(overlay(gen_random_uuid()::text
  placing left(lpad(to_hex((extract(epoch from ${at}::timestamptz) * 1000)::bigint), 12, '0'), 8) from 1)
  placing right(lpad(to_hex((extract(epoch from ${at}::timestamptz) * 1000)::bigint), 12, '0'), 4) || '-7' from 10 for 6)`

async function oneDay(tx: Tx, { at, people, writes, day, step }: Day): Promise<void> {
  const times = (n: number) => sql`generate_series(1, ${Math.max(1, Math.round(n))}::integer) as i`
  await sql`insert into mutation (company_id, account, id, body_hash, status, resource, record_id, version, seq, created_at)
    select ${C}, 'personnel:' || i % ${people}::integer, ${uuid7(at)}, md5(i::text) || md5(i::text), 200, 'projet', gen_random_uuid()::text,
      1, i, ${at} from ${times(people * writes * step)}`.execute(tx)
  await sql`insert into once_result (company_id, account, id, body_hash, result, created_at)
    select ${C}, 'personnel:' || i, ${uuid7(at)}, md5(i::text), '{"id":"x"}', ${at} from ${times((people / 3) * step)}`.execute(
    tx,
  )
  await sql`insert into session (token_hash, kind, account_id, company_id, created_at, expires_at, revoked_at)
    select gen_random_uuid()::text, 'personnel', i::text, ${C}, ${at}, ${at}::timestamptz + interval '60 days', ${at}
    from ${times(people * step)}`.execute(tx)
  await sql`insert into message (id, company_id, key, channel, recipient, payload, status, created_at)
    select gen_random_uuid()::text, ${C}, gen_random_uuid()::text, 'mail', 'client' || i || '@example.com',
      jsonb_build_object('subject', 'Votre devis', 'text', repeat('Bonjour, voici votre devis. ', 20)), 'sent', ${at}
    from ${times(people * 2 * step)}`.execute(tx)
  await sql`insert into audit (id, company_id, at, actor, action, target)
    select gen_random_uuid()::text, ${C}, ${at}, 'personnel:' || i, case when i % 4 = 0 then 'client.contact' else 'login.accepted' end, 'client:x'
    from ${times(people * 2 * step)}`.execute(tx)
  await sql`insert into device (company_id, personnel_id, device_id, token_hash, agent, reported_at, pending, refused, files)
    select ${C}, i::text, 'appareil-' || i || '-' || (${day}::integer / 200), 'h', 'iPhone · Safari', ${at}, 0, 0, 0 from ${times(people)}
    on conflict (company_id, personnel_id, device_id) do update set reported_at = excluded.reported_at`.execute(tx)
  await sql`insert into otp_challenge (company_id, id, purpose, phone, code_digest, ip, created_at, expires_at)
    select ${C}, gen_random_uuid()::text, 'login', '06' || i, 'd', '1.2.3.4', ${at}, ${at} from ${times((people / 2) * step)}`.execute(
    tx,
  )
  await sql`insert into devis_consultation (company_id, id, devis_id, client_id, origine, ip, user_agent, at)
    select ${C}, gen_random_uuid()::text, 'd', 'c', 'lien', '1.2.3.4', 'Mozilla/5.0', ${at} from ${times((people / 2) * step)}`.execute(
    tx,
  )
  await sql`insert into rdv_link (company_id, token_hash, rdv_id, message_id, created_at, expires_at)
    select ${C}, gen_random_uuid()::text, 'r', 'm', ${at}, ${at}::timestamptz + interval '7 days' from ${times(people * step)}`.execute(
    tx,
  )
  await sql`insert into password_link (digest, company_id, account, created_at, expires_at)
    values (gen_random_uuid()::text, ${C}, 'personnel:1', ${at}, ${at})`.execute(tx)
  await sql`insert into lead_seen (company_id, digest, received_at)
    select ${C}, gen_random_uuid()::text, ${at} from ${times((people / 6) * step)}`.execute(tx)
  await sql`insert into lola_token (company_id, jti, expires_at)
    select ${C}, gen_random_uuid()::text, ${at} from ${times((people / 6) * step)}`.execute(tx)
  await sql`insert into attempt (key, hits, ends_at) select gen_random_uuid()::text, 1, ${at} from ${times(people * step)}`.execute(
    tx,
  )
  await sql`insert into stored_bytes (company_id, key, fichier_id, size, account, start, created_at)
    select ${C}, gen_random_uuid()::text, gen_random_uuid()::text, 1, 'personnel:1', 0, ${at} from ${times((people / 6) * step)}`.execute(
    tx,
  )
  await sql`insert into data_import (company_id, id, name, state, by_account, by_personnel, created_at)
    values (${C}, gen_random_uuid()::text, 'clients.csv', 'fini', 'personnel:1', '1', ${at})`.execute(tx)
  await sql`insert into import_row (company_id, import_id, place, number, cells)
    select company_id, id, i, i, '["Nom"]' from data_import, generate_series(1, 20) as i where created_at = ${at}`.execute(
    tx,
  )
  await sql`insert into erasure_request (company_id, id, kind, person_id, why, asked_by, settled_at, settled_by, outcome)
    values (${C}, gen_random_uuid()::text, 'client', gen_random_uuid()::text, 'demande', 'personnel:1', ${at}, 'admin:1', 'refuse')`.execute(
    tx,
  )
  await sql`insert into handover (company_id, id, personnel_id, successor_id, division, by_id, was_disabled, at)
    values (${C}, gen_random_uuid()::text, '1', '2', 'un', '3', false, ${at})`.execute(tx)
  await sql`insert into client_merge (company_id, id, from_id, into_id, by_id, before, merged, at)
    values (${C}, gen_random_uuid()::text, gen_random_uuid()::text, '1', '3', '{}', '{}', ${at})`.execute(tx)
  await records(tx, { at, count: Math.max(1, Math.round((people / 3) * step)) })
}

/** Business rows that the job never removes: customers with a project and an appointment, resolved conflicts, and old requests, which leave tombstones. */
async function records(tx: Tx, { at, count }: { at: string; count: number }): Promise<void> {
  const { rows } = await sql<{ seq: number }>`select take_seq(${count * 5}::integer) as seq`.execute(tx)
  const seq = Number(rows[0]?.seq)
  const some = sql`generate_series(0, ${count - 1}::integer) as i`
  const id = (kind: string) => sql`${`${kind}-${at}-`} || i`
  await sql`insert into client (company_id, "IDCLIENT", "NOM", "PORTABLE", seq, updated_at)
    select ${C}, ${id('c')}, 'Client ' || i, '06 39 98 00 00', ${seq}::bigint + i, ${at} from ${some}`.execute(tx)
  await sql`insert into projet (company_id, "IDPROJET", "IDCLIENT", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", seq, updated_at)
    select ${C}, ${id('p')}, ${id('c')}, 1, 0, 0, ${seq + count}::bigint + i, ${at} from ${some}`.execute(tx)
  await sql`insert into rdv (company_id, "IDRDV", "RDV_DEBUT", "RDV_FIN", "IDPROJET", "IDPERSONNELS", "SUPPRIME", "DEBRIEF_CATEGORIE", seq, updated_at)
    select ${C}, ${id('r')}, '2026-01-05 09:00', '2026-01-05 10:00', ${id('p')}, '{}', 0, 0, ${seq + 2 * count}::bigint + i, ${at} from ${some}`.execute(
    tx,
  )
  await sql`insert into conflit (company_id, id, "RESSOURCE", "IDENREGISTREMENT", "PERDU", "GARDE", "RESOLU", seq, updated_at)
    select ${C}, ${id('k')}, 'client', ${id('c')}, '{"NOM":"perdu"}', '{"NOM":"gardé"}', 1, ${seq + 3 * count}::bigint + i, ${at} from ${some}`.execute(
    tx,
  )
  await sql`insert into demande (company_id, id, "GENRE", "IDCLIENT", "MESSAGE", "PHOTOS", "DATE_DEMANDE", "REPONSES", seq, updated_at)
    select ${C}, ${id('d')}, 'parrain', ${id('c')}, 'Bonjour', '{}', ${at}, '[]', ${seq + 4 * count}::bigint + i, ${at} from ${some}`.execute(
    tx,
  )
}

async function measure(db: Database, company: string): Promise<Measure['tables']> {
  const tables = (await allTables(db)).filter(({ name }) => name !== 'schema_migration')
  return db.inTenant(company, async (tx) => {
    const found: Measure['tables'] = []
    for (const { name } of tables) {
      const { rows } = await sql<{
        rows: number
        bytes: number
      }>`select (select count(*) from ${sql.table(name)})::integer as rows,
        pg_total_relation_size(${`"${name}"`}::regclass)::bigint as bytes`.execute(tx)
      found.push({ name, rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) })
    }
    return found
  })
}

/** The column that dates the rows of each swept table. Where the job empties rows instead of deleting them, `left` selects those that still have texts. */
const AGES: Partial<Record<RetentionKind, { table: string; since: string; left?: string }[]>> = {
  sessions: [{ table: 'session', since: 'expires_at' }],
  ecritures: [{ table: 'mutation', since: 'created_at' }],
  appels: [{ table: 'once_result', since: 'created_at' }],
  textes: [{ table: 'message', since: 'created_at', left: `payload - 'client' <> '{}'` }],
  messages: [{ table: 'message', since: 'created_at' }],
  connexions: [{ table: 'audit', since: 'at', left: `action like 'login.%'` }],
  journal: [{ table: 'audit', since: 'at' }],
  liens: [{ table: 'password_link', since: 'expires_at' }],
  liens_rdv: [{ table: 'rdv_link', since: 'expires_at' }],
  codes: [{ table: 'otp_challenge', since: 'created_at' }],
  essais: [
    { table: 'lead_seen', since: 'received_at' },
    { table: 'lola_token', since: 'expires_at' },
    { table: 'attempt', since: 'ends_at' },
  ],
  conflits: [{ table: 'conflit', since: 'updated_at', left: 'not deleted' }],
  notifications: [{ table: 'notification', since: 'updated_at', left: 'not deleted' }],
  appareils: [{ table: 'device', since: 'reported_at' }],
  consultations: [{ table: 'devis_consultation', since: 'at' }],
  absences: [{ table: 'absence', since: '"DERNIERE_FIN"::timestamptz', left: 'not deleted' }],
  demandes: [{ table: 'demande', since: 'updated_at', left: 'not deleted' }],
  envois: [{ table: 'stored_bytes', since: 'created_at' }],
  imports: [{ table: 'data_import', since: 'created_at' }],
  demandes_effacement: [{ table: 'erasure_request', since: 'settled_at' }],
  fusions: [{ table: 'client_merge', since: 'at', left: 'before is not null' }],
  passations: [{ table: 'handover', since: 'at' }],
  retraits: [{ table: 'taken_off', since: 'at' }],
  comptes_paiement: [{ table: 'former_payment_account', since: 'ended_at' }],
}

/** Kinds without rows here: erasures are per person, and have their own tests. */
const NOT_LIVED: readonly RetentionKind[] = ['effaces']

/**
 * Tables that grow without end: a swept table with a row older than its period, a business table that has more rows than the customers
 * explain, any other table that has grown at all. Every table of the database is one of these three.
 */
export async function unbounded(
  db: Database,
  { company, measures, last }: Pick<Lived, 'company' | 'measures' | 'last'>,
): Promise<string[]> {
  const faults: string[] = []
  const aged = new Set<string>()
  for (const kind of RETENTION_KINDS.filter((one) => one in SWEEPS && !NOT_LIVED.includes(one))) {
    const days = retentionRule(kind).days ?? 0
    const ages = AGES[kind]
    if (!ages) faults.push(`${kind}: nothing says how old its rows are`)
    for (const { table, since, left = 'true' } of ages ?? []) {
      aged.add(table)
      const scope = table === 'attempt' ? ({ platform: true } as const) : { companyId: company }
      const { rows } = await db.transaction(scope, (tx) =>
        sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}
          where ${sql.raw(since)} < ${last.toISOString()}::timestamptz - make_interval(days => ${days + 1}::integer) and ${sql.raw(left)}`.execute(
          tx,
        ),
      )
      if (rows[0]?.n !== 0) faults.push(`${table}: ${rows[0]?.n} rows are older than ${days} days (${kind})`)
    }
  }
  const [before, after] = [measures[0], measures.at(-1)]
  const rowsOf = (at: Measure | undefined, name: string): number =>
    at?.tables.find((one) => one.name === name)?.rows ?? 0
  const business = new Set(SYNCED.map((resource) => entityOf(resource).table))
  const grown = rowsOf(after, 'client') / rowsOf(before, 'client')
  for (const { name, rows } of after?.tables ?? []) {
    const was = rowsOf(before, name)
    if (business.has(name)) {
      if (rows > was * grown * 1.05 + 5)
        faults.push(`${name}: ${was} rows became ${rows}, customers became ${grown.toFixed(2)} times as many`)
    } else if (!aged.has(name) && rows > was + 5) {
      faults.push(`${name}: ${was} rows became ${rows}${name in UNBOUNDED ? '' : ', and nothing bounds them'}`)
    }
  }
  return faults
}
