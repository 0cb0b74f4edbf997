import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { newRecord } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf } from '../../schemas/resources.ts'
import { recordIssues } from '../../schemas/validate.ts'
import { emptyDatabase } from '../../tests/support/empty-database.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

it.each(ENGINES)(
  '[DAY-06 payments] [SERVER-2] (before) the migration lists what the payment service confirmed before, and says what each order still brings (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    await owner.transaction().execute((trx) =>
      runMigrations(
        trx,
        all.filter(({ name }) => name < '0038_paiements'),
      ),
    )
    for (const [company, zone] of [
      ['a', 'Europe/Paris'],
      ['b', 'Indian/Reunion'],
    ])
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM", "FUSEAU") values (${company}, ${company}, ${company}, ${zone})`.execute(
          trx,
        )
        const quote = (id: string, signed: number, refused: number, deleted = false) =>
          sql`insert into devis (company_id, "IDDEVIS", "IDPROJET", "IDCLIENT", "LIGNES", "NET_HT", "PRIX_TTC", "DEVIS_SIGNE", "REFUSE",
            "RELANCES", deleted, seq, viewer_agence, viewer_personnes) values (${company}, ${id}, 'j', 'c', '[]', 1000, 1200, ${signed}, ${refused},
            '[]', ${deleted}, take_seq(1), 'lyon', array['camille'])`.execute(trx)
        await quote('unsigned', 0, 0)
        await quote('paid', 1, 0)
        await quote('withdrawn', 1, 1)
        await quote('unpaid', 1, 0)
        await quote('erased', 1, 0, true)
        const payment = (id: string, devis: string, state: string) =>
          sql`insert into payment (company_id, id, devis_id, amount, state, session, created_by, confirmed_at) values
            (${company}, ${id}, ${devis}, 500, ${state}, ${`s-${id}`}, 'client:c', ${state === 'confirmed' ? '2026-01-02T21:30:00Z' : null})`.execute(
            trx,
          )
        await payment('p1', 'paid', 'confirmed')
        await payment('p2', 'paid', 'pending')
        await payment('p3', 'withdrawn', 'confirmed')
        await payment('p4', 'erased', 'confirmed')
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const company of ['a', 'b']) {
      const rows = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        const of = async (table: string, key: string) =>
          (
            await sql<{ row: Values }>`select to_json(t) as row from ${sql.table(table)} t where company_id = ${company}
              order by ${sql.ref(key)}`.execute(trx)
          ).rows.map(({ row }) => row)
        return { paiements: await of('paiement', 'id'), devis: await of('devis', 'IDDEVIS') }
      })
      const listed = {
        IDPROJET: 'j',
        MONTANT: 500,
        MOYEN: 'en_ligne',
        // The company's day.
        DATE_PAIEMENT: company === 'a' ? '2026-01-02' : '2026-01-03',
        DATE_CREATION: '2026-01-02T21:30:00.000Z',
        IDPERSONNEL: null,
        viewer_agence: 'lyon',
        viewer_personnes: ['camille'],
      }
      expect(rows.paiements).toMatchObject([
        { id: 'p1', IDDEVIS: 'paid', REFERENCE: 's-p1', ...listed },
        { id: 'p3', IDDEVIS: 'withdrawn', ...listed },
      ])
      const entity = entityOf('paiement')
      for (const row of rows.paiements) {
        const record = Object.fromEntries(Object.keys(newRecord(entity, {})).map((name) => [name, row[name]]))
        expect(recordIssues(entity, record)).toEqual([])
      }
      expect(rows.devis.map(({ IDDEVIS, SOLDE, VERSION }) => [IDDEVIS, SOLDE, VERSION])).toEqual([
        ['erased', null, 1],
        ['paid', 700, 2],
        ['unpaid', 1200, 2],
        ['unsigned', null, 1],
        ['withdrawn', -500, 2],
      ])
      const seqs = [...rows.paiements, ...rows.devis].map(({ seq }) => Number(seq))
      expect(new Set(seqs).size).toBe(seqs.length)
    }
  },
)
