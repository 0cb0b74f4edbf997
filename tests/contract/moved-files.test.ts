import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { type Answer, answerOf, type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import { newIntervention, newProjet, newRdv, newSoumission } from '../support/contract-records.ts'
import { form, pdf, png } from '../support/sample-files.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const THEO = { id: 'p1', IDPERSONNEL: 'theo', DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 17:00' }
const MARC = { ...THEO, IDPERSONNEL: 'marc' }

/** Works and appointments that the office gives to another project: their files go along (FILE-14). */
describeContract('files of a record that moves to another project', (server) => {
  let company: ContractCompany
  let alice: Caller
  let theo: Caller
  /** Camille's, with the works on which Theo is planned, an appointment and its report. */
  let from: Values
  /** Colin's. */
  let to: Values
  let works: Values

  beforeEach(async () => {
    company = await server().company()
    alice = company.as('alice')
    theo = company.as('theo')
    from = await newProjet(company.as('camille'))
    to = await newProjet(alice, { IDRESPONSABLEPROJET: 'colin' })
    works = await newIntervention(alice, from, { IDINTERVENTION_PLANNING: [THEO] })
  })

  const post = async (caller: Caller, fields: Record<string, string>, bytes: Uint8Array): Promise<Answer> => {
    const { payload, headers } = form(fields, { bytes, name: 'photo.png' })
    const authorization = `Bearer ${caller.token}`
    const url = '/api/drive/upload'
    return answerOf(await server().app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization } }))
  }
  /** As a device's queue sends it: with its id, its hash and the project of the day on which it was taken. */
  const queued = (caller: Caller, about: Record<string, string>, bytes: Uint8Array): Promise<Answer> =>
    post(caller, { IDFICHIER: randomUUID(), project_id: String(from.IDPROJET), sha256: sha256(bytes), ...about }, bytes)
  const onWorks = (origin: string) => ({ resource: 'intervention', id: String(works.IDINTERVENTION), origin })
  const worksPath = () => `/interventions/${works.IDINTERVENTION}`
  const moveWorks = async (): Promise<void> => {
    expect((await alice.put(worksPath(), { IDPROJET: to.IDPROJET })).status).toBe(200)
  }
  const projectOf = async (id: unknown): Promise<unknown> =>
    (await alice.get('/fichiers')).list.find(({ IDFICHIER }) => IDFICHIER === id)?.IDPROJET
  /** The last state of each file that a device has received since the checkpoint. */
  const pulled = async (caller: Caller, since = ''): Promise<Map<unknown, Values>> =>
    new Map((await caller.pull('/fichiers', since)).rows.map((row) => [row.IDFICHIER, row]))

  it('[FILE-14] [PUSH-5] photos and a signed PV that name the former project are accepted, once and again, and end under the present one', async () => {
    await moveWorks()
    const [photo, pv] = [png('roof'), pdf('signed on the roof')]
    const IDFICHIER = randomUUID()
    for (const _ of ['sent', 'sent again']) {
      const sent = await queued(theo, { ...onWorks('photo_apres'), IDFICHIER }, photo)
      expect([sent.status, sent.data?.IDPROJET, sent.data?.SHA256]).toEqual([201, to.IDPROJET, sha256(photo)])
    }
    const signed = await queued(theo, onWorks('intervention_sign_pv'), pv)
    expect([signed.status, signed.data?.IDPROJET]).toEqual([201, to.IDPROJET])
    const good = await theo.post(`/intervention_feedback/good/${works.IDINTERVENTION}`, {})
    expect(good.status).toBe(200)
    expect([...(await pulled(theo)).values()].map(({ ORIGINE }) => ORIGINE).sort()).toEqual([
      'intervention_sign_pv',
      'photo_apres',
    ])
  })

  it('[FILE-14] [I10] the named project opens nothing: who does not see the record is refused, and who names another project without a queue is told', async () => {
    const colin = company.as('colin')
    const stranger = await queued(colin, { ...onWorks('photo'), project_id: String(to.IDPROJET) }, png('not his'))
    expect([stranger.status, stranger.code]).toEqual([422, 'PARENT_MISSING'])
    await moveWorks()
    const camille = await queued(company.as('camille'), onWorks('photo'), png('hers until now'))
    expect([camille.status, camille.code]).toEqual([422, 'PARENT_MISSING'])
    const wrong = await post(alice, { ...onWorks('photo'), project_id: String(from.IDPROJET) }, png('by hand'))
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { project_id: ["Cet enregistrement n'est pas de ce projet."] },
    ])
  })

  it('[FILE-14] [SERVER-3] [SERVER-4] the photos of works go to the people of the new project and leave those of the former one; the technician keeps theirs', async () => {
    const { data } = await queued(theo, onWorks('photo'), png('moved'))
    const other = await queued(theo, { resource: 'projet', id: String(from.IDPROJET), origin: 'photo' }, png('stays'))
    expect(other.status).toBe(201)
    const [colin, camille] = [company.as('colin'), company.as('camille')]
    const start = async (caller: Caller) => (await caller.pull('/fichiers')).checkpoint
    const [known, before] = [await start(camille), await start(theo)]
    await moveWorks()
    expect((await pulled(colin)).get(data.IDFICHIER)).toMatchObject({ IDPROJET: to.IDPROJET, VERSION: 2 })
    expect((await pulled(camille, known)).get(data.IDFICHIER)).toMatchObject({ _deleted: true })
    expect((await pulled(theo, before)).get(data.IDFICHIER)).toMatchObject({ IDPROJET: to.IDPROJET, _deleted: false })
    expect(await projectOf(other.data.IDFICHIER)).toBe(from.IDPROJET)
  })

  it('[FILE-14] an appointment takes its files and those of its reports along, and leaves them where it has no project any more', async () => {
    const camille = company.as('camille')
    const rdv = await newRdv(camille, { IDPROJET: from.IDPROJET, IDPERSONNELS: ['camille'] })
    const report = await newSoumission(camille, company.as('diane'), { IDRDV: rdv.IDRDV })
    const of = [
      { resource: 'rdv', id: String(rdv.IDRDV), origin: 'photo' },
      { resource: 'soumission', id: String(report.IDSOUMISSION), origin: 'photo' },
    ]
    const ids: unknown[] = []
    for (const owner of of) ids.push((await queued(camille, owner, png(owner.resource))).data.IDFICHIER)
    for (const IDPROJET of [to.IDPROJET, null]) {
      expect((await alice.put(`/rdvs/${rdv.IDRDV}`, { IDPROJET })).status).toBe(200)
      for (const id of ids) expect(await projectOf(id)).toBe(to.IDPROJET)
    }
  })

  /** A visit of Camille's in her project, and its report as the app writes it: with the visit and its project. */
  const visit = (): Promise<Values> =>
    newRdv(company.as('camille'), { IDPROJET: from.IDPROJET, IDPERSONNELS: ['camille', 'marc'] })
  const moveVisit = async (rdv: Values): Promise<void> => {
    expect((await alice.put(`/rdvs/${rdv.IDRDV}`, { IDPROJET: to.IDPROJET })).status).toBe(200)
  }
  const reportOf = (rdv: Values): Values => ({ IDRDV: rdv.IDRDV, IDPROJET: from.IDPROJET })

  it('[FILE-14] [SERVER-4] the report that the app wrote goes along with its visit, its photos with it; the deletion of the former project takes none', async () => {
    const rdv = await visit()
    const marc = company.as('marc')
    const report = await newSoumission(marc, company.as('diane'), reportOf(rdv))
    const photo = await queued(
      marc,
      { resource: 'soumission', id: String(report.IDSOUMISSION), origin: 'photo' },
      png('of it'),
    )
    expect(photo.status).toBe(201)
    await moveVisit(rdv)
    expect((await alice.del(`/projets/${from.IDPROJET}`)).status).toBe(204)
    for (const caller of [marc, alice]) {
      const read = await caller.get(`/report/submission/${report.IDSOUMISSION}`)
      expect([read.status, read.data?.IDPROJET, read.data?.VERSION]).toEqual([200, to.IDPROJET, 2])
    }
    expect(await projectOf(photo.data.IDFICHIER)).toBe(to.IDPROJET)
  })

  it.each(['another project', 'no project'])(
    '[FILE-14] [PUSH-5] [I2] the report that a phone wrote before it knew that its visit went to %s is taken under the present one',
    async (where) => {
      const projet = where === 'no project' ? null : to.IDPROJET
      const rdv = await visit()
      const marc = company.as('marc')
      const { IDRAPPORT } = await newSoumission(company.as('camille'), company.as('diane'))
      expect((await alice.put(`/rdvs/${rdv.IDRDV}`, { IDPROJET: projet })).status).toBe(200)
      const IDSOUMISSION = randomUUID()
      const sent = await marc.post('/report/submission', { IDSOUMISSION, IDRAPPORT, ...reportOf(rdv) }, { counter: 1 })
      expect([sent.status, sent.data?.IDPROJET]).toEqual([201, projet])
      const late = await marc.post('/report/submission', { IDSOUMISSION: randomUUID(), IDRAPPORT, ...reportOf(rdv) })
      expect([late.status, late.code]).toEqual([422, 'PARENT_MISSING'])
    },
  )

  it('[FILE-14] the deletion of the former project leaves the photos of works that have moved', async () => {
    const { data } = await queued(theo, onWorks('photo'), png('kept'))
    await moveWorks()
    expect((await alice.del(`/projets/${from.IDPROJET}`)).status).toBe(204)
    expect(await projectOf(data.IDFICHIER)).toBe(to.IDPROJET)
    expect([...(await pulled(theo)).keys()]).toEqual([data.IDFICHIER])
  })

  it('[FILE-14] [MERGE-4] a photo that was deleted before the move is restored under the new project', async () => {
    const { data } = await queued(theo, onWorks('photo'), png('deleted'))
    const path = `/fichiers/${data.IDFICHIER}`
    expect((await alice.del(path)).status).toBe(204)
    await moveWorks()
    const named = await theo.put(path, { NOM: 'Toit.png' }, { base: { NOM: 'photo.png' }, seen: 1, counter: 2 })
    expect([named.status, named.data]).toEqual([200, expect.objectContaining({ IDPROJET: to.IDPROJET })])
  })

  it('[FILE-14] [MERGE-7] works that a device moves out of a project that was deleted meanwhile keep their photos', async () => {
    const { data } = await queued(theo, onWorks('photo'), png('restored'))
    expect((await alice.del(`/projets/${from.IDPROJET}`)).status).toBe(204)
    const base = { IDPROJET: from.IDPROJET }
    const moved = await alice.put(worksPath(), { IDPROJET: to.IDPROJET }, { base, seen: 1, counter: 2 })
    expect(moved.status).toBe(200)
    expect(await projectOf(data.IDFICHIER)).toBe(to.IDPROJET)
  })

  it('[FILE-14] [PUSH-12] whoever was taken off the works still names their photo once both have moved', async () => {
    const { data } = await queued(theo, onWorks('photo'), png('named late'))
    expect((await alice.put(worksPath(), { IDINTERVENTION_PLANNING: [MARC] })).status).toBe(200)
    await moveWorks()
    const late = { base: { NOM: 'photo.png' }, seen: 1, counter: 2 }
    const named = await theo.put(`/fichiers/${data.IDFICHIER}`, { NOM: 'Toit.png' }, late)
    expect([named.status, named.body]).toEqual([200, { data: null }])
  })

  it('[FILE-14] [I13] the database gives no file to a project that its record does not have, and moves nothing that is signed', async () => {
    const photo = (await queued(theo, onWorks('photo'), png('guarded'))).data.IDFICHIER
    const pv = (await queued(theo, onWorks('intervention_sign_pv'), pdf('guarded'))).data.IDFICHIER
    const give = (id: unknown, project: unknown) =>
      server().db.inTenant(company.id, (tx) =>
        sql`update fichier set "IDPROJET" = ${project}, seq = take_seq(1) where "IDFICHIER" = ${id}`.execute(tx),
      )
    await expect(give(photo, to.IDPROJET)).rejects.toMatchObject({ code: 'LO008' })
    await expect(give(pv, to.IDPROJET)).rejects.toMatchObject({ code: 'LO008' })
    const refused = await alice.put(worksPath(), { IDPROJET: to.IDPROJET })
    expect([refused.status, refused.code]).toEqual([422, 'IMMUTABLE'])
  })
})
