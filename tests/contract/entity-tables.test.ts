import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { POLICIES } from '../../schemas/access.ts'
import { newRecord } from '../../schemas/entity.ts'
import { entityOf, isSynced, type ResourceName, resources, SYNCED } from '../../schemas/resources.ts'
import { insertRow, readRow } from '../../server/repositories/rows.ts'
import { describeEngines } from '../support/engines.ts'
import { plant, staffedCompany } from '../support/staffed-company.ts'

interface Column {
  name: string
  type: string
  required: boolean
}

/** Columns that the server adds to the fields of a synced entity. */
const SERVER_COLUMNS = ['company_id', 'VERSION', 'seq', 'deleted', 'stamps', 'created_by', 'updated_at']
const VIEWERS = ['viewer_agence', 'viewer_personnes']
const SEARCH_KEYS = ['cle_nom', 'cle_prenom', 'cle_ville', 'cle_portable']
/** Requirement lines by entity. */
const LINES: Partial<Record<ResourceName, string>> = {
  adresse: '[ENT-01]',
  projet: '[ENT-02]',
  devis: '[ENT-03]',
  rdv: '[ENT-04]',
  personnel: '[ENT-05]',
  client: '[ENT-05]',
  intervention: '[ENT-05]',
  role: '[ENT-05]',
  reference: '[ENT-06]',
}
/** Entities that the platform's own tables hold. */
const ELSEWHERE: readonly ResourceName[] = ['entreprise', 'user']
const TABLES = (Object.keys(resources) as ResourceName[]).filter((name) => !ELSEWHERE.includes(name))

describeEngines('tables', (db) => {
  const columnsOf = async (table: string): Promise<Column[]> => {
    const { rows } = await db().transaction({ platform: true }, (tx) =>
      sql<Column>`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
        from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
        order by a.attname`.execute(tx),
    )
    return rows
  }

  it.each(TABLES.map((name) => [LINES[name] ?? '', name] as const))(
    '%s the table of %s has the columns of its entity file, with their types',
    async (_, name) => {
      const entity = entityOf(name)
      const columns = await columnsOf(entity.table)
      const fields = Object.entries(entity.fields).map(([field, { column, required }]) => ({
        name: field,
        type: column,
        required,
      }))
      const own = columns.filter((column) => column.name in entity.fields)
      const byName = (a: Column, b: Column): number => (a.name < b.name ? -1 : 1)
      expect(own.sort(byName)).toEqual(fields.sort(byName))
      const others = columns.map((column) => column.name).filter((column) => !(column in entity.fields))
      const expected = isSynced(name)
        ? [
            ...SERVER_COLUMNS,
            ...(POLICIES[name]?.scope !== 'company' ? VIEWERS : []),
            ...(name === 'client' ? SEARCH_KEYS : []),
          ]
        : ['company_id']
      expect(others.sort()).toEqual(expected.sort())
    },
  )

  it('[ENT-05] the company table has the columns of its entity file', async () => {
    const names = (await columnsOf('company')).map((column) => column.name)
    for (const field of Object.keys(entityOf('entreprise').fields)) expect(names).toContain(field)
  })

  it('every table of a company is closed to the others by row level security, forced', async () => {
    const { rows } = await db().transaction({ platform: true }, (tx) =>
      sql<{ name: string; on: boolean; forced: boolean }>`
        select c.relname as name, c.relrowsecurity as on, c.relforcerowsecurity as forced
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(tx),
    )
    expect(rows.length).toBeGreaterThanOrEqual(TABLES.length)
    for (const { name, on, forced } of rows) expect([name, on, forced]).toEqual([name, true, true])
  })

  it('a company sees no row of another in any table, nor writes one there', async () => {
    const [here, there] = [await staffedCompany(db()), await staffedCompany(db())]
    await db().inTenant(there.id, (tx) => plant(tx, 'client', { IDCLIENT: 'c', NOM: 'A' }))
    for (const name of TABLES) {
      const { table } = entityOf(name)
      const { rows } = await db().inTenant(here.id, (tx) =>
        sql`select 1 from ${sql.table(table)} where company_id = ${there.id}`.execute(tx),
      )
      expect([table, rows.length]).toEqual([table, 0])
    }
    await expect(
      db().inTenant(here.id, async (tx) => {
        await sql`insert into client (company_id, "IDCLIENT", "NOM", seq) values (${there.id}, 'x', 'X', take_seq(1))`.execute(
          tx,
        )
      }),
    ).rejects.toThrow(/row-level security/)
  })

  it.each([...SYNCED])(
    '[SERVER-2] no row of %s is inserted or changed without a seq of its transaction',
    async (name) => {
      const company = await staffedCompany(db())
      const { table, key, fields } = entityOf(name)
      const record = newRecord(entityOf(name), {})
      const values = Object.fromEntries(
        Object.entries(fields).map(([field, { column, required }]) => [
          field,
          record[field] ?? (required ? ({ text: 'x', integer: 1, bigint: 1 }[column] ?? null) : null),
        ]),
      )
      const id = await db().inTenant(company.id, (tx) => plant(tx, name, { ...values, [key]: 'planted' }))
      await expect(
        db().inTenant(company.id, (tx) =>
          sql`update ${sql.table(table)} set updated_at = now() where ${sql.ref(key)} = ${id}`.execute(tx),
        ),
      ).rejects.toThrow(/guard_seq/)
      await expect(
        db().inTenant(company.id, async (tx) => {
          const row = await readRow(tx, { resource: name, id })
          if (row) await insertRow(tx, name, { ...row, id: 'second', record: { ...row.record, [key]: 'second' } })
        }),
      ).rejects.toThrow(/guard_seq/)
    },
  )
})
