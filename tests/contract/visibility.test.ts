import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { PEOPLE_ALONE, type Staff } from '../../schemas/access.ts'
import { ROLE_NAMES } from '../../schemas/entities/personnel.ts'
import type { Values } from '../../schemas/merge.ts'
import { SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { EVERY_AGENCY } from '../../schemas/rules/absence-viewers.ts'
import { seesRow, visible } from '../../server/policies/visibility.ts'
import { type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import {
  newClient,
  newDevis,
  newId,
  newIntervention,
  newProjet,
  newRdv,
  newSoumission,
} from '../support/contract-records.ts'
import type { PersonName } from '../support/staffed-company.ts'

interface Scoped {
  path: string
  key: string
  id: string
}

/** A project of Camille's (agency Lyon) with one record of every dependent kind. */
async function fullProject(company: ContractCompany): Promise<{ projet: Values; rdv: Values; records: Scoped[] }> {
  const camille = company.as('camille')
  const projet = await newProjet(camille)
  const { IDPROJET } = projet
  const rdv = await newRdv(camille, { IDPROJET, IDPERSONNELS: ['camille'] })
  const devis = await newDevis(camille, projet)
  const intervention = await newIntervention(company.as('alice'), projet)
  const soumission = await newSoumission(camille, company.as('diane'), { IDRDV: rdv.IDRDV })
  const base = { DESCRIPTION: null }
  const at = `/projets/${String(IDPROJET)}`
  await camille.put(at, { DESCRIPTION: 'a' }, { base, seen: 1, counter: 2 })
  await company.as('alice').put(at, { DESCRIPTION: 'b' }, { base, seen: 1, counter: 3 })
  const [conflit] = (await camille.get('/conflits')).list
  const scoped = (path: string, key: string, record: Values | undefined): Scoped => ({
    path,
    key,
    id: String(record?.[key]),
  })
  const records = [
    scoped('/projets', 'IDPROJET', projet),
    scoped('/rdvs', 'IDRDV', rdv),
    scoped('/devis', 'IDDEVIS', devis),
    scoped('/interventions', 'IDINTERVENTION', intervention),
    scoped('/report/submission', 'IDSOUMISSION', soumission),
    scoped('/conflits', 'id', conflit),
  ]
  return { projet, rdv, records }
}

/** What a device receives of these records from the given checkpoints: the record (« + »), a tombstone (« - »), or nothing. */
async function received(
  caller: Caller,
  records: readonly Scoped[],
  since: Record<string, string> = {},
): Promise<string> {
  let marks = ''
  for (const { path, key, id } of records) {
    const page = await caller.pull(path, since[path])
    since[path] = page.checkpoint
    const row = page.rows.find((one) => one[key] === id)
    marks += row === undefined ? '.' : row._deleted ? '-' : '+'
    if (row?._deleted) expect(Object.keys(row).sort()).toEqual([key, '_deleted', '_seq'].sort())
  }
  return marks
}

describeContract('who sees what', (server) => {
  it.each<[PersonName, string]>([
    ['camille', 'all'],
    ['diane', 'all'],
    ['alice', 'all'],
    ['zoe', 'all'],
    ['colin', 'nothing'],
    ['marc', 'nothing'],
    ['theo', 'nothing'],
    ['bruno', 'nothing'],
  ])('[SYN-02] %s sees %s of a project of Camille and its dependents, by every route', async (name, what) => {
    const company = await server().company()
    const { records } = await fullProject(company)
    const caller = company.as(name)
    expect(await received(caller, records)).toBe(what === 'all' ? '++++++' : '......')
    for (const { path, key, id } of records) {
      const listed = (await caller.get(`${path}${path === '/devis' ? '?ALL=true' : ''}`)).list.map((row) => row[key])
      expect(listed.includes(id)).toBe(what === 'all')
      const shown = await caller.get(`${path}/${id}`)
      expect(shown.status).toBe(what === 'all' ? 200 : 404)
      if (what === 'all') continue
      // The same answer as for an unknown id.
      expect(shown.body).toEqual((await caller.get(`${path}/nobody`)).body)
      const change = path === '/conflits' ? { RESOLU: 1 } : {}
      const put = await caller.put(`${path}/${id}`, change)
      const none = await caller.put(`${path}/nobody`, change)
      expect([put.status, put.body]).toEqual([none.status, none.body])
      expect([403, 404]).toContain(put.status)
    }
  })

  it('[SYN-02] a stale VERSION is told nothing of a record out of sight, not even that it is there (I10)', async () => {
    const company = await server().company()
    const { records } = await fullProject(company)
    const colin = company.as('colin')
    for (const { path, id } of records) {
      const change: Values = path === '/conflits' ? { RESOLU: 1 } : {}
      const base: Values = path === '/conflits' ? { RESOLU: 0 } : {}
      // A replacement with a stale VERSION gets a 409 with the record, if the caller may see it.
      for (const options of [{ seen: 99 }, { seen: 99, base }]) {
        const put = await colin.put(`${path}/${id}`, change, options)
        const none = await colin.put(`${path}/nobody`, change, options)
        expect([path, put.status, put.body]).toEqual([path, none.status, none.body])
        const removal = await colin.del(`${path}/${id}`, options)
        const noRemoval = await colin.del(`${path}/nobody`, options)
        expect([path, removal.status, removal.body]).toEqual([path, noRemoval.status, noRemoval.body])
      }
    }
    const mine = await company.as('camille').put(`/projets/${String(records[0]?.id)}`, {}, { seen: 99 })
    expect([mine.status, mine.code]).toEqual([409, 'CONFLICT'])
  })

  it('[SYN-02] [SERVER-4] a reassigned project leaves the old device and reaches the new one, with its dependents', async () => {
    const company = await server().company()
    const { projet, records } = await fullProject(company)
    const [camille, colin] = [company.as('camille'), company.as('colin')]
    // Camille has no invitation left: she saw the project only as its responsible person.
    await camille.put(`/rdvs/${String(records[1]?.id)}`, { IDPERSONNELS: [] })
    const [old, next] = [{}, {}]
    expect(await received(camille, records, old)).toBe('++++++')
    expect(await received(colin, records, next)).toBe('......')
    const at = `/projets/${String(projet.IDPROJET)}`
    expect((await company.as('diane').put(at, { IDRESPONSABLEPROJET: 'colin' })).status).toBe(200)
    expect(await received(camille, records, old)).toBe('------')
    expect(await received(colin, records, next)).toBe('++++++')
    for (const { path, id } of records) expect((await camille.get(`${path}/${id}`)).status).toBe(404)
  })

  it('[SYN-02] [SERVER-4] an invitation makes the project visible and its withdrawal hides it', async () => {
    const company = await server().company()
    const { rdv, records } = await fullProject(company)
    const marc = company.as('marc')
    const since = {}
    expect(await received(marc, records, since)).toBe('......')
    const at = `/rdvs/${String(rdv.IDRDV)}`
    await company.as('camille').put(at, { IDPERSONNELS: ['camille', 'marc'] })
    expect(await received(marc, records, since)).toBe('++++++')
    await company.as('camille').del(at)
    expect(await received(marc, records, since)).toBe('------')
    await company.as('camille').put(at, { SUPPRIME: 0 })
    expect(await received(marc, records, since)).toBe('++++++')
  })

  it('[SYN-02] [SERVER-4] planning a technician makes the project visible to them', async () => {
    const company = await server().company()
    const { records } = await fullProject(company)
    const since = {}
    expect(await received(company.as('theo'), records, since)).toBe('......')
    const planning = [{ id: 'p1', IDPERSONNEL: 'theo', DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 12:00' }]
    await company.as('alice').put(`/interventions/${String(records[3]?.id)}`, { IDINTERVENTION_PLANNING: planning })
    expect(await received(company.as('theo'), records, since)).toBe('++++++')
  })

  it('[SYN-02] [SERVER-4] a project that changes agency is visible to the other director', async () => {
    const company = await server().company()
    const { projet, records } = await fullProject(company)
    const [lyon, brest] = [{}, {}]
    expect(await received(company.as('diane'), records, lyon)).toBe('++++++')
    expect(await received(company.as('bruno'), records, brest)).toBe('......')
    const moved = await company.as('diane').put(`/projets/${String(projet.IDPROJET)}`, { IDAGENCE: 'brest' })
    // Her own write made it invisible to her.
    expect([moved.status, moved.body]).toEqual([200, { data: null }])
    expect(await received(company.as('diane'), records, lyon)).toBe('------')
    expect(await received(company.as('bruno'), records, brest)).toBe('++++++')
  })

  it('[SERVER-4] [PUSH-9] whoever gives a project to another agency may give its quotes before, and not after', async () => {
    const company = await server().company()
    const alice = company.as('alice')
    const projet = await newProjet(company.as('camille'))
    const [first, late] = [
      await newDevis(company.as('camille'), projet),
      await newDevis(company.as('camille'), projet),
    ].map(({ IDDEVIS }) => `/devis/${String(IDDEVIS)}`) as [string, string]
    const toBruno = { IDRESPONSABLEPROJET: 'bruno' }
    expect((await alice.put(first, toBruno)).status).toBe(200)
    const moved = await alice.put(`/projets/${String(projet.IDPROJET)}`, { ...toBruno, IDAGENCE: 'brest' })
    expect(moved.status).toBe(200)
    expect((await alice.put(late, toBruno)).status).toBe(404)
    const whose = async (path: string) => (await company.as('bruno').get(path)).data.IDRESPONSABLEPROJET
    expect([await whose(first), await whose(late)]).toEqual(['bruno', 'camille'])
  })

  it('[SERVER-4] an appointment that moves to another project moves with its report', async () => {
    const company = await server().company()
    const { rdv, records } = await fullProject(company)
    const moved = [records[1], records[4]].filter((one): one is Scoped => one !== undefined)
    const other = await newProjet(company.as('alice'), { IDRESPONSABLEPROJET: 'colin' })
    const since = {}
    expect(await received(company.as('colin'), moved, since)).toBe('..')
    await company.as('alice').put(`/rdvs/${String(rdv.IDRDV)}`, { IDPROJET: other.IDPROJET, IDPERSONNELS: [] })
    expect(await received(company.as('colin'), moved, since)).toBe('++')
    expect(await received(company.as('camille'), moved)).toBe('..')
  })

  it('shows an appointment without project to its people, its author and their agency', async () => {
    const company = await server().company()
    const { IDRDV } = await newRdv(company.as('camille'), { IDPERSONNELS: ['theo'] })
    const seen = async (name: PersonName): Promise<boolean> =>
      (await company.as(name).get(`/rdvs/${String(IDRDV)}`)).status === 200
    const people: PersonName[] = ['camille', 'theo', 'diane', 'alice', 'zoe', 'colin', 'marc', 'bruno']
    expect(await Promise.all(people.map(seen))).toEqual([true, true, true, true, true, false, false, false])
  })

  it('shows clients to the whole staff of the company', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'))
    for (const name of ['theo', 'bruno'] as const) {
      expect((await company.as(name).get(`/clients/${String(IDCLIENT)}`)).status).toBe(200)
    }
  })

  it('[SYN-02] nothing of one company reaches another, even under the same ids', async () => {
    const [here, there] = [await server().company(), await server().company()]
    const { records } = await fullProject(here)
    const theirs = there.as('diane')
    for (const { path, id } of records) {
      expect((await theirs.get(`${path}/${id}`)).status).toBe(404)
      expect((await theirs.get(`${path}${path === '/devis' ? '?ALL=true' : ''}`)).list).toEqual([])
      expect((await theirs.pull(path)).rows).toEqual([])
      expect([403, 404]).toContain((await theirs.del(`${path}/${id}`)).status)
    }
    const own = newId('client')
    expect((await theirs.post('/clients', { IDCLIENT: own, NOM: 'A' })).status).toBe(201)
    expect((await here.as('diane').post('/clients', { IDCLIENT: own, NOM: 'B' })).status).toBe(201)
    expect((await theirs.get(`/clients/${own}`)).data.NOM).toBe('A')
  })

  it('[SYN-02] the SQL of visibility says what seesRow says, for any resource, staff and viewers', async () => {
    const company = await server().company()
    const id = fc.constantFrom('camille', 'colin', 'x')
    const agencies = ['lyon', 'brest', 'nantes', EVERY_AGENCY]
    // Each of those that have a rule of their own is drawn as often as all others together.
    const resource: fc.Arbitrary<SyncedResource> = fc.oneof(
      fc.constantFrom(...SYNCED),
      ...(['conflit', 'absence', 'notification'] as const).map((name) => fc.constant(name)),
    )
    const staff: fc.Arbitrary<Staff> = fc.record({
      id,
      roles: fc.subarray([...ROLE_NAMES]),
      agences: fc.subarray(['lyon', 'brest', 'nantes']),
      toutesAgences: fc.boolean(),
    })
    const row = resource.chain((name) =>
      fc.record({
        name: fc.constant(name),
        // Only conflicts hold what their people alone see.
        agence: fc.option(fc.constantFrom(...agencies, ...(name === 'conflit' ? [PEOPLE_ALONE] : []))),
        personnes: fc.uniqueArray(id),
      }),
    )
    await fc.assert(
      fc.asyncProperty(staff, row, async (person, { name, agence, personnes }) => {
        const { rows } = await server().db.inTenant(company.id, (tx) =>
          sql<{ seen: boolean }>`select ${visible(person, name)} as seen
            from (select ${agence}::text as viewer_agence, ${[...personnes]}::text[] as viewer_personnes) as row`.execute(
            tx,
          ),
        )
        expect(rows[0]?.seen).toBe(seesRow(person, name, { viewers: { agence, personnes } }))
      }),
      { numRuns: 600 },
    )
  })
})
