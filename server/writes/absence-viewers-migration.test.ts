import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../tests/support/empty-database.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

/** Main agency, agencies, and whether of all. */
const PEOPLE = {
  main: ['lyon', ['lyon', 'brest'], 0],
  only: [null, ['lyon'], 0],
  several: [null, ['lyon', 'brest'], 0],
  everywhere: [null, [], 1],
  nowhere: [null, [], 0],
} as const

it.each(ENGINES)(
  '[DAY-10 absence] [SEC] [SERVER-2] the migration gives absences of people without a main agency their own directors; devices learn it (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0078_absence_viewers')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    for (const company of ['a', 'b'])
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM") values (${company}, ${company}, ${company})`.execute(trx)
        for (const [id, [main, agencies, everywhere]] of Object.entries(PEOPLE))
          await sql`insert into personnel (company_id, "IDPERSONNEL", "NOM", "ROLES", "IDAGENCE", "AGENCES", "TOUTES_AGENCES", "HORS_STATS", seq)
            values (${company}, ${id}, ${id}, '{}', ${main}, ${[...agencies]}::text[], ${everywhere}, 0, take_seq(1))`.execute(
            trx,
          )
        const absence = (id: string, people: string[], agence: string | null, deleted = false) =>
          sql`insert into absence (company_id, id, "IDPERSONNELS", "GENRE", "JOURNEES", "DEBUT", "FIN", "EXCEPTIONS", viewer_agence,
            viewer_personnes, deleted, seq) values (${company}, ${id}, ${people}::text[], 'maladie', 1, '2026-12-01 00:00', '2026-12-02 00:00',
            '[]', ${agence}, ${people}::text[], ${deleted}, take_seq(1))`.execute(trx)
        await absence('main', ['main'], 'lyon')
        for (const id of ['only', 'several', 'everywhere', 'nowhere']) await absence(id, [id], null)
        await absence('removed', ['only'], null, true)
        await absence('meeting', ['main', 'several'], null)
        await absence('shared', ['main', 'only'], null)
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const company of ['a', 'b']) {
      const { rows } = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<{
          id: string
          agence: string | null
          version: number
          seq: number
        }>`select id, viewer_agence as agence,
          "VERSION" as version, seq::int as seq from absence where company_id = ${company} order by id`.execute(trx)
      })
      expect(rows.map(({ id, agence, version }) => [id, agence, version])).toEqual([
        ['everywhere', '--', 2],
        ['main', 'lyon', 1],
        ['meeting', null, 1],
        ['nowhere', null, 1],
        ['only', 'lyon', 2],
        ['removed', 'lyon', 2],
        ['several', '--', 2],
        ['shared', 'lyon', 2],
      ])
      const untouched = Math.max(...rows.filter(({ version }) => version === 1).map(({ seq }) => seq))
      expect(rows.filter(({ version, seq }) => version === 2 && seq < untouched)).toEqual([])
      expect(new Set(rows.map(({ seq }) => seq)).size).toBe(rows.length)
    }
  },
)
