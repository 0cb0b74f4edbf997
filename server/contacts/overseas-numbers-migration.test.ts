import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../tests/support/empty-database.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

it.each(ENGINES)(
  '[DAY-12 search] the migration finds overseas customers by their number in national form, and tells nobody of a change (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0064_overseas_numbers')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    const ofCompany = <T>(
      work: (trx: Parameters<Parameters<ReturnType<typeof owner.transaction>['execute']>[0]>[0]) => Promise<T>,
    ) =>
      owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', 'a', true)`.execute(trx)
        return work(trx)
      })
    await ofCompany(async (trx) => {
      await sql`insert into company (id, key, "NOM") values ('a', 'a', 'a')`.execute(trx)
      for (const [id, mobile, fixed] of [
        ['mobile', '+262 692 12 34 56', null],
        ['fixed', '0612345678', '+262 262 12 34 56'],
        ['mainland', '+33 6 12 34 56 79', null],
      ])
        await sql`insert into client (company_id, "IDCLIENT", "NOM", "PORTABLE", "TELEPHONE", seq)
          values ('a', ${id}, 'Hoarau', ${mobile}, ${fixed}, take_seq(1))`.execute(trx)
    })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    await ofCompany(async (trx) => {
      const keys = await sql<{ id: string; key: string; version: number }>`select "IDCLIENT" as id, cle_portable as key,
        "VERSION" as version from client order by 1`.execute(trx)
      expect(keys.rows).toEqual([
        { id: 'fixed', key: '0612345678', version: 2 },
        { id: 'mainland', key: '0612345679', version: 1 },
        { id: 'mobile', key: '0692123456', version: 2 },
      ])
      // By the index of landlines too.
      await sql`set local enable_seqscan = off`.execute(trx)
      const found = await sql<{ id: string }>`select "IDCLIENT" as id from client
        where company_id = 'a' and phone_key("TELEPHONE") = '0262123456'`.execute(trx)
      expect(found.rows).toEqual([{ id: 'fixed' }])
      const told = await sql<{ count: number }>`select count(*)::int as count from contact_change`.execute(trx)
      expect(told.rows).toEqual([{ count: 0 }])
      // A change from now on is told again.
      await sql`update client set "PORTABLE" = '0692123457', seq = take_seq(1) where "IDCLIENT" = 'mobile'`.execute(trx)
      const after = await sql<{ count: number }>`select count(*)::int as count from contact_change`.execute(trx)
      expect(after.rows).toEqual([{ count: 1 }])
    })
  },
)
