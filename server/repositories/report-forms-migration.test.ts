import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../tests/support/empty-database.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

const CHAMPS = [{ id: 'besoin', LIBELLE: 'Besoin', TYPE: 'texte', REQUIS: true }]

it.each(ENGINES)(
  '[SET-04 versions] [SERVER-2] the migration gives older reports of every company the form as it is, and the devices get them again (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    await owner.transaction().execute((trx) =>
      runMigrations(
        trx,
        all.filter(({ name }) => name < '0029_report_forms'),
      ),
    )
    for (const company of ['a', 'b'])
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM") values (${company}, ${company}, ${company})`.execute(trx)
        await sql`insert into rapport (company_id, id, "TITRE", "NATURES", "CHAMPS", "ACTIF", seq)
          values (${company}, 'r', ${`Visite ${company}`}, '{}', ${JSON.stringify(CHAMPS)}, 1, take_seq(1))`.execute(
          trx,
        )
        for (const [id, form, deleted] of [
          ['1', 'r', false],
          ['2', 'r', true],
          ['3', 'gone', false],
        ] as const)
          await sql`insert into soumission (company_id, "IDSOUMISSION", "IDRAPPORT", "REPONSES", seq, deleted)
            values (${company}, ${id}, ${form}, '{}', take_seq(1), ${deleted})`.execute(trx)
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const company of ['a', 'b']) {
      const { rows } = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<{ form: string | null; version: number; seq: string }>`select "FORMULAIRE"::text as form,
          "VERSION" as version, seq::text as seq from soumission where company_id = ${company} order by "IDSOUMISSION"`.execute(
          trx,
        )
      })
      const copy = { TITRE: `Visite ${company}`, REVISION: 0, CHAMPS }
      expect(rows.map(({ form }) => form && JSON.parse(form))).toEqual([copy, copy, null])
      expect(rows.map(({ version }) => version)).toEqual([2, 2, 1])
      const last = Number(rows[2]?.seq)
      expect(rows.map(({ seq }) => Number(seq) > last)).toEqual([true, true, false])
    }
  },
)
