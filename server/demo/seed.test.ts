import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { canSee, type Staff } from '../../schemas/access.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { describeEngines } from '../../tests/support/engines.ts'
import { assertMayTransmit } from '../documents/missing-mentions.ts'
import { checkPassword } from '../plugins/session/passwords.ts'
import { readRows, type StoredRow } from '../repositories/rows.ts'
import { type DemoCompany, makeDemo } from './demo-data.ts'
import { GrowError, growCompany } from './grow-company.ts'
import { seedDemo } from './seed.ts'

const today = '2026-11-18'
const demo = makeDemo({ today, clients: 60 })
const [habitat, autre] = demo.companies as [DemoCompany, DemoCompany]
const id = habitat.entreprise.id

const recordsOf = (company: DemoCompany): Partial<Record<SyncedResource, object[]>> => ({
  reference: company.references,
  article: company.articles,
  rapport: company.rapports,
  personnel: company.personnels,
  adresse: company.adresses,
  client: company.clients,
  projet: company.projets,
  rdv: company.rdvs,
  devis: company.devis,
  intervention: company.interventions,
  soumission: company.soumissions,
  demande: company.demandes,
  absence: company.absences,
})

describeEngines('the seeded database', (db) => {
  beforeAll(async () => {
    const { created } = await seedDemo(db(), { today, clients: 60 })
    expect(created).toEqual(['demo', 'autre'])
  })

  const rowsOf = (resource: SyncedResource, companyId = id): Promise<StoredRow[]> =>
    db().inTenant(companyId, async (tx) => {
      const key = sql.ref(entityOf(resource).key)
      const { rows } = await sql<{ id: string }>`select ${key} as id from ${sql.table(resource)}`.execute(tx)
      return readRows(tx, { resource, ids: rows.map((row) => row.id) })
    })
  const counts = (companyId = id): Promise<number[]> =>
    Promise.all(SYNCED.map(async (resource) => (await rowsOf(resource, companyId)).length))

  it('holds every record of both companies as the generator made it', async () => {
    for (const company of [habitat, autre]) {
      for (const [resource, records] of Object.entries(recordsOf(company))) {
        const { key } = entityOf(resource as SyncedResource)
        const stored = new Map(
          (await rowsOf(resource as SyncedResource, company.entreprise.id)).map((row) => [row.id, row]),
        )
        expect(stored.size, resource).toBe(records.length)
        for (const record of records as Record<string, unknown>[]) {
          const { VERSION, ...values } = record
          const row = stored.get(record[key] as string)
          expect({ ...row?.record, VERSION: row?.version }).toEqual({ ...values, VERSION })
        }
      }
    }
  })

  it('numbers rows without a gap up to the counter of the company', async () => {
    const seqs = (await Promise.all(SYNCED.map((resource) => rowsOf(resource)))).flat().map((row) => row.seq)
    const counter = await db().inTenant(id, (tx) => tx.selectFrom('company').select('seq').executeTakeFirstOrThrow())
    expect(seqs.toSorted((a, b) => a - b)).toEqual(seqs.map((_, i) => i + 1))
    expect(counter.seq).toBe(seqs.length)
  })

  it('lets each account log in with the public password, stored as Argon2id', async () => {
    const accounts = await db().inTenant(id, (tx) => tx.selectFrom('credential').selectAll().execute())
    expect(accounts.map(({ mail }) => mail).sort()).toEqual(habitat.credentials.map(({ MAIL }) => MAIL).sort())
    for (const { password_hash } of accounts) expect(password_hash).toMatch(/^\$argon2id\$/)
    expect(await checkPassword(accounts[0]?.password_hash ?? null, 'demonstration')).toBe(true)
    const admins = await db().transaction({ platform: true }, (tx) => tx.selectFrom('admin_user').selectAll().execute())
    expect(admins.map(({ email }) => email)).toEqual(['admin@example.com'])
  })

  it('shows projects, and all that belongs to them, to their people and their agency', async () => {
    const staffOf = (mail: string): Staff => {
      const person = habitat.personnels.find(({ MAIL }) => MAIL === mail)
      if (!person) throw new Error(mail)
      const { IDPERSONNEL, ROLES: roles, AGENCES: agences, TOUTES_AGENCES } = person
      return { id: IDPERSONNEL, roles, agences, toutesAgences: TOUTES_AGENCES === 1 }
    }
    const projets = await rowsOf('projet')
    const viewers = new Map(projets.map((row) => [row.id, row.viewers]))
    const share = (mail: string): number => projets.filter((row) => canSee(staffOf(mail), row.viewers)).length
    expect(share('directeur@example.com')).toBe(projets.length)
    for (const mail of [
      'commercial@example.com',
      'metreur@example.com',
      'technicien@example.com',
      'assistante@example.com',
    ]) {
      expect(share(mail), mail).toBeGreaterThan(0)
      expect(share(mail), mail).toBeLessThan(projets.length)
    }
    for (const resource of ['rdv', 'devis', 'intervention', 'soumission'] as const) {
      for (const { record, viewers: own } of await rowsOf(resource)) {
        if (record.IDPROJET !== null) expect(own).toEqual(viewers.get(record.IDPROJET as string))
        else expect(own.personnes.length).toBeGreaterThan(0)
      }
    }
  })

  it('counts quote numbers on from the last one', async () => {
    const { rows } = await db().inTenant(id, (tx) =>
      sql<{ name: string; value: number }>`select name, value from numbering`.execute(tx),
    )
    expect(new Map(rows.map(({ name, value }) => [name.replace('devis-', ''), value]))).toEqual(habitat.quoteNumbers)
  })

  it('has drafts with all mentions that the law requires: they may be given to their customers', async () => {
    const drafts = (await rowsOf('devis')).filter(({ record }) => record.DATE_TRANSMISSION === null)
    expect(drafts.length).toBeGreaterThan(0)
    await db().inTenant(id, async (tx) => {
      for (const { record } of drafts) await expect(assertMayTransmit(tx, record, today)).resolves.toBeUndefined()
    })
  })

  it('does nothing the second time', async () => {
    const before = await counts()
    expect(await seedDemo(db(), { today, clients: 80 })).toEqual({ created: [], rows: 0 })
    expect(await counts()).toEqual(before)
  })

  it('grows by clients with stories of their own, again and again', async () => {
    const companyId = autre.entreprise.id
    const before = (await rowsOf('client', companyId)).length
    const progress: number[] = []
    await growCompany(db(), { companyId, clients: 520, today, onProgress: (done) => progress.push(done.clients) })
    await growCompany(db(), { companyId, clients: 5, today })
    expect(progress).toEqual([500, 520])
    expect(await rowsOf('client', companyId)).toHaveLength(before + 525)
    const numbers = (await rowsOf('devis', companyId)).map((row) => row.record.NUMERO_DEVIS)
    expect(new Set(numbers).size).toBe(numbers.length)
    const busy = (await rowsOf('rdv', companyId)).filter((row) => row.record.SUPPRIME === 0)
    const starts = busy.flatMap(({ record }) =>
      (record.IDPERSONNELS as string[]).map((person) => `${person} ${record.RDV_DEBUT}`),
    )
    expect(new Set(starts).size).toBe(starts.length)
  })

  it('refuses to grow a company without an agency', async () => {
    const companyId = 'company-vide'
    await db().inTenant(companyId, (tx) =>
      tx.insertInto('company').values({ id: companyId, key: 'vide', NOM: 'Vide' }).execute(),
    )
    await expect(growCompany(db(), { companyId, clients: 1 })).rejects.toThrow(GrowError)
  })
})
