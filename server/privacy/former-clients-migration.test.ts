import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../tests/support/empty-database.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

const event = (id: string, LE: string, more: object) => ({ id, GENRE: 'evenement', LE, AUTEUR: 'X', ...more })
const CORRECTED = event('corrige', '2026-07-02 10:00', { IDPERSONNEL: 'camille', RESULTAT: 'Client corrigé' })
const JOURNAL = [
  event('avant', '2026-07-01 09:00', { RESULTAT: 'Devis 1 refusé par le client', TEXTE: 'Trop cher' }),
  event('client-connu', '2026-06-01 09:00', { RESULTAT: 'Client déjà connu' }),
  event('equipe', '2026-07-01 09:05', { IDPERSONNEL: 'camille', RESULTAT: 'Projet arrêté' }),
  { ...event('appel', '2026-07-01 09:10', { RESULTAT: 'Joint' }), GENRE: 'appel' },
  CORRECTED,
  event('apres', '2026-07-02 10:01', { RESULTAT: 'Rendez-vous confirmé par le client' }),
]

it.each(ENGINES)(
  '[LAW-07 privacy] [MERGE-10] [SERVER-2] the migration finds what former clients did on projects that were corrected before, and who they are where that is certain (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0068_former_clients')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    for (const company of ['a', 'b'])
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM", "FUSEAU") values (${company}, ${company}, ${company}, 'Europe/Paris')`.execute(
          trx,
        )
        for (const [id, journal] of [
          ['one', JOURNAL],
          ['two', [CORRECTED]],
          ['none', [CORRECTED]],
          ['same', JOURNAL.filter((entry) => entry !== CORRECTED)],
        ] as const) {
          await sql`insert into projet (company_id, "IDPROJET", "IDCLIENT", "JOURNAL", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", seq)
            values (${company}, ${id}, 'right', ${JSON.stringify(journal)}, 1, 0, 0, take_seq(1))`.execute(trx)
          await sql`insert into devis (company_id, "IDDEVIS", "IDPROJET", "IDCLIENT", "LIGNES", "NET_HT", "PRIX_TTC", "DEVIS_SIGNE", "REFUSE",
            "RELANCES", seq) values (${company}, ${`d-${id}`}, ${id}, 'right', '[]', 1000, 1200, 0, 0, '[]', take_seq(1))`.execute(
            trx,
          )
        }
        for (const [id, client] of [
          ['one', 'wrong'],
          ['one', 'right'],
          ['two', 'wrong'],
          ['same', 'wrong'],
        ] as const)
          await sql`insert into devis_consultation (company_id, id, devis_id, client_id, origine, ip)
            values (${company}, ${`${id} ${client}`}, ${`d-${id}`}, ${client}, 'espace', '1.2.3.4')`.execute(trx)
        await sql`insert into devis_evidence (company_id, number, devis_id, kind, record, document, previous_hash, hash, cle, mac)
          values (${company}, 1, 'd-two', 'refusal', '{}', '{"client":{"IDCLIENT":"another"}}', '0', '1', 'k', 'm')`.execute(
          trx,
        )
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const company of ['a', 'b']) {
      const { rows } = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql`select projet_id as projet, client_id as client, since, (until at time zone 'UTC')::text as until, entries
          from former_client where company_id = ${company} order by projet_id`.execute(trx)
      })
      // Summer time: the end of the minute that the journal knows.
      const until = '2026-07-02 08:00:59'
      expect(rows).toEqual([
        { projet: 'none', client: '', since: null, until, entries: [] },
        { projet: 'one', client: 'wrong', since: null, until, entries: ['avant'] },
        { projet: 'two', client: '', since: null, until, entries: [] },
      ])
    }
  },
)
