import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { RETENTION, RETENTION_KINDS, type RetentionKind, retentionRule, UNBOUNDED } from '../../schemas/retention.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import { allTables } from '../../tests/support/person-everywhere.ts'
import { plant } from '../../tests/support/staffed-company.ts'
import { embeddedPorts } from '../../tests/support/test-app.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import { unavailable } from '../plugins/database/unavailable.ts'
import { runRetention } from './run-retention.ts'
import { SWEEPS } from './sweeps.ts'

const DAY_MS = 86_400_000
const C = sql`current_setting('app.company_id')`

/** Kinds with a test of their own: message texts below, erased records in tests/contract/privacy.test.ts. */
const ELSEWHERE: readonly string[] = ['textes', 'effaces']

/** Makes one row of a kind, so many days old; the name finds it afterwards. */
type Make = (tx: Tx, days: number, name: string) => Promise<unknown>
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

const MAKE: Partial<Record<RetentionKind, { table: string; make: Make }>> = {
  sessions: {
    table: 'session',
    // Revoked long before its end: a backup may still hold it as valid.
    make: (tx, days, name) =>
      sql`insert into session (token_hash, kind, account_id, company_id, expires_at, revoked_at)
      values (${randomUUID()}, 'personnel', ${name}, ${C}, ${ago(days)}, ${ago(days + 50)})`.execute(tx),
  },
  ecritures: {
    table: 'mutation',
    make: (tx, days, name) =>
      sql`insert into mutation (company_id, account, id, body_hash, status, resource, record_id, created_at)
      values (${C}, 'personnel:a', ${uuidv7(Date.parse(ago(days)))}, 'h', 200, 'client', ${name}, ${ago(days)})`.execute(
        tx,
      ),
  },
  appels: {
    table: 'once_result',
    make: (tx, days, name) =>
      sql`insert into once_result (company_id, account, id, body_hash, created_at)
      values (${C}, 'personnel:a', ${randomUUID()}, ${name}, ${ago(days)})`.execute(tx),
  },
  imports: {
    table: 'data_import',
    make: (tx, days, name) =>
      sql`insert into data_import (company_id, id, name, state, by_account, by_personnel, created_at)
      values (${C}, ${randomUUID()}, ${name}, 'fini', 'personnel:a', 'a', ${ago(days)})`.execute(tx),
  },
  messages: {
    table: 'message',
    make: (tx, days, name) =>
      sql`insert into message (id, company_id, key, channel, recipient, payload, status, created_at)
      values (${randomUUID()}, ${C}, ${name}, 'sms', '0600000000', '{"text":"Bonjour"}', 'sent', ${ago(days)})`.execute(
        tx,
      ),
  },
  connexions: {
    table: 'audit',
    make: (tx, days, name) =>
      sql`insert into audit (id, company_id, at, actor, action, target)
      values (${randomUUID()}, ${C}, ${ago(days)}, 'personnel:a', 'login.accepted', ${name})`.execute(tx),
  },
  journal: {
    table: 'audit',
    make: (tx, days, name) =>
      sql`insert into audit (id, company_id, at, actor, action, target)
      values (${randomUUID()}, ${C}, ${ago(days)}, 'admin:a', 'personnel.updated', ${name})`.execute(tx),
  },
  liens: {
    table: 'password_link',
    make: (tx, days, name) =>
      sql`insert into password_link (digest, company_id, account, expires_at)
      values (${randomUUID()}, ${C}, ${name}, ${ago(days)})`.execute(tx),
  },
  codes: {
    table: 'otp_challenge',
    make: (tx, days, name) =>
      sql`insert into otp_challenge (company_id, id, purpose, phone, code_digest, ip, created_at, expires_at)
      values (${C}, ${randomUUID()}, 'login', ${name}, 'd', '1.2.3.4', ${ago(days)}, ${ago(days)})`.execute(tx),
  },
  essais: {
    table: 'lead_seen',
    make: (tx, days, name) =>
      sql`insert into lead_seen (company_id, digest, received_at) values (${C}, ${name}, ${ago(days)})`.execute(tx),
  },
  conflits: {
    table: 'conflit',
    make: async (tx, days, name) => {
      await plant(tx, 'conflit', {
        id: randomUUID(),
        RESSOURCE: 'client',
        IDENREGISTREMENT: 'x',
        PERDU: { NOM: name },
        GARDE: {},
        RESOLU: 1,
        RAISON: null,
      })
      await sql`update conflit set updated_at = ${ago(days)}, seq = take_seq(1) where "PERDU" ->> 'NOM' = ${name}`.execute(
        tx,
      )
    },
  },
  notifications: {
    table: 'notification',
    make: async (tx, days, name) => {
      await plant(tx, 'notification', {
        id: randomUUID(),
        IDPERSONNEL: 'a',
        TYPE: 'devis_signe',
        RESSOURCE: 'devis',
        DETAIL: name,
        DATE_NOTIFICATION: new Date().toISOString(),
      })
      await sql`update notification set updated_at = ${ago(days)}, seq = take_seq(1) where "DETAIL" = ${name}`.execute(
        tx,
      )
    },
  },
  appareils: {
    table: 'device',
    make: (tx, days, name) =>
      sql`insert into device (company_id, personnel_id, device_id, token_hash, agent, reported_at, pending, refused, files)
      values (${C}, 'a', ${name}, 'h', 'x', ${ago(days)}, 0, 0, 0)`.execute(tx),
  },
  consultations: {
    table: 'devis_consultation',
    make: (tx, days, name) =>
      sql`insert into devis_consultation (company_id, id, devis_id, client_id, origine, ip, user_agent, at)
      values (${C}, ${randomUUID()}, 'd', 'c', 'lien', '1.2.3.4', ${name}, ${ago(days)})`.execute(tx),
  },
  absences: {
    table: 'absence',
    make: async (tx, days, name) => {
      await plant(tx, 'absence', {
        id: randomUUID(),
        IDPERSONNELS: ['a'],
        GENRE: 'maladie',
        OBJET: name,
        DEBUT: '2020-01-01 00:00',
        FIN: ago(days).slice(0, 16).replace('T', ' '),
      })
    },
  },
  demandes: {
    table: 'demande',
    make: (tx, days, name) =>
      plant(tx, 'demande', {
        id: randomUUID(),
        GENRE: 'parrain',
        IDCLIENT: 'c',
        MESSAGE: name,
        DATE_DEMANDE: ago(days),
      }),
  },
  envois: {
    table: 'stored_bytes',
    make: (tx, days, name) =>
      sql`insert into stored_bytes (company_id, key, fichier_id, size, account, start, created_at)
      values (${C}, ${`k/${randomUUID()}`}, ${name}, 1, 'personnel:a', 0, ${ago(days)})`.execute(tx),
  },
  comptes_paiement: {
    table: 'former_payment_account',
    make: (tx, days, name) =>
      sql`insert into former_payment_account (company_id, app_id, app_secret, private_key, ended_at)
      values (${C}, ${name}, 's', 'k', ${ago(days)})`.execute(tx),
  },
  passations: {
    table: 'handover',
    make: (tx, days, name) =>
      sql`insert into handover (company_id, id, personnel_id, successor_id, division, by_id, at, was_disabled)
      values (${C}, ${name}, 'a', 'b', 'un', 'd', ${ago(days)}, false)`.execute(tx),
  },
  retraits: {
    table: 'taken_off',
    make: (tx, days, name) =>
      sql`insert into taken_off (company_id, resource, record_id, personnel_id, at)
      values (${C}, 'rdv', ${name}, 'a', ${ago(days)})`.execute(tx),
  },
  // The merge stays; what undoes it goes, and the list of what came with it.
  fusions: {
    table: 'client_merge_item',
    make: async (tx, days, name) => {
      await sql`insert into client_merge (company_id, id, from_id, into_id, by_id, at, before, merged)
        values (${C}, ${name}, ${randomUUID()}, 'k', 'd', ${ago(days)}, '{}', '{}')`.execute(tx)
      await sql`insert into client_merge_item (company_id, merge_id, kind, record_id)
        values (${C}, ${name}, 'projet', 'p')`.execute(tx)
    },
  },
  liens_rdv: {
    table: 'rdv_link',
    make: (tx, days, name) =>
      sql`insert into rdv_link (company_id, token_hash, rdv_id, message_id, expires_at)
      values (${C}, ${name}, 'r', 'm', ${ago(days)})`.execute(tx),
  },
  demandes_effacement: {
    table: 'erasure_request',
    make: (tx, days, name) =>
      sql`insert into erasure_request (company_id, id, kind, person_id, why, asked_by, settled_at, settled_by, outcome)
      values (${C}, ${randomUUID()}, 'client', ${name}, 'demande', 'personnel:a', ${ago(days)}, 'admin:a', 'refuse')`.execute(
        tx,
      ),
  },
}

