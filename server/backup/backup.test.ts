import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { ENGINES, type EngineName, fillDataFolder } from '../../tests/support/engines.ts'
import { query, startPostgres, type TestPostgres } from '../../tests/support/postgres.ts'
import { staffedCompany } from '../../tests/support/staffed-company.ts'
import { addPersonnel, PASSWORD, testApp } from '../../tests/support/test-app.ts'
import { testKey } from '../../tests/support/test-key.ts'
import { removePersonnel, updatePersonnel } from '../accounts/personnels.ts'
import type { Database } from '../plugins/database/database.ts'
import { readMigrations } from '../plugins/database/migrate.ts'
import { type DatabaseConfig, openDatabase } from '../plugins/database/open-database.ts'
import { createBackups } from './backups.ts'
import { writeBackup } from './dump.ts'
import { age, type Encryption, SEALED } from './encryption.ts'
import { MANIFEST, MANIFEST_HASH, type Manifest, readBackup, sha256 } from './manifest.ts'
import { restore } from './restore.ts'

/** A database that may be closed, restored and opened again. */
async function place(
  engine: EngineName,
  postgres: TestPostgres | undefined,
): Promise<{ dataDir: string; config: DatabaseConfig }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lolapp-backup-'))
  if (engine === 'pglite') {
    await fillDataFolder(dataDir)
    return { dataDir, config: { kind: 'embedded', folder: dataDir, onLockLost: () => undefined, key: testKey } }
  }
  const ownerUrl = (await postgres?.createDatabase()) as string
  return { dataDir, config: { kind: 'postgresql', ownerUrl, connections: 4, key: testKey } }
}

