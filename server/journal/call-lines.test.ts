import { sql } from 'kysely'
import Value from 'typebox/value'
import { afterEach, expect, it } from 'vitest'
import { journalSchema } from '../../schemas/journal.ts'
import { emptyDatabase } from '../../tests/support/empty-database.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'
import { splitDescription } from './call-lines.ts'

const at = (time: string, said: string, who = 'Julie Martin'): string =>
  `Appel du 20/11/2026 ${time} (${who}) : ${said}`

/** Descriptions as apps older than the journal, and people by hand, left them. */
const DESCRIPTIONS: readonly (string | null)[] = [
  null,
  '',
  'Fenêtres du salon',
  'Projet sans description',
  `Fenêtres du salon\n${at('09:05', 'Pas de réponse.')}`,
  `Fenêtres\n${at('09:05', 'Pas de réponse.')}\n${at('18:00', 'Joint. rappeler après 19 h, code 12.34')}`,
  `Projet sans description\n${at('09:05', 'Joint. « Trop cher » !')}`,
  `Fenêtres\n\n${at('09:05', 'Joint.')}\nClé chez le voisin\n${at('10:05', 'Message laissé.  deux  espaces ')}`,
  `Fenêtres\r\n${at('09:05', 'Joint. lignes de Windows')}\r\nVolets\r`,
  `  ${at('09:05', 'Joint. en retrait', 'Anne (agence de Lyon)')}  \nFin`,
  `Fenêtres\n${at('09:05', 'sans point')}\n${at('09:06', '.commence par un point')}`,
  `Fenêtres\n${at('09:05', 'Joint. deux fois')}\n${at('09:05', 'Joint. deux fois')}`,
  `Fenêtres\nAppel du 31/02/2026 09:05 (Zoé) : Joint. un jour qui n’existe pas`,
  `Fenêtres\n${at('09:05', "Joint. dit : (à voir) : l'œil 🙂")}`,
  'Appel du pied\nportail',
  'Fenêtres\nRappel : Appel du 20/11/2026 (personne) : Joint.',
]

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

it.each(ENGINES)(
  '[DAY-02 moved] [SERVER-2] [VER-9] the migration moves the calls of every company out of their descriptions, as the server moves those that still come (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0015_project_journal')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    for (const company of ['a', 'b'])
      await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        await sql`insert into company (id, key, "NOM") values (${company}, ${company}, ${company})`.execute(trx)
        for (const [at, description] of DESCRIPTIONS.entries())
          await sql`insert into projet (company_id, "IDPROJET", "IDCLIENT", "DESCRIPTION", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", seq, deleted)
            values (${company}, ${String(at)}, 'c', ${description}, 1, 0, 0, take_seq(1), ${at % 2 === 1})`.execute(trx)
      })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    for (const company of ['a', 'b']) {
      const rows = await owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
        return sql<{
          description: string | null
          journal: unknown
          version: number
          seq: string
        }>`select "DESCRIPTION" as description,
          "JOURNAL"::text as journal, "VERSION" as version, seq::text as seq from projet where company_id = ${company} order by "IDPROJET"::integer`.execute(
          trx,
        )
      })
      const found = rows.rows.map((row) => ({ ...row, journal: JSON.parse(String(row.journal)) }))
      const expected = DESCRIPTIONS.map((text) => {
        const { description, calls } = splitDescription(text)
        const journal = [...new Map(calls.map((one) => [one.id, one])).values()].sort((x, y) => (x.id < y.id ? -1 : 1))
        return { description, journal }
      })
      expect(found.map(({ description, journal }) => ({ description, journal }))).toEqual(expected)
      const moved = expected.map(({ journal }) => journal.length > 0)
      expect(moved.filter(Boolean).length).toBe(10)
      // The moved calls reach the devices: another VERSION, and a seq above all earlier ones.
      expect(found.map(({ version }) => version)).toEqual(moved.map((one) => (one ? 2 : 1)))
      expect(new Set(found.map(({ seq }) => seq)).size).toBe(DESCRIPTIONS.length)
      expect(found.every(({ seq }, i) => Number(seq) > DESCRIPTIONS.length === moved[i])).toBe(true)
    }
  },
)

it('[DAY-02 moved] the moved calls are a valid journal of a project, and nothing of them stays in the description', () => {
  for (const text of DESCRIPTIONS) {
    const { description, calls } = splitDescription(text)
    expect(Value.Check(journalSchema, calls)).toBe(true)
    expect(splitDescription(description)).toEqual({ description, calls: [], knownClient: false })
  }
})