it('[LAW-07 privacy] [OPS-08 retention] declares each period with its reason and its source, and sweeps what it says that it removes', () => {
  for (const kind of RETENTION_KINDS) {
    const rule = retentionRule(kind)
    expect([kind, rule.why !== '' && rule.source !== '' && rule.tables.length > 0]).toEqual([kind, true])
    const swept = kind in SWEEPS || kind === 'fichiers'
    expect([kind, swept]).toEqual([kind, rule.action === 'supprime' || rule.action === 'vide'])
  }
})

describeEngines('the daily job of retention', (db) => {
  let company: string
  let other: string
  const { files } = embeddedPorts()
  const run = (options: Parameters<typeof runRetention>[1] = {}) =>
    runRetention({ db: db(), files }, { force: true, pauseMs: 0, ...options })
  const left = (id: string, table: string, name: string) =>
    db().inTenant(id, async (tx) => {
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)} t
        where company_id = ${id} and row_to_json(t)::text like ${`%${name}%`}`.execute(tx)
      return rows[0]?.n
    })

  beforeAll(async () => {
    company = await addCompany(db())
    other = await addCompany(db())
  })

  it('[OPS-08 retention] names every table of the database: bounded by a period, or said why it does not grow', async () => {
    const named = new Set([...RETENTION_KINDS.flatMap((kind) => retentionRule(kind).tables), ...Object.keys(UNBOUNDED)])
    const tables = (await allTables(db())).map(({ name }) => name)
    expect(tables.filter((name) => !named.has(name))).toEqual([])
    expect([...named].filter((name) => !tables.includes(name))).toEqual([])
  })

  it('[LAW-07 privacy] [OPS-08 retention] of each kind, the day before its period is kept and the day after is removed', async () => {
    expect([...Object.keys(MAKE), ...ELSEWHERE].sort()).toEqual(Object.keys(SWEEPS).sort())
    const kinds = Object.entries(MAKE) as [RetentionKind, NonNullable<(typeof MAKE)[RetentionKind]>][]
    await db().inTenant(company, async (tx) => {
      for (const [kind, { make }] of kinds) {
        const days = retentionRule(kind).days ?? 0
        await make(tx, days - 0.5, `jeune-${kind}`)
        await make(tx, days + 0.5, `vieux-${kind}`)
      }
    })
    await run()
    for (const [kind, { table }] of kinds) {
      const rows = [await left(company, table, `jeune-${kind}`), await left(company, table, `vieux-${kind}`)]
      expect([kind, ...rows]).toEqual([kind, 1, 0])
    }
  })

  it('message texts are removed after a year, queued ones keep theirs, the line and whose it was stay three years', async () => {
    const key = `texte-${randomUUID()}`
    await db().inTenant(company, (tx) =>
      sql`insert into message (id, company_id, key, channel, recipient, payload, status, created_at) values
        (${randomUUID()}, ${company}, ${`${key}-parti`}, 'mail', 'a@example.com', '{"text":"Mot"}', 'sent', ${ago(RETENTION.textes.days + 1)}),
        (${randomUUID()}, ${company}, ${`${key}-client`}, 'mail', 'a@example.com', '{"text":"Mot","client":"c"}', 'sent', ${ago(RETENTION.textes.days + 1)}),
        (${randomUUID()}, ${company}, ${`${key}-rdv`}, 'sms', '0639980001', '{"text":"Mot","rdv":{"id":"r","client":"c"}}', 'sent', ${ago(RETENTION.textes.days + 1)}),
        (${randomUUID()}, ${company}, ${`${key}-attend`}, 'mail', 'a@example.com', '{"text":"Mot"}', 'queued', ${ago(RETENTION.messages.days + 1)})`.execute(
        tx,
      ),
    )
    await run()
    const { rows } = await db().inTenant(company, (tx) =>
      sql`select key, payload from message where key like ${`${key}%`} order by key`.execute(tx),
    )
    expect(rows).toEqual([
      { key: `${key}-attend`, payload: { text: 'Mot' } },
      { key: `${key}-client`, payload: { client: 'c' } },
      { key: `${key}-parti`, payload: {} },
      { key: `${key}-rdv`, payload: { client: 'c' } },
    ])
  })

  it('[I3] the ledger keeps the writes that a device whose clock is ahead may still send again', async () => {
    const ahead = `avance-${randomUUID()}`
    await db().inTenant(company, (tx) =>
      sql`insert into mutation (company_id, account, id, body_hash, status, resource, record_id, created_at)
        values (${company}, 'personnel:a', ${uuidv7(Date.now() + 30 * DAY_MS)}, 'h', 200, 'client', ${ahead}, ${ago(500)})`.execute(
        tx,
      ),
    )
    await run()
    expect(await left(company, 'mutation', ahead)).toBe(1)
  })

  it('the trail of the last year is never removed, whatever the clock of the server says', async () => {
    const target = `recent-${randomUUID()}`
    await db().inTenant(company, (tx) => (MAKE.connexions as { make: Make }).make(tx, 300, target))
    const year = 365 * DAY_MS
    await expect(run({ now: new Date(Date.now() + 5 * year) })).rejects.toMatchObject({ code: 'LO003' })
    expect(await left(company, 'audit', target)).toBe(1)
    // It keeps its turn until that is over, as if the process had died.
    await db().transaction({ platform: true }, (tx) => sql`update retention_turn set held_until = null`.execute(tx))
  })

  it('works in small transactions, in one process at a time, once a day', async () => {
    await db().inTenant(other, async (tx) => {
      for (let i = 0; i < 25; i += 1) await (MAKE.codes as { make: Make }).make(tx, 10, `lot-${i}`)
    })
    const both = await Promise.all([run({ batch: 4 }), run({ batch: 4 })])
    const ran = both.filter((one) => one !== null)
    expect([ran.length, ran[0]?.codes]).toEqual([1, 25])
    expect(await runRetention({ db: db(), files }, { pauseMs: 0 })).toBeNull()
    const tomorrow = new Date(Date.now() + DAY_MS)
    expect(await runRetention({ db: db(), files }, { pauseMs: 0, now: tomorrow })).not.toBeNull()
    expect(await runRetention({ db: db(), files }, { pauseMs: 0, now: tomorrow })).toBeNull()
    const { rows } = await db().inTenant(other, (tx) =>
      sql<{ removed: number; total: number }>`select removed, total from retention_run where kind = 'codes'`.execute(
        tx,
      ),
    )
    expect(rows.map(({ removed, total }) => [Number(removed), Number(total)])).toEqual([[0, 25]])
  })

  it('a store that does not answer for one company keeps no other company, and not the platform, from its period; the job is due again at once', async () => {
    const [first, last] = [company, other].sort() as [string, string]
    const name = `reste-${randomUUID()}`
    await db().inTenant(last, (tx) => (MAKE.codes as { make: Make }).make(tx, 10, name))
    await db().transaction({ platform: true }, (tx) =>
      sql`insert into attempt (key, hits, ends_at) values (${name}, 1, ${ago(3)})`.execute(tx),
    )
    const broken = {
      ...files,
      list: (folder: string) => {
        if (folder.includes(first)) throw new Error('AccessDenied')
        return files.list(folder)
      },
    }
    const now = new Date(Date.now() + 3 * DAY_MS)
    const ran = runRetention({ db: db(), files: broken }, { pauseMs: 0, now })
    await expect(ran).rejects.toMatchObject({ errors: [{ message: `Retention of fichiers in ${first}` }] })
    expect(await left(last, 'otp_challenge', name)).toBe(0)
    const { rows } = await db().transaction({ platform: true }, (tx) =>
      sql`select key from attempt where key = ${name}`.execute(tx),
    )
    expect(rows).toEqual([])
    expect(await runRetention({ db: db(), files }, { pauseMs: 0, now })).not.toBeNull()
    await db().transaction({ platform: true }, (tx) => sql`update retention_turn set done_at = null`.execute(tx))
  })

  it('[OPS-08 retention] a company whose rows are held for too long keeps no other one from its period; a database that is away ends the run', async () => {
    const [first, last] = [company, other].sort() as [string, string]
    const name = `tenus-${randomUUID()}`
    await db().inTenant(last, (tx) => (MAKE.codes as { make: Make }).make(tx, 10, name))
    const now = new Date(Date.now() + 5 * DAY_MS)
    const transaction: Database['transaction'] = (scope, fn) =>
      'companyId' in scope && scope.companyId === first ? Promise.reject(unavailable()) : db().transaction(scope, fn)
    const held: Database = { ...db(), transaction, inTenant: (companyId, fn) => transaction({ companyId }, fn) }
    const away: Database = { ...held, ping: () => Promise.reject(unavailable()) }
    await expect(runRetention({ db: away, files }, { pauseMs: 0, now })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await left(last, 'otp_challenge', name)).toBe(1)
    await db().transaction({ platform: true }, (tx) => sql`update retention_turn set held_until = null`.execute(tx))
    const failed = await runRetention({ db: held, files }, { pauseMs: 0, now }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(AggregateError)
    const kinds = (failed as AggregateError).errors.map((error) => String(error.message))
    expect(kinds.filter((message) => !message.endsWith(` in ${first}`))).toEqual([])
    expect(await left(last, 'otp_challenge', name)).toBe(0)
    // Due again at once.
    expect(await runRetention({ db: db(), files }, { pauseMs: 0, now })).not.toBeNull()
    await db().transaction({ platform: true }, (tx) => sql`update retention_turn set done_at = null`.execute(tx))
  })

  it('a turn and a run that a clock noted that was ahead stop nothing once it is right: neither done nor held until then', async () => {
    const write = (column: 'done_at' | 'held_until', days: number) =>
      db().transaction({ platform: true }, async (tx) => {
        await sql`update retention_turn set holder = 'mort', held_until = null, done_at = null`.execute(tx)
        await sql`update retention_turn set ${sql.ref(column)} = now() + make_interval(days => ${days}::integer)`.execute(
          tx,
        )
      })
    const look = () => runRetention({ db: db(), files }, { pauseMs: 0 })
    await write('done_at', 90)
    expect(await look()).not.toBeNull()
    // Done now, so not due again.
    expect(await look()).toBeNull()
    await write('held_until', 90)
    expect(await look()).not.toBeNull()
    expect(await look()).toBeNull()
    await db().transaction({ platform: true }, (tx) => sql`update retention_turn set done_at = null`.execute(tx))
  })

  it('does not wait for a locked row: it is removed the next day', async () => {
    await db().inTenant(company, (tx) => (MAKE.demandes as { make: Make }).make(tx, 2000, 'tenue'))
    // The embedded database has one connection: nothing holds a row beside the job.
    if (db().engine === 'postgresql') {
      await db().inTenant(company, async (tx) => {
        await sql`select 1 from demande where "MESSAGE" = 'tenue' for update`.execute(tx)
        expect((await run())?.demandes).toBe(0)
      })
    }
    expect((await run())?.demandes).toBe(1)
  })

  it('the platform’s own rows and expired tries are removed too', async () => {
    const key = randomUUID()
    await db().transaction({ platform: true }, async (tx) => {
      await sql`insert into attempt (key, hits, ends_at) values (${key}, 1, ${ago(3)})`.execute(tx)
      await sql`insert into password_link (digest, account, expires_at) values (${key}, 'admin:a', ${ago(90)})`.execute(
        tx,
      )
    })
    await run()
    const { rows } = await db().transaction({ platform: true }, (tx) =>
      sql`select key from attempt where key = ${key} union all select digest from password_link where digest = ${key}`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([])
  })
})