const all = (db: Database, company: string, table: string): Promise<unknown[]> =>
  db.inTenant(company, async (tx) => {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) - 'VERSION' as row
      from ${sql.table(table)} t where company_id = ${company} order by row_to_json(t)::text`.execute(tx)
    return rows.map(({ row }) => row)
  })
const company = (db: Database, id: string) =>
  db.inTenant(id, (tx) =>
    tx.selectFrom('company').select(['epoch', 'seq', 'NOM']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

describe.each(ENGINES)('backup and restore (%s)', (engine) => {
  let postgres: TestPostgres | undefined
  let dataDir = ''
  let config: DatabaseConfig
  let db: Database
  let one = ''
  let two = ''
  let tests = 0
  const target = () => join(dataDir, `sauvegarde-${tests}`)
  const backUp = () =>
    createBackups(db, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 2 }).createAt(target())
  const reopen = async () => {
    db = await openDatabase(config)
  }

  beforeAll(async () => {
    if (engine === 'postgresql') postgres = await startPostgres()
    ;({ dataDir, config } = await place(engine, postgres))
    await reopen()
  })
  afterAll(async () => {
    await db.close()
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  // One database for all, because making one takes seconds. Each test has companies and a backup of its own.
  beforeEach(async () => {
    tests += 1
    one = (await staffedCompany(db, `${engine}un${tests}`)).id
    two = (await staffedCompany(db, `${engine}deux${tests}`)).id
  })

  /** Somebody who may log in, with their address in their record as the administrators' form writes it. */
  const newcomer = async (): Promise<{ id: string; mail: string }> => {
    const person = await addPersonnel(db, { companyId: one })
    await db.inTenant(one, (tx) =>
      sql`update personnel set "MAIL" = ${person.mail}, seq = take_seq(1) where "IDPERSONNEL" = ${person.id}`.execute(
        tx,
      ),
    )
    return person
  }

  /** One restore for all tests of its result, because it makes a whole database. */
  const restoreOnce = async () => {
    mkdirSync(join(dataDir, 'files', one), { recursive: true })
    writeFileSync(join(dataDir, 'files', one, 'photo'), Buffer.from([0, 1, 2, 255]))
    await db.inTenant(one, (tx) =>
      sql`update personnel set "NOM" = ${'Éloïse « \\ " \u2028 œ'}, seq = take_seq(1) where "IDPERSONNEL" = 'camille'`.execute(
        tx,
      ),
    )
    await db.inTenant(one, (tx) =>
      sql`insert into message (id, company_id, key, channel, recipient, payload) values ('m', ${one}, 'm', 'sms', '0639980001', '{}')`.execute(
        tx,
      ),
    )
    const app = await testApp(db)
    const open = (id: string) =>
      app.sessions.open({ kind: 'personnel', accountId: id, companyId: one, deviceId: null }).then((s) => s.token)
    const [kept, ended] = [await open('camille'), await open('camille')]
    await db.inTenant(one, (tx) =>
      tx
        .insertInto('credential')
        .values({ company_id: one, personnel_id: 'colin', mail: 'colin@example.com', password_hash: 'x' })
        .execute(),
    )
    const dismissed = await open('colin')
    const [stays, removed, without, unknown] = [await newcomer(), await newcomer(), await newcomer(), await newcomer()]
    const [before, rows] = [await company(db, one), await all(db, one, 'personnel')]
    const made = await backUp()

    await db.inTenant(one, (tx) => sql`update personnel set "NOM" = 'Perdu', seq = take_seq(1)`.execute(tx))
    await db.inTenant(two, (tx) => sql`delete from reference`.execute(tx))
    rmSync(join(dataDir, 'files'), { recursive: true })
    writeFileSync(join(dataDir, 'later'), '')
    const actor = await app.sessions.actorOf(ended)
    if (actor) await app.sessions.revoke(actor)
    await db.inTenant(one, async (tx) => {
      const by = 'admin:a'
      // The replaced database is older than the backup here: it did not know this address yet.
      await sql`update personnel set "MAIL" = null, seq = take_seq(1) where "IDPERSONNEL" = ${unknown.id}`.execute(tx)
      await tx.deleteFrom('credential').where('personnel_id', '=', unknown.id).execute()
      await tx.updateTable('credential').set({ disabled: true }).where('personnel_id', '=', 'colin').execute()
      await removePersonnel(tx, { id: removed.id, by })
      await updatePersonnel(tx, { id: without.id, by, patch: { MAIL: null }, seen: null, passwordHash: 'x' })
    })
    await db.inTenant(two, (tx) => tx.updateTable('company').set({ disabled: true }).execute())
    const later = await open('camille')
    await app.close()
    await db.close()
    const { closedLogins, suspendedCompanies } = await restore({ from: target(), dataDir, database: config })
    await reopen()
    const people = { stays, removed, without, unknown }
    return { one, two, before, rows, made, kept, ended, dismissed, later, people, closedLogins, suspendedCompanies }
  }
  let restored: ReturnType<typeof restoreOnce> | undefined
  const theRestored = () => {
    restored ??= restoreOnce()
    return restored
  }

  it('[I1] [SERVER-5] [SERVER-6] restores every row of every company as it was, and the files, in a new epoch', async () => {
    const { one, two, before, rows, made } = await theRestored()
    expect(made).toMatchObject({ engine, files: 1 })
    expect(made.companies).toBeGreaterThan(1)
    expect(await all(db, one, 'personnel')).toEqual(rows)
    expect((await all(db, two, 'reference')).length).toBeGreaterThan(5)
    expect(readFileSync(join(dataDir, 'files', one, 'photo'))).toEqual(Buffer.from([0, 1, 2, 255]))
    const after = await company(db, one)
    expect(after.NOM).toBe(before.NOM)
    expect(after.epoch).not.toBe(before.epoch)
    const past = await db.inTenant(one, (tx) => tx.selectFrom('company_epoch').select(['epoch', 'seq']).execute())
    expect(past).toEqual([{ epoch: before.epoch, seq: before.seq }])
    const { rows: versions } = await db.inTenant(one, (tx) =>
      sql<{ least: number }>`select min("VERSION") as least from personnel`.execute(tx),
    )
    expect(versions[0]?.least).toBeGreaterThan(1_000_000)
    // It may have been sent since the backup was made: shown, never sent again (I3). The first server tells who asked for it.
    const states = () =>
      db.inTenant(one, (tx) => sql`select status, error from message where channel = 'sms'`.execute(tx))
    const error = 'Restauration : peut-être déjà envoyé.'
    expect((await states()).rows).toEqual([{ status: 'sending', error }])
    const server = await testApp(db)
    await server.ready()
    await server.messages.drain()
    await server.close()
    expect((await states()).rows).toEqual([{ status: 'unknown', error }])
    // The triggers and the isolation are those of a server that was never restored.
    await expect(db.inTenant(one, (tx) => sql`update personnel set "NOM" = 'x'`.execute(tx))).rejects.toThrow(
      /guard_seq/,
    )
    const seen = await db.inTenant(two, (tx) => tx.selectFrom('personnel').select('company_id').distinct().execute())
    expect(seen).toEqual([{ company_id: two }])
  })

  it('[SEC] keeps the sessions of the backup, but restores no session that was ended since, and no disabled account', async () => {
    const { kept, ended, dismissed, later } = await theRestored()
    const again = await testApp(db)
    const alive = async (token: string) => (await again.sessions.actorOf(token)) !== null
    expect([await alive(kept), await alive(ended), await alive(dismissed), await alive(later)]).toEqual([
      true,
      false,
      false,
      false,
    ])
    await again.close()
  })

  it('[SEC] gives no login back to somebody who was removed since, or whose address was, and closes no other', async () => {
    const { one, people, closedLogins } = await theRestored()
    const again = await testApp(db)
    const logIn = async (mail: string): Promise<number> => {
      const headers = { [HEADER.company]: one }
      const payload = { MAIL: mail, password: PASSWORD }
      return (await again.inject({ method: 'POST', url: '/api/lolapp/login', headers, payload })).statusCode
    }
    expect([await logIn(people.stays.mail), await logIn(people.unknown.mail)]).toEqual([200, 200])
    expect([await logIn(people.removed.mail), await logIn(people.without.mail)]).toEqual([401, 401])
    // With the one that was disabled.
    expect(closedLogins).toBe(3)
    await again.close()
  })

  it('[SEC] [ADM-01] a company that was suspended since stays suspended, and is named; the others stay open', async () => {
    const { one, two, suspendedCompanies } = await theRestored()
    const found = (id: string) =>
      db.inTenant(id, (tx) => tx.selectFrom('company').select(['key', 'disabled']).executeTakeFirstOrThrow())
    const [open, suspended] = [await found(one), await found(two)]
    expect([open.disabled, suspended.disabled]).toEqual([false, true])
    expect(suspendedCompanies).toEqual([suspended.key])
  })

  it('holds every existing row: it misses no table, and no row without a company', async () => {
    const { headers } = await adminOf(db)
    expect(headers.authorization).toContain('Bearer')
    await db.transaction({ platform: true }, (tx) =>
      sql`insert into message (id, key, channel, recipient, payload) values ('p', 'p', 'mail', 'a@example.com', '{}')`.execute(
        tx,
      ),
    )
    const made = await backUp()
    const { tables } = await readBackup(target())
    const counted = new Map(tables.map((table) => [table.name, table.rows]))
    expect(counted.get('admin_user')).toBe(1)
    expect(counted.get('message')).toBeGreaterThan(0)
    expect(made.rows).toBe([...counted.values()].reduce((a, b) => a + b, 0))
    await db.close()
    const names = await ownerCounts(config, [...counted.keys()])
    await reopen()
    // The backup itself is noted once it is complete, in place of the one before.
    counted.set('backup_made', 1)
    expect(Object.fromEntries(names)).toEqual(Object.fromEntries(counted))
  })

  it('a backup made while people write is one moment: no row points to one that is missing', async () => {
    let stop = false
    let written = 0
    const writers = Array.from({ length: 3 }, async (_, n) => {
      for (let i = 0; !stop; i++) {
        await db.inTenant(one, async (tx) => {
          await sql`insert into client (company_id, "IDCLIENT", "NOM", seq) values (${one}, ${`c${n}-${i}`}, 'X', take_seq(1))`.execute(
            tx,
          )
          await sql`insert into projet (company_id, "IDPROJET", "IDCLIENT", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", seq)
            values (${one}, ${`p${n}-${i}`}, ${`c${n}-${i}`}, 1, 0, 0, take_seq(1))`.execute(tx)
        })
        written += 1
      }
      return n
    })
    await expect.poll(() => written).toBeGreaterThan(writers.length)
    await backUp()
    stop = true
    await Promise.all(writers)
    const { tables, companies } = await readBackup(target())
    const rows = new Map(tables.map((table) => [table.name, table.rows]))
    expect(rows.get('client')).toBeGreaterThan(0)
    // Each transaction made one of each; no test before wrote any.
    expect(rows.get('client')).toBe(rows.get('projet'))
    expect(companies.find(({ id }) => id === one)?.seq).toBeGreaterThan(2 * (rows.get('client') ?? 0))
  })

  it('a file that was being written when it was copied is whole in the backup', async () => {
    const path = join(dataDir, 'files', one, 'begun')
    mkdirSync(join(dataDir, 'files', one), { recursive: true })
    writeFileSync(path, 'half of')
    const written: Database = {
      ...db,
      // Its row is committed once it is whole, so the rows may name it.
      snapshot: (fn) => {
        writeFileSync(path, 'half of it, and the rest')
        return db.snapshot(fn)
      },
    }
    await createBackups(written, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 2 }).createAt(target())
    expect(readFileSync(join(target(), 'files', one, 'begun'), 'utf8')).toBe('half of it, and the rest')
    await readBackup(target())
  })

  it('without the files that the rows name no backup is made, noted or kept, and the message says where they were looked for', async () => {
    const keys = ['a', 'b', 'c'].map((name) => `${one}/${name}`)
    const files = join(dataDir, 'files')
    const settings = { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 2 }
    const backups = createBackups(db, settings)
    const put = (key: string) => writeFileSync(join(files, key), 'bytes')
    const noted = () =>
      db.transaction({ platform: true }, async (tx) => (await sql`select at from backup_made`.execute(tx)).rows)
    await db.inTenant(one, async (tx) => {
      for (const key of keys)
        await sql`insert into stored_bytes (company_id, key, fichier_id, size) values (${one}, ${key}, ${key}, 5)`.execute(
          tx,
        )
      // A piece of an upload is no file yet.
      await sql`insert into stored_bytes (company_id, key, fichier_id, size, account, start)
        values (${one}, 'piece', 'd', 5, 'personnel:camille', 0)`.execute(tx)
    })
    try {
      const before = [await noted(), backups.list()]
      const refusal = `3 des 3 fichiers que la base nomme ne sont pas dans « ${files} »`
      await expect(backUp()).rejects.toThrow(refusal)
      await expect(backups.create()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('DATA_DIR'),
      })
      expect([existsSync(target()), [await noted(), backups.list()]]).toEqual([false, before])

      expect(await backups.createAt(`${target()}-lost`, { allowMissing: true })).toMatchObject({ missing: 3 })
      // An object store has them.
      const elsewhere = createBackups(db, { ...settings, filesElsewhere: true })
      expect(await elsewhere.createAt(`${target()}-s3`)).toMatchObject({ missing: 0 })

      mkdirSync(join(files, one), { recursive: true })
      for (const key of keys.slice(1)) put(key)
      expect(await backUp()).toMatchObject({ missing: 1 })
      expect((await readBackup(target())).missingFiles).toBe(1)
      put(`${one}/a`)
      const recipients = ['age1a0a9et7hlg7ualcfll3gfjp99jxvxtazqed707zyfqsd54du5a3s2qnchj']
      const encryption = { kind: 'recipients' as const, recipients }
      expect(await backups.createAt(`${target()}-sealed`, { encryption })).toMatchObject({
        missing: 0,
        encrypted: true,
      })
    } finally {
      await db.inTenant(one, (tx) => sql`delete from stored_bytes`.execute(tx))
    }
  })

  it.each([false, true])(
    'a backup that cannot write one of its files closes all of them: open ones would keep their room on the disk (encrypted: %s)',
    async (isEncrypted) => {
      const { generateIdentity, identityToRecipient } = await age()
      const recipients = [await identityToRecipient(await generateIdentity())]
      const encryption: Encryption | null = isEncrypted ? { kind: 'recipients', recipients } : null
      const draftsOpen = (): string[] =>
        readdirSync('/proc/self/fd').flatMap((fd) => {
          try {
            const path = readlinkSync(`/proc/self/fd/${fd}`)
            return path.includes('.partiel-') ? [path] : []
          } catch {
            return []
          }
        })
      let opened = 0
      const failing: Database = {
        ...db,
        snapshot: (fn) => {
          const draft = readdirSync(dataDir).find((name) => name.includes('.partiel-')) ?? ''
          mkdirSync(join(dataDir, draft, 'tables', `adresse.ndjson.gz${isEncrypted ? SEALED : ''}`))
          return db.snapshot((trx, enter) =>
            fn(trx, async (id) => {
              await expect.poll(() => draftsOpen().length).toBeGreaterThan(10)
              opened = draftsOpen().length
              await enter(id)
            }),
          )
        },
      }
      const input = { db: failing, to: target(), dataDir, encryption, filesElsewhere: true, allowMissing: false }
      await expect(writeBackup(input)).rejects.toMatchObject({ code: 'EISDIR' })
      expect(opened).toBeGreaterThan(10)
      await expect.poll(draftsOpen).toEqual([])
    },
  )

  const noFiles = async () => {
    for (const name of ['a', 'b', 'c']) await nameFile(name)
  }
  const nameFile = (name: string) =>
    db.inTenant(one, (tx) =>
      sql`insert into stored_bytes (company_id, key, fichier_id, size) values (${one}, ${`${one}/${name}`}, ${`${one}/${name}`}, 5)`.execute(
        tx,
      ),
    )
  const forgetFiles = async () => {
    await db.inTenant(one, (tx) => sql`delete from stored_bytes`.execute(tx))
    await db.transaction({ platform: true }, (tx) => sql`update backup_made set missing = 0`.execute(tx))
  }

  it('once they are said to be lost, backups are made without them, and refused again where more are missing', async () => {
    const backups = createBackups(db, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 2 })
    try {
      await noFiles()
      await expect(backups.create()).rejects.toThrow('3 des 3 fichiers')
      expect(await backups.createAt(target(), { allowMissing: true })).toMatchObject({ missing: 3 })
      for (const time of [1, 2]) expect([time, (await backups.create()).missing]).toEqual([time, 3])
      await nameFile('d')
      await expect(backups.create()).rejects.toThrow('4 des 4 fichiers')
      // What a device has sent again is not lost any more.
      mkdirSync(join(dataDir, 'files', one), { recursive: true })
      const put = (name: string) => writeFileSync(join(dataDir, 'files', one, name), 'bytes')
      for (const name of ['b', 'd']) put(name)
      expect((await backups.create()).missing).toBe(2)
      rmSync(join(dataDir, 'files', one), { recursive: true })
      await expect(backups.create()).rejects.toThrow('4 des 4 fichiers')
    } finally {
      await forgetFiles()
    }
  })

  it('a restore that does not find them says so, and the backups after it are made without them', async () => {
    const backupDir = join(dataDir, 'backups')
    const settings = { dataDir, backupDir, backupKeep: 2 }
    try {
      await noFiles()
      // Made as before anybody looked whether they were there.
      await createBackups(db, { ...settings, filesElsewhere: true }).createAt(target())
      await expect(createBackups(db, settings).create()).rejects.toThrow('3 des 3 fichiers')
      mkdirSync(join(dataDir, 'files', one), { recursive: true })
      writeFileSync(join(dataDir, 'files', one, 'a'), 'bytes')
      await db.close()
      const { lostFiles } = await restore({ from: target(), dataDir, database: config })
      await reopen()
      expect(lostFiles).toBe(2)
      const backups = createBackups(db, settings)
      expect((await backups.create()).missing).toBe(2)
      rmSync(join(dataDir, 'files', one), { recursive: true })
      await expect(backups.create()).rejects.toThrow('3 des 3 fichiers')
    } finally {
      await forgetFiles()
    }
  })

  it('refuses a damaged backup and changes nothing', async () => {
    await backUp()
    const { tables } = await readBackup(target())
    const path = join(target(), tables.find((table) => table.name === 'personnel')?.path ?? '')
    const bytes = readFileSync(path)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(path, bytes)
    const before = await company(db, one)
    await db.close()
    await expect(restore({ from: target(), dataDir, database: config })).rejects.toThrow(/abîmée.*personnel/)
    await expect(restore({ from: dataDir, dataDir, database: config })).rejects.toThrow(/n'est pas une sauvegarde/)
    await reopen()
    expect(await company(db, one)).toEqual(before)
  })

  /** What a process of the former version made after an upgrade had migrated the database: its list of migrations is too short. */
  const claimMigrationsBefore = (name: string): void => {
    const path = join(target(), MANIFEST)
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    const text = JSON.stringify({ ...manifest, migrations: manifest.migrations.filter((one) => one.name < name) })
    writeFileSync(path, text)
    writeFileSync(join(target(), MANIFEST_HASH), sha256(text))
  }

  it.each([
    ['0065_company_mail.sql', 'company.MAIL'],
    ['0081_former_homes.sql', 'former_home'],
  ])('refuses a backup that was made without %s and has its data, and changes nothing', async (migration, lost) => {
    await db.inTenant(one, (tx) =>
      sql`insert into former_home (company_id, client_id, adresse_id) values (${one}, 'c', 'a')`.execute(tx),
    )
    // Its rows have a later column too, which would be named first.
    await db.transaction({ platform: true }, (tx) => sql`delete from backup_made`.execute(tx))
    await backUp()
    claimMigrationsBefore(migration)
    const before = await company(db, one)
    await db.close()
    await expect(restore({ from: target(), dataDir, database: config })).rejects.toThrow(
      new RegExp(`pendant une mise à jour.*\\(.*${lost}.*\\).*Restaurez-en une autre`),
    )
    await reopen()
    expect(await company(db, one)).toEqual(before)
  })

  // On the embedded engine the process that migrates is the one that serves.
  if (engine === 'postgresql')
    it('a process of the former version makes none once the database was migrated under it', async () => {
      const { ownerUrl } = config as Extract<DatabaseConfig, { kind: 'postgresql' }>
      const backups = createBackups(db, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 2 })
      const last = readMigrations().at(-1)?.name
      await query(ownerUrl, "insert into schema_migration (name, hash) values ('9999_plus_tard.sql', '')")
      try {
        const refusal = `(9999_plus_tard.sql au lieu de ${last}) : elle a été mise à jour`
        await expect(backUp()).rejects.toThrow(refusal)
        await expect(backups.create()).rejects.toMatchObject({
          code: 'CONFLICT',
          message: expect.stringContaining('Redémarrez-le, puis sauvegardez.'),
        })
        expect(existsSync(target())).toBe(false)
      } finally {
        await query(ownerUrl, "delete from schema_migration where name = '9999_plus_tard.sql'")
      }
      expect((await backUp()).rows).toBeGreaterThan(0)
    })

  it('refuses while a server serves the same database', async () => {
    await backUp()
    await db.inTenant(one, (tx) => sql`select 1`.execute(tx))
    await expect(restore({ from: target(), dataDir, database: config })).rejects.toThrow(
      engine === 'pglite' ? /déjà utilisé par un autre processus/ : /Un serveur Lolapp utilise cette base/,
    )
  })

  it('keeps the last backups of its folder, and removes unfinished ones', async () => {
    const backups = createBackups(db, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 2 })
    mkdirSync(join(dataDir, 'backups', 'lolapp-20260101000000-abcdef.partiel-1'), { recursive: true })
    const made = [await backups.create()]
    await new Promise((resolve) => setTimeout(resolve, 5))
    made.push(await backups.create(), await backups.create())
    const ids = backups.list().map((backup) => backup.id)
    expect(ids.toSorted()).toEqual(
      made
        .slice(1)
        .map((backup) => backup.id)
        .toSorted(),
    )
    const [first, second] = await Promise.allSettled([backups.create(), backups.create()])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
    await expect(backUp().then(backUp)).rejects.toThrow(/n'est pas vide/)
  })

  it('a folder whose manifest is broken is no backup: it keeps none from being listed, made or removed, and stays', async () => {
    const backupDir = join(dataDir, 'backups-abimees')
    const backups = createBackups(db, { dataDir, backupDir, backupKeep: 1 })
    const broken = await backups.create()
    const path = join(backupDir, broken.id, MANIFEST)
    for (const text of [readFileSync(path, 'utf8').slice(0, 40), '', 'null']) {
      writeFileSync(path, text)
      expect(backups.list()).toEqual([])
      const made = await backups.create()
      expect(backups.list().map(({ id }) => id)).toEqual([made.id])
      rmSync(join(backupDir, made.id), { recursive: true })
    }
    expect(readdirSync(backupDir)).toEqual([broken.id])
  })

  it('a backup of a clock that was ahead is the first to go and not the last one made: each new one stays', async () => {
    const backupDir = join(dataDir, 'backups-en-avance')
    const backups = createBackups(db, { dataDir, backupDir, backupKeep: 1 })
    const ahead = await backups.create()
    const future = new Date(Date.now() + 90 * 86_400_000).toISOString()
    const path = join(backupDir, ahead.id, MANIFEST)
    const text = JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), at: future })
    writeFileSync(path, text)
    writeFileSync(join(backupDir, ahead.id, MANIFEST_HASH), sha256(text))
    const madeAt = async () =>
      (await db.transaction({ platform: true }, (tx) => sql<{ at: Date }>`select at from backup_made`.execute(tx))).rows
    await db.transaction({ platform: true }, (tx) => sql`update backup_made set at = ${future}`.execute(tx))
    const made = await backups.create()
    expect(backups.list().map(({ id }) => id)).toEqual([made.id])
    expect((await madeAt()).map(({ at }) => new Date(at).toISOString())).toEqual([made.created_at])
  })
})

async function adminOf(db: Database): Promise<{ headers: { authorization: string } }> {
  await db.transaction({ platform: true }, (tx) =>
    tx
      .insertInto('admin_user')
      .values({ id: 'root', email: 'root@example.com', name: 'Root', password_hash: 'x' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const app = await testApp(db)
  const { token } = await app.sessions.open({
    kind: 'admin',
    accountId: 'root',
    companyId: null,
    deviceId: null,
    proven: true,
  })
  await app.close()
  return { headers: { authorization: `Bearer ${token}` } }
}

/** Rows by table as the owner sees them: row level security does not apply to the owner here. */
async function ownerCounts(config: DatabaseConfig, tables: string[]): Promise<[string, number][]> {
  const counts = tables.map((name) => `select '${name}' as name, count(*)::int as n from "${name}"`).join(' union all ')
  if (config.kind === 'postgresql') {
    const force = (word: string) => tables.map((name) => `alter table "${name}" ${word} row level security`).join('; ')
    await query(config.ownerUrl, force('no force'))
    const rows = (await query(config.ownerUrl, counts)) as { name: string; n: number }[]
    await query(config.ownerUrl, force('force'))
    return rows.map(({ name, n }) => [name, n])
  }
  const { PgliteClient } = await import('../plugins/database/pglite-client.ts')
  const client = await PgliteClient.open({ folder: join(config.folder, 'database') })
  const { rows } = await client.query(client.generation, counts, [])
  await client.close()
  return (rows as { name: string; n: number }[]).map(({ name, n }) => [name, n])
}
