import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../../server/plugins/database/database.ts'
import { bootstrap } from '../../server/pull/bootstrap.ts'
import { type Caller, type ContractApp, type ContractCompany, describeContract } from '../support/contract.ts'
import { newClient, newProjet, newRdv } from '../support/contract-records.ts'
import { explaining } from '../support/rows-read.ts'

const monday = mondayOf(today('Europe/Paris'))
const at = (day: string, person = 'camille') => ({
  RDV_DEBUT: `${day} 09:00`,
  RDV_FIN: `${day} 10:00`,
  IDPERSONNELS: [person],
})
const rdvsOf = async (caller: Caller): Promise<unknown[]> => {
  const rows = (await caller.get('/sync/bootstrap')).data.rdv as Values[]
  return rows.map((row) => row.IDRDV)
}

/**
 * Rows with some words, so that reading a whole table is never the cheapest way to a few of them: of the company's other people, this week and later, and of Camille's own past.
 */
const grown = (n: number): RawBuilder<unknown>[] => [
  sql`create temp table first_seq on commit drop as select take_seq(${n} * 5) - 1 as seq`,
  sql`insert into adresse (company_id, seq, "IDADRESSE", "ADRESSE", "VILLE")
    select current_setting('app.company_id'), seq + i, 'much-' || i, repeat('rue ', 150), 'Lyon' from first_seq, generate_series(1, ${n}) as i`,
  sql`insert into client (company_id, seq, "IDCLIENT", "NOM", "OBSERVATIONS", "IDADRESSE", "IDLABELS")
    select current_setting('app.company_id'), seq + ${n} + i, 'much-' || i, 'Client ' || i, repeat('mot ', 150), 'much-' || i, '{}'
    from first_seq, generate_series(1, ${n}) as i`,
  sql`insert into projet (company_id, seq, "IDPROJET", "IDCLIENT", "DESCRIPTION", "IDETAT_PROJET", "TYPE_PROJET", "REFUSE", "IDLABELS", viewer_agence, viewer_personnes)
    select current_setting('app.company_id'), seq + 2 * ${n} + i, 'much-' || i, 'much-' || i, repeat('mot ', 150), 1, 0, 0, '{}', 'lyon', array['camille', 'colin']
    from first_seq, generate_series(1, ${n}) as i`,
  sql`insert into rdv (company_id, seq, "IDRDV", "OBSERVATIONS", "RDV_DEBUT", "RDV_FIN", "IDPROJET", "IDPERSONNELS", "SUPPRIME", "DEBRIEF_CATEGORIE", viewer_agence,
      viewer_personnes)
    select current_setting('app.company_id'), seq + (case when mine then 4 else 3 end) * ${n} + i, mine || '-much-' || i, repeat('mot ', 150), day || ' 09:00', day || ' 10:00',
      'much-' || i, array[case when mine then 'camille' else 'colin' end], 0, 0, 'lyon', array['camille', 'colin']
    from first_seq, generate_series(1, ${n}) as i, (values (true), (false)) as whose(mine),
      lateral (select to_char(${monday}::date + case when mine then -30 - i % 900 else i % 60 end, 'YYYY-MM-DD') as day) as days`,
  sql`analyze adresse, client, projet, rdv, rdv_person`,
]

async function grow(server: ContractApp, company: ContractCompany, n: number): Promise<void> {
  await server.db.inTenant(company.id, async (tx) => {
    for (const statement of grown(n)) await statement.execute(tx)
  })
}

/** What the first screen of Camille reads in a company of n clients besides hers. */
async function reading(server: ContractApp, n: number) {
  const company = await server.company()
  const camille = company.as('camille')
  for (let day = 0; day < 5; day += 1) {
    const client = await newClient(camille)
    const { IDPROJET } = await newProjet(camille, { IDCLIENT: client.IDCLIENT })
    await newRdv(camille, { ...at(addDays(monday, day)), IDPROJET })
  }
  await grow(server, company, n)
  const { plugin, read } = explaining()
  await server.db.inTenant(company.id, (tx) =>
    bootstrap(tx.withPlugin(plugin) as Tx, company.actor('camille'), new Date()),
  )
  return { found: await rdvsOf(camille), read }
}

describeContract('the first week on a new device', (server) => {
  it('[PULL-8] follows an appointment that moves, changes hands, lasts longer, is deleted and comes back', async () => {
    const company = await server().company()
    const [camille, colin, diane] = [company.as('camille'), company.as('colin'), company.as('diane')]
    const { IDRDV } = await newRdv(diane, at(addDays(monday, 40)))
    const change = (values: Values) => diane.put(`/rdvs/${String(IDRDV)}`, values)
    const whose = async () => [await rdvsOf(camille), await rdvsOf(colin)]
    expect(await whose()).toEqual([[], []])
    await change(at(monday))
    expect(await whose()).toEqual([[IDRDV], []])
    await change({ IDPERSONNELS: ['camille', 'colin'] })
    expect(await whose()).toEqual([[IDRDV], [IDRDV]])
    await change({ IDPERSONNELS: ['colin'] })
    expect(await whose()).toEqual([[], [IDRDV]])
    await change({ RDV_DEBUT: `${addDays(monday, -90)} 09:00`, RDV_FIN: `${addDays(monday, 90)} 09:00` })
    expect(await whose()).toEqual([[], [IDRDV]])
    await diane.del(`/rdvs/${String(IDRDV)}`)
    expect(await whose()).toEqual([[], []])
    await change({ SUPPRIME: 0 })
    expect(await whose()).toEqual([[], [IDRDV]])
  })

  // Last: where the machine is slow, the embedded database is still busy with so many rows when the test has ended.
  it('[PULL-8] reads no more in a company of ten times as many clients, appointments and years', async () => {
    const small = await reading(server(), 800)
    const large = await reading(server(), 8000)
    expect([small.found.length, large.found.length]).toEqual([5, 5])
    for (const table of ['adresse', 'client', 'projet', 'rdv', 'rdv_person']) {
      expect([table, large.read.whole.has(table)]).toEqual([table, false])
      expect(large.read.rows.get(table) ?? 0, table).toBeLessThanOrEqual(small.read.rows.get(table) ?? 0)
    }
    // Each of the five is read once.
    expect(large.read.rows.get('rdv')).toBe(5)
  })
})
