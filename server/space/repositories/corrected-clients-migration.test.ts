import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../../tests/support/empty-database.ts'
import { ENGINES } from '../../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../../plugins/database/migrate.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

it.each(ENGINES)(
  '[MERGE-10] [SERVER-2] the migration gives quotes that are not signed to the client of their project, deleted ones too, and devices learn it (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0054_quotes_of_corrected_clients')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    for (const company of ['a', 'b'])
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM") values (${company}, ${company}, ${company})`.execute(trx)
        await sql`insert into projet (company_id, "IDPROJET", "IDCLIENT", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", "IDLABELS", seq)
          values (${company}, 'j', 'right', 2, 0, 0, '{}', take_seq(1))`.execute(trx)
        for (const [id, client, signed] of [
          ['left', 'wrong', 0],
          ['own', 'right', 0],
          ['signed', 'wrong', 1],
        ] as const)
          await sql`insert into devis (company_id, "IDDEVIS", "IDPROJET", "IDCLIENT", "LIGNES", "NET_HT", "PRIX_TTC", "DEVIS_SIGNE", "REFUSE",
            "RELANCES", "DATE_CONSULTATION", seq) values (${company}, ${id}, 'j', ${client}, '[]', 1000, 1200, ${signed}, 0, '[]',
            '2026-01-05T09:00:00.000Z', take_seq(1))`.execute(trx)
        // A quote that was deleted, one of a deleted project, and one of an erased person.
        await sql`insert into projet (company_id, "IDPROJET", "IDCLIENT", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", "IDLABELS", deleted, seq)
          values (${company}, 'k', 'right', 2, 0, 0, '{}', true, take_seq(1))`.execute(trx)
        for (const [id, projet, why] of [
          ['deleted', 'j', 'mutation'],
          ['project', 'k', 'mutation'],
          ['erased', 'j', 'effacement'],
          ['kept', 'j', 'garde'],
        ] as const)
          await sql`insert into devis (company_id, "IDDEVIS", "IDPROJET", "IDCLIENT", "LIGNES", "NET_HT", "PRIX_TTC", "DEVIS_SIGNE", "REFUSE",
            "RELANCES", deleted, stamps, seq) values (${company}, ${id}, ${projet}, 'wrong', '[]', 1000, 1200, 0, 0, '[]', true,
            jsonb_build_object('_deleted', jsonb_build_array(1, ${why}::text, null, 0)), take_seq(1))`.execute(trx)
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const company of ['a', 'b']) {
      const { rows } = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<{ id: string; client: string; read: boolean; version: number; seq: number }>`select "IDDEVIS" as id,
          "IDCLIENT" as client, "DATE_CONSULTATION" is not null as read, "VERSION" as version, seq::int as seq
          from devis where company_id = ${company} order by 1`.execute(trx)
      })
      expect(rows.map(({ id, client, read, version }) => [id, client, read, version])).toEqual([
        ['deleted', 'right', false, 2],
        ['erased', 'wrong', false, 1],
        ['kept', 'wrong', false, 1],
        ['left', 'right', false, 2],
        ['own', 'right', true, 1],
        ['project', 'right', false, 2],
        ['signed', 'wrong', true, 1],
      ])
      const seqs = (isMoved: boolean) => rows.filter(({ version }) => (version === 2) === isMoved).map(({ seq }) => seq)
      expect(Math.min(...seqs(true))).toBeGreaterThan(Math.max(...seqs(false)))
    }
  },
)
