import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../../tests/support/empty-database.ts'
import { ENGINES } from '../../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../database/migrate.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

it.each(ENGINES)('the migration keeps the sub-domain that each company has (%s)', async (engine) => {
  const owner = await emptyDatabase(engine, closes)
  const all = readMigrations()
  const before = all.filter(({ name }) => name < '0052_company_subdomains')
  await owner.transaction().execute((trx) => runMigrations(trx, before))
  for (const company of ['a', 'b'])
    await owner.transaction().execute(async (trx) => {
      await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
      await sql`insert into company (id, key, "NOM") values (${company}, ${`maison-${company}`}, ${company})`.execute(
        trx,
      )
    })
  await owner.transaction().execute((trx) => runMigrations(trx, all))
  for (const company of ['a', 'b']) {
    const { rows } = await owner.transaction().execute(async (trx) => {
      await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
      await sql`update company set key = ${`neuve-${company}`} where id = ${company}`.execute(trx)
      return sql<{ key: string }>`select key from company_subdomain where company_id = ${company} order by key`.execute(
        trx,
      )
    })
    expect(rows.map(({ key }) => key)).toEqual([`maison-${company}`, `neuve-${company}`])
  }
})
