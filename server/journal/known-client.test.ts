import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { knownClientEntry } from '../../schemas/journal.ts'
import { emptyDatabase } from '../../tests/support/empty-database.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'
import { splitDescription } from './call-lines.ts'

/** Descriptions as a server before migration 0048 stored them. */
const DESCRIPTIONS: readonly (string | null)[] = [
  null,
  'Trois fenêtres',
  '[Client déjà connu]\nTrois fenêtres\nau salon',
  '[Client déjà connu]',
  '[Client déjà connu] \r\nVolets ',
  '[Client déjà connu]\nProjet sans description',
  'Portail\n[Client déjà connu]',
  '[Client déjà connu] et content',
]
/** Quotes: subject, when it was sent, whether it is signed. */
const QUOTES = [
  ['[Client déjà connu]', null, 0],
  ['Projet sans description', null, 0],
  ['[Client déjà connu]', '2026-11-21T08:00:00.000Z', 0],
  ['[Client déjà connu]', '2026-11-21T08:00:00.000Z', 1],
  ['Trois fenêtres', null, 0],
] as const
const FLAGGED = [2, 3, 4, 5]

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

it.each(ENGINES)(
  '[API-04] [DAY-02 journal] [SERVER-2] the migration moves « Client déjà connu » out of the descriptions that customers read, as the server does (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0048_client_journal')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    const companies = [
      ['a', 'Europe/Paris', '2026-11-20 09:30'],
      ['b', 'Indian/Reunion', '2026-11-20 12:30'],
    ] as const
    for (const [company, zone] of companies)
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM", "FUSEAU") values (${company}, ${company}, ${company}, ${zone})`.execute(
          trx,
        )
        for (const [at, description] of DESCRIPTIONS.entries())
          await sql`insert into projet (company_id, "IDPROJET", "IDCLIENT", "DESCRIPTION", "JOURNAL", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", "DATE_CREATION", seq, deleted)
            values (${company}, ${String(at)}, 'c', ${description}, '[{"id": "x"}]', 1, 0, 0, '2026-11-20T08:30:00.000Z', take_seq(1), ${at % 2 === 1})`.execute(
            trx,
          )
      })
    for (const [company] of companies)
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        for (const [at, [objet, sent, signed]] of QUOTES.entries())
          await sql`insert into devis (company_id, "IDDEVIS", "IDPROJET", "IDCLIENT", "OBJET", "LIGNES", "NET_HT", "PRIX_TTC", "DATE_TRANSMISSION", "DEVIS_SIGNE",
              "REFUSE", "RELANCES", seq) values (${company}, ${String(at)}, '2', 'c', ${objet}, '[]', 1000, 1200, ${sent}, ${signed}, 0, '[]', take_seq(1))`.execute(
            trx,
          )
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const [company, , LE] of companies) {
      const quotes = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<{ objet: string | null; version: number }>`select "OBJET" as objet, "VERSION" as version from devis
          where company_id = ${company} order by "IDDEVIS"`.execute(trx)
      })
      // What a customer has read, or signed, stays as it was.
      expect(quotes.rows.map(({ objet, version }) => [objet, version])).toEqual([
        [null, 2],
        [null, 2],
        ['[Client déjà connu]', 1],
        ['[Client déjà connu]', 1],
        ['Trois fenêtres', 1],
      ])
      const { rows } = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<{ description: string | null; journal: string; version: number; seq: string }>`
          select "DESCRIPTION" as description, "JOURNAL"::text as journal, "VERSION" as version, seq::text as seq
          from projet where company_id = ${company} order by "IDPROJET"::integer`.execute(trx)
      })
      expect(rows.map(({ description }) => description)).toEqual(
        DESCRIPTIONS.map((text) => splitDescription(text).description),
      )
      expect(rows.map(({ journal }) => JSON.parse(journal))).toEqual(
        DESCRIPTIONS.map((_, at) => [{ id: 'x' }, ...(FLAGGED.includes(at) ? [knownClientEntry(LE)] : [])]),
      )
      // The change reaches the devices: another VERSION, and a seq above all earlier ones.
      expect(rows.map(({ version }) => version)).toEqual(DESCRIPTIONS.map((_, at) => (FLAGGED.includes(at) ? 2 : 1)))
      expect(rows.map(({ seq }) => Number(seq) > DESCRIPTIONS.length)).toEqual(
        DESCRIPTIONS.map((_, at) => FLAGGED.includes(at)),
      )
    }
  },
)

it('[API-04] [DAY-02 journal] the line is found where a server put it, and nowhere else', () => {
  expect(DESCRIPTIONS.map((text) => splitDescription(text).knownClient)).toEqual(
    DESCRIPTIONS.map((_, at) => FLAGGED.includes(at)),
  )
})
