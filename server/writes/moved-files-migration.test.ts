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
  '[FILE-14] [SERVER-2] [SERVER-4] the migration gives files to the project that their record moved to, with its people; devices learn it (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0089_files_of_moved_records')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    for (const company of ['a', 'b'])
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM") values (${company}, ${company}, ${company})`.execute(trx)
        const projet = (id: string, agence: string, person: string, deleted = false) =>
          sql`insert into projet (company_id, "IDPROJET", "IDCLIENT", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", viewer_agence,
            viewer_personnes, deleted, seq) values (${company}, ${id}, 'c', 0, 0, 0, ${agence}, ${[person]}::text[], ${deleted},
            take_seq(1))`.execute(trx)
        await projet('from', 'lyon', 'camille')
        await projet('to', 'brest', 'bruno')
        await projet('gone', 'brest', 'bruno', true)
        const works = (id: string, projet: string) =>
          sql`insert into intervention (company_id, "IDINTERVENTION", "IDPROJET", "RDV_DEBUT", "RDV_FIN", "IDINTERVENTION_PLANNING",
            "NOTES", seq) values (${company}, ${id}, ${projet}, '2026-12-01 08:00', '2026-12-01 17:00', '[]', '[]',
            take_seq(1))`.execute(trx)
        await works('moved', 'to')
        await works('stays', 'from')
        await works('lost', 'gone')
        await sql`insert into rdv (company_id, "IDRDV", "RDV_DEBUT", "RDV_FIN", "IDPROJET", "IDPERSONNELS", "SUPPRIME",
          "DEBRIEF_CATEGORIE", seq) values (${company}, 'visit', '2026-12-01 08:00', '2026-12-01 09:00', 'to', '{}', 0, 0,
          take_seq(1))`.execute(trx)
        await sql`insert into soumission (company_id, "IDSOUMISSION", "IDRAPPORT", "IDRDV", "REPONSES", seq)
          values (${company}, 'report', 'r', 'visit', '{}', take_seq(1))`.execute(trx)
        await sql`insert into soumission (company_id, "IDSOUMISSION", "IDRAPPORT", "IDRDV", "IDPROJET", "REPONSES", viewer_agence,
          viewer_personnes, seq) values (${company}, 'app report', 'r', 'visit', 'from', '{}', 'lyon', '{camille}', take_seq(1))`.execute(
          trx,
        )
        const file = (id: string, kind: string, of: string, more: { origin?: string; deleted?: boolean } = {}) =>
          sql`insert into fichier (company_id, "IDFICHIER", "IDPROJET", "RESSOURCE", "IDENREGISTREMENT", "NOM", "TYPE_MIME", "TAILLE",
            "SHA256", "ORIGINE", viewer_agence, viewer_personnes, deleted, seq) values (${company}, ${id}, 'from', ${kind}, ${of},
            'photo.png', 'image/png', 1, ${id}, ${more.origin ?? 'photo'}, 'lyon', '{camille}', ${more.deleted ?? false},
            take_seq(1))`.execute(trx)
        await file('of works', 'intervention', 'moved')
        await file('of works, deleted', 'intervention', 'moved', { deleted: true })
        await file('of works, signed', 'intervention', 'moved', { origin: 'intervention_sign_pv' })
        await file('of the visit', 'rdv', 'visit')
        await file('of its report', 'soumission', 'report')
        await file('of the app’s report', 'soumission', 'app report')
        await file('of other works', 'intervention', 'stays')
        await file('of works of a deleted project', 'intervention', 'lost')
        await file('of the project', 'projet', 'from')
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const company of ['a', 'b']) {
      const { rows } = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<{ id: string; projet: string; people: string; version: number; seq: number }>`
          select "IDFICHIER" as id, "IDPROJET" as projet, viewer_agence || ' ' || array_to_string(viewer_personnes, ' ') as people,
            "VERSION" as version, seq::int as seq
          from fichier where company_id = ${company} order by "IDFICHIER" collate "C"`.execute(trx)
      })
      const stays = ['from', 'lyon camille', 1]
      const moves = ['to', 'brest bruno', 2]
      expect(rows.map(({ id, projet, people, version }) => [id, projet, people, version])).toEqual([
        ['of its report', ...moves],
        ['of other works', ...stays],
        ['of the app’s report', ...moves],
        ['of the project', ...stays],
        ['of the visit', ...moves],
        ['of works', ...moves],
        ['of works of a deleted project', ...stays],
        ['of works, deleted', ...stays],
        ['of works, signed', ...stays],
      ])
      const untouched = Math.max(...rows.filter(({ version }) => version === 1).map(({ seq }) => seq))
      expect(rows.filter(({ version, seq }) => version === 2 && seq < untouched)).toEqual([])
      expect(new Set(rows.map(({ seq }) => seq)).size).toBe(rows.length)
      const reports = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql`select "IDSOUMISSION" as id, "IDPROJET" as projet, viewer_agence as agence, viewer_personnes as people, "VERSION" as version
          from soumission where company_id = ${company} order by 1`.execute(trx)
      })
      expect(reports.rows).toEqual([
        { id: 'app report', projet: 'to', agence: 'brest', people: ['bruno'], version: 2 },
        { id: 'report', projet: null, agence: null, people: [], version: 1 },
      ])
    }
  },
)
