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
  '[DAY-09] an upgrade begins no reminders for the companies that are there, a new company has them, and epochs are counted (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0014_')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    const make = (company: string, epochs: number) =>
      owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM") values (${company}, ${company}, ${company})`.execute(trx)
        for (let n = 0; n < epochs; n += 1)
          await sql`insert into company_epoch (company_id, epoch, seq) values (${company}, gen_random_uuid(), ${n})`.execute(
            trx,
          )
      })
    await make('a', 0)
    await make('b', 2)
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    await make('c', 0)
    const found: unknown[] = []
    for (const company of ['a', 'b', 'c']) {
      const { rows } = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<{ hour: string | null; number: number }>`select "RAPPEL_RDV" as hour, epoch_number as number
          from company where id = ${company}`.execute(trx)
      })
      found.push(rows[0])
    }
    expect(found).toEqual([
      { hour: null, number: 1 },
      { hour: null, number: 3 },
      { hour: '17:00', number: 1 },
    ])
  },
)
