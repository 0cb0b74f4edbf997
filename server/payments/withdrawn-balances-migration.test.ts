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
  '[ENT-05] [SERVER-2] the migrations leave nothing due for works of withdrawn orders, and no balance for those of unsigned quotes; devices learn it (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0050_withdrawn_balances')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    for (const company of ['a', 'b'])
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM") values (${company}, ${company}, ${company})`.execute(trx)
        for (const [id, signed, refused] of [
          ['order', 1, 0],
          ['refused', 0, 1],
          ['sent', 0, 0],
          ['withdrawn', 1, 1],
        ] as const) {
          await sql`insert into devis (company_id, "IDDEVIS", "IDPROJET", "IDCLIENT", "LIGNES", "NET_HT", "PRIX_TTC", "DEVIS_SIGNE", "REFUSE",
            "RELANCES", seq) values (${company}, ${id}, 'j', 'c', '[]', 1000, 1200, ${signed}, ${refused}, '[]', take_seq(1))`.execute(
            trx,
          )
          await sql`insert into intervention (company_id, "IDINTERVENTION", "IDPROJET", "IDDEVIS", "RDV_DEBUT", "RDV_FIN", "SOLDE_DEVIS",
            "SOLDE_DEVIS_POURCENTAGE", "IDINTERVENTION_PLANNING", "NOTES", seq) values (${company}, ${id}, 'j', ${id}, '2026-12-01 08:00', '2026-12-01 12:00', 1200, 100, '[]', '[]', take_seq(1))`.execute(
            trx,
          )
        }
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const company of ['a', 'b']) {
      const { rows } = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<{
          id: string
          due: number | null
          share: number | null
          version: number
          seq: number
        }>`select "IDINTERVENTION" as id,
          "SOLDE_DEVIS"::int as due, "SOLDE_DEVIS_POURCENTAGE"::int as share, "VERSION" as version, seq::int as seq
          from intervention where company_id = ${company} order by 1`.execute(trx)
      })
      expect(rows.map(({ id, due, share, version }) => [id, due, share, version])).toEqual([
        ['order', 1200, 100, 1],
        // First nothing (0050), then no balance (0062).
        ['refused', null, null, 3],
        ['sent', null, null, 2],
        ['withdrawn', 0, 0, 2],
      ])
      const seqs = rows.map(({ seq }) => seq)
      expect([new Set(seqs).size, Math.min(...seqs.slice(1)) > (seqs[0] ?? 0)]).toEqual([4, true])
    }
  },
)
