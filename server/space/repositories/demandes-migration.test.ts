import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { recordIssues } from '../../../schemas/validate.ts'
import { emptyDatabase } from '../../../tests/support/empty-database.ts'
import { ENGINES } from '../../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../../plugins/database/migrate.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

const FILLEUL = { NOM: 'Ndiaye', PORTABLE: '06 39 98 11 22' }

it.each(ENGINES)(
  '[DAY-05 requests] [SERVER-2] (before) the migration gives what customers of every company sent before to their office (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    await owner.transaction().execute((trx) =>
      runMigrations(
        trx,
        all.filter(({ name }) => name < '0033_demandes'),
      ),
    )
    for (const company of ['a', 'b'])
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM") values (${company}, ${company}, ${company})`.execute(trx)
        await sql`insert into client (company_id, "IDCLIENT", "NOM", "IDAGENCE", "IDPERSONNEL", seq)
          values (${company}, 'c', 'Martin', 'lyon', 'camille', take_seq(1))`.execute(trx)
        await sql`insert into space_request (company_id, id, type, client_id, projet_id, body, created_at) values
          (${company}, ${`${company}1`}, 'parrain', 'c', null, ${JSON.stringify({ MESSAGE: 'Ma voisine', FILLEUL })}, '2026-01-02T09:00:00Z'),
          (${company}, ${`${company}2`}, 'apres_vente', 'c', 'p', ${JSON.stringify({ MESSAGE: 'Ça fuit', PHOTOS: ['f1', 'f2'] })}, '2026-01-03T09:00:00Z'),
          (${company}, ${`${company}3`}, 'comptable', 'parti', null, '{"MESSAGE":"Une facture"}', '2026-01-04T09:00:00Z')`.execute(
          trx,
        )
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const company of ['a', 'b']) {
      const { rows } = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<Values>`select to_json(d) as row from demande d where company_id = ${company} order by id`.execute(
          trx,
        )
      })
      const found = rows.map(({ row }) => row as Values)
      const office = { viewer_agence: 'lyon', viewer_personnes: ['camille'], VERSION: 1, REPONSES: [], PRISE_PAR: null }
      expect(found).toMatchObject([
        {
          ...office,
          id: `${company}1`,
          GENRE: 'parrain',
          FILLEUL,
          PHOTOS: [],
          DATE_DEMANDE: '2026-01-02T09:00:00.000Z',
        },
        { ...office, id: `${company}2`, GENRE: 'apres_vente', IDPROJET: 'p', FILLEUL: null, PHOTOS: ['f1', 'f2'] },
        { id: `${company}3`, viewer_agence: null, viewer_personnes: [], MESSAGE: 'Une facture' },
      ])
      const fields = Object.keys(entityOf('demande').fields)
      for (const row of found)
        expect(recordIssues(entityOf('demande'), Object.fromEntries(fields.map((name) => [name, row[name]])))).toEqual(
          [],
        )
      const seqs = found.map(({ seq }) => Number(seq))
      expect(new Set(seqs).size).toBe(3)
      expect(Math.min(...seqs)).toBeGreaterThan(1)
    }
  },
)
