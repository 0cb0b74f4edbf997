import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import type { JournalEntry } from '../../schemas/journal.ts'
import { entityOf } from '../../schemas/resources.ts'
import { patchIssues } from '../../schemas/validate.ts'
import { emptyDatabase } from '../../tests/support/empty-database.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'

const entry = (id: string, LE: string) => ({ id, GENRE: 'appel', LE, AUTEUR: 'Camille', RESULTAT: 'Joint' })

/** Journals as a server before migration 0061 stored them, and what becomes of their times. */
const JOURNALS: readonly [stored: string[], mended: string[]][] = [
  [[], []],
  [['2026-11-20 18:05'], ['2026-11-20 18:05']],
  [
    ['2026-11-20 18:05', '1-06-01 00:09', '10000-01-01 00:30', '999-12-31 08:00'],
    ['2026-11-20 18:05', '0001-06-01 00:09', '9999-12-31 23:59', '0999-12-31 08:00'],
  ],
]

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

it.each(ENGINES)(
  '[DAY-02 journal] [SERVER-2] the migration gives the entries of journals years of four digits, which every app takes (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0061_journal_times')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    await owner.transaction().execute(async (trx) => {
      await sql`select set_config('app.company_id', 'a', true)`.execute(trx)
      await sql`insert into company (id, key, "NOM", "FUSEAU") values ('a', 'a', 'a', 'Europe/Paris')`.execute(trx)
      for (const [at, [times]] of JOURNALS.entries())
        await sql`insert into projet (company_id, "IDPROJET", "IDCLIENT", "JOURNAL", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", "DATE_CREATION", seq)
          values ('a', ${String(at)}, 'c', ${JSON.stringify(times.map((LE, n) => entry(String(n), LE)))}, 1, 0, 0, '2026-11-20T08:30:00.000Z', take_seq(1))`.execute(
          trx,
        )
    })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    const { rows } = await owner.transaction().execute(async (trx) => {
      await sql`select set_config('app.company_id', 'a', true)`.execute(trx)
      return sql<{ journal: JournalEntry[]; version: number; seq: string }>`
        select "JOURNAL" as journal, "VERSION" as version, seq::text as seq from projet order by "IDPROJET"`.execute(
        trx,
      )
    })
    expect(rows.map(({ journal }) => journal)).toEqual(
      JOURNALS.map(([, times]) => times.map((LE, n) => entry(String(n), LE))),
    )
    for (const { journal } of rows) expect(patchIssues(entityOf('projet'), { JOURNAL: journal })).toEqual([])
    // The change reaches the devices: another VERSION, and a seq above all earlier ones.
    expect(rows.map(({ version, seq }) => [version, Number(seq) > JOURNALS.length])).toEqual([
      [1, false],
      [1, false],
      [2, true],
    ])
  },
)
