import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_ZONE } from '../../schemas/dates.ts'
import type { Handover, HandoverPreview } from '../../schemas/handover.ts'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { isWorkLeft, type StateQuote, type StateWork } from '../../schemas/rules/project-state.ts'
import { returnNoteId } from '../../schemas/rules/return-visits.ts'
import { closeLogin } from '../../server/accounts/credentials.ts'
import { beginEpoch } from '../../server/epoch/begin-epoch.ts'
import { readHeld } from '../../server/handover/portfolio.ts'
import { adminCaller } from '../support/admin-caller.ts'
import { type Answer, type Caller, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import {
  newAdresse,
  newClient,
  newDevis,
  newId,
  newIntervention,
  newProjet,
  newRdv,
} from '../support/contract-records.ts'
import { setQuote } from '../support/space.ts'

const SOON = { RDV_DEBUT: '2099-03-02 09:00', RDV_FIN: '2099-03-02 10:00' }
const PAST = { RDV_DEBUT: '2020-03-02 09:00', RDV_FIN: '2020-03-02 10:00' }
const as = (answer: Answer) => answer.data as unknown as Handover

describeContract('handover of somebody who leaves', (server) => {
  let company: ContractCompany
  let camille: Caller
  let diane: Caller
  let phone: Record<string, string>

  /** As a device calls: it names its account. */
  const ownHeaders = (name: string) => ({ [HEADER.account]: `personnel:${name}` })
  const session = async (name: string, proven: boolean): Promise<Caller> => {
    const { token } = await server().app.sessions.open({
      kind: 'personnel',
      accountId: name,
      companyId: company.id,
      deviceId: null,
      proven,
    })
    return callerOf(server().app, token)
  }
  const preview = (body: Values): Promise<Answer> => diane.post('/personnels/camille/passations/apercu', body)
  const begin = async (body: Values = {}): Promise<Handover> => {
    const asked = { REPARTITION: 'un', COLLEGUES: ['colin'], ...body }
    const { EMPREINTE } = (await preview({ REPARTITION: asked.REPARTITION, COLLEGUES: asked.COLLEGUES })).data
    const answer = await diane.post('/personnels/camille/passations', { ...asked, ENVOI: true, EMPREINTE, ...body })
    expect([answer.status, answer.body]).toEqual([201, expect.anything()])
    return as(answer)
  }
  const finish = async ({ id }: Handover): Promise<Handover> => {
    for (;;) {
      const step = as(await diane.post(`/passations/${id}/suite`, {}))
      if (step.RESTE === 0) return step
    }
  }
  const undo = async ({ id }: Handover): Promise<Handover> => {
    const answer = await diane.post(`/passations/${id}/annuler`, {})
    expect(answer.status).toBe(200)
    return finish(as(answer))
  }
  const field = async (path: string, name: string) => (await diane.get(path)).data[name]

  beforeEach(async () => {
    company = await server().company()
    camille = company.as('camille')
    diane = await session('diane', true)
    phone = ownHeaders('camille')
  })

  /** One of each kind that goes, and one of each that stays. */
  async function portfolio() {
    const client = await newClient(camille)
    const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT, RELANCE_INTERMEDIAIRE: '2099-04-01' })
    const ended = await newProjet(camille, { IDCLIENT: client.IDCLIENT, REFUSE: 1 })
    const { IDPROJET } = projet
    const devis = await newDevis(camille, projet)
    const rdv = await newRdv(camille, { ...SOON, IDPROJET, IDPERSONNELS: ['camille', 'marc'] })
    const past = await newRdv(camille, { ...PAST, IDPROJET, IDPERSONNELS: ['camille'] })
    const planning = (id: string, IDPERSONNEL: string, at: typeof SOON) => ({
      id,
      IDPERSONNEL,
      DEBUT: at.RDV_DEBUT,
      FIN: at.RDV_FIN,
    })
    const works = await newIntervention(diane, projet, {
      IDINTERVENTION_PLANNING: [
        planning('p1', 'camille', SOON),
        planning('p2', 'camille', PAST),
        planning('p3', 'theo', SOON),
      ],
    })
    return { client, projet, ended, devis, rdv, past, works }
  }

  it('[SET-12 preview] says exactly what each colleague gets, and what would collide, and changes nothing', async () => {
    const { rdv } = await portfolio()
    const other = await newClient(camille, { IDAGENCE: 'brest' })
    await newProjet(camille, { IDCLIENT: other.IDCLIENT })
    const theirs = { RDV_DEBUT: '2099-03-02 09:30', RDV_FIN: '2099-03-02 11:00', IDPERSONNELS: ['colin'] }
    await newRdv(company.as('colin'), theirs)
    const zero = { CLIENTS: 0, PROJETS: 0, RELANCES: 0, RDVS: 0, INTERVENTIONS: 0, DEVIS: 0 }
    const answer = await preview({ REPARTITION: 'agence', COLLEGUES: ['colin', 'bruno'] })
    const said = answer.data as unknown as HandoverPreview
    expect(said).toMatchObject({
      TOTAL: { CLIENTS: 2, PROJETS: 2, RELANCES: 1, RDVS: 1, INTERVENTIONS: 1, DEVIS: 1 },
      PARTS: [
        { IDPERSONNEL: 'colin', CLIENTS: 1, PROJETS: 1, RELANCES: 1, RDVS: 1, INTERVENTIONS: 1, DEVIS: 1 },
        { IDPERSONNEL: 'bruno', ...zero, CLIENTS: 1, PROJETS: 1 },
      ],
    })
    const rdvCollision = { IDPERSONNEL: 'colin', RESSOURCE: 'rdv', ID: rdv.IDRDV, PRIS_DEBUT: '2099-03-02 09:30' }
    expect(said.COLLISIONS.map(({ RESSOURCE }) => RESSOURCE).sort()).toEqual(['intervention', 'rdv'])
    expect(said.COLLISIONS).toContainEqual(expect.objectContaining(rdvCollision))
    expect((await diane.get('/personnels/camille/passations')).list).toEqual([])
    expect((await camille.get(`/rdvs/${rdv.IDRDV}`)).status).toBe(200)
  })

  it('[SET-12 handover] [AUT-10] what closing an account leaves with its person is read by who may close it, also once it is closed', async () => {
    await portfolio()
    const admin = await adminCaller(server().app, server().db)
    const ofDirector = (name: 'diane' | 'bruno') => company.as(name).get('/entreprise/personnels/camille/portefeuille')
    const held = { CLIENTS: 1, PROJETS: 1, RELANCES: 1, RDVS: 1, INTERVENTIONS: 1, DEVIS: 1 }
    expect((await ofDirector('diane')).data).toEqual(held)
    expect((await ofDirector('bruno')).status).toBe(403)
    expect((await company.as('alice').get('/entreprise/personnels/camille/portefeuille')).status).toBe(403)
    expect((await diane.put('/entreprise/personnels/camille', { disabled: true })).status).toBe(200)
    expect((await ofDirector('diane')).data).toEqual(held)
    const path = `/admin/personnels/camille/portefeuille?company_id=${company.id}`
    expect((await admin.call('GET', path)).data).toEqual(held)
    // The handover is possible after the closing too.
    await finish(await begin())
    expect((await ofDirector('diane')).data).toEqual(Object.fromEntries(Object.keys(held).map((kind) => [kind, 0])))
  })

  it('[SET-12 handover] (bad works) a project that was stored as finished goes too while works that ended badly are left', async () => {
    const { IDCLIENT } = await newClient(camille)
    const [ended, left] = [await newProjet(camille, { IDCLIENT }), await newProjet(camille, { IDCLIENT })]
    const [good, bad] = [await newIntervention(diane, ended), await newIntervention(diane, left)]
    await server().db.inTenant(company.id, async (tx) => {
      await sql`update projet set "IDETAT_PROJET" = 5, seq = take_seq(1) where true`.execute(tx)
      for (const [id, feedback] of [
        [good.IDINTERVENTION, 'bon'],
        [bad.IDINTERVENTION, 'mauvais'],
      ]) {
        await sql`update intervention set "FEEDBACK" = ${feedback}, seq = take_seq(1) where "IDINTERVENTION" = ${id}`.execute(
          tx,
        )
      }
    })
    const asked = { REPARTITION: 'un', COLLEGUES: ['colin'] }
    expect((await preview(asked)).data).toMatchObject({ TOTAL: { PROJETS: 1 } })
    const visit = await newIntervention(diane, left, { RDV_DEBUT: '2026-11-26 08:00', RDV_FIN: '2026-11-26 17:00' })
    await server().db.inTenant(company.id, async (tx) => {
      await sql`update projet set "IDETAT_PROJET" = 5, seq = take_seq(1) where true`.execute(tx)
      await sql`update intervention set "FEEDBACK" = 'bon', seq = take_seq(1)
        where "IDINTERVENTION" = ${visit.IDINTERVENTION}`.execute(tx)
    })
    expect((await preview(asked)).data).toMatchObject({ TOTAL: { PROJETS: 0 } })
  })

  it('[SET-12 handover] (order to plan) a project that was stored as finished goes too while a quote waits for its answer, or an order is left to plan', async () => {
    const projet = await newProjet(camille)
    const [first, more] = [await newDevis(camille, projet), await newDevis(camille, projet)]
    const works = await newIntervention(diane, projet, { IDDEVIS: first.IDDEVIS })
    const sign = (devis: Values, DATE_SIGNATURE: string) =>
      setQuote(server(), company, String(devis.IDDEVIS), { DEVIS_SIGNE: 1, DATE_SIGNATURE })
    await sign(first, '2026-11-10T09:00:00.000Z')
    await server().db.inTenant(company.id, async (tx) => {
      await sql`update projet set "IDETAT_PROJET" = 5, seq = take_seq(1) where true`.execute(tx)
      await sql`update intervention set "FEEDBACK" = 'bon', seq = take_seq(1)
        where "IDINTERVENTION" = ${works.IDINTERVENTION}`.execute(tx)
    })
    const asked = { REPARTITION: 'un', COLLEGUES: ['colin'] }
    // « more » waits for its answer.
    expect((await preview(asked)).data).toMatchObject({ TOTAL: { PROJETS: 1, DEVIS: 1 } })
    await sign(more, '2026-11-24T15:00:00.000Z')
    // Signed an hour before the works were over: they may be for both.
    expect((await preview(asked)).data).toMatchObject({ TOTAL: { PROJETS: 0 } })
    await server().db.inTenant(company.id, (tx) =>
      sql`update intervention set "DATE_FEEDBACK" = '2026-11-24T14:30:00.000Z', seq = take_seq(1)
        where "IDINTERVENTION" = ${works.IDINTERVENTION}`.execute(tx),
    )
    expect((await preview(asked)).data).toMatchObject({ TOTAL: { PROJETS: 1 } })
  })

  it('[SET-12 handover] [INT-03] (bad works) what is read and the rule agree on what is left, of every few works of one project', async () => {
    const [early, late] = ['2026-11-24 08:00', '2026-11-26 08:00']
    const [before, between] = ['2026-11-20T09:00:00.000Z', '2026-11-25T09:00:00.000Z']
    const work = (
      id: string,
      FEEDBACK: string | null,
      RDV_DEBUT: string,
      of?: string,
      IDDEVIS: string | null = null,
    ) => ({
      ...{ IDINTERVENTION: id, IDDEVIS, RDV_DEBUT, FEEDBACK, DATE_CREATION: between },
      RDV_FIN: RDV_DEBUT.replace('08:00', '17:00'),
      DATE_FEEDBACK: FEEDBACK === null ? null : `${RDV_DEBUT.slice(0, 10)}T16:30:00.000Z`,
      NOTES: of === undefined ? [] : [{ id: returnNoteId(of) }],
    })
    const others = [
      (id: string) => work(id, 'bon', late),
      (id: string) => ({ ...work(id, 'bon', late), DATE_CREATION: before }),
      (id: string) => work(id, 'bon', early),
      (id: string) => work(id, 'bon', late, 'a'),
      (id: string) => work(id, 'bon', late, 'b'),
      (id: string) => work(id, 'bon', late, 'elsewhere'),
      (id: string) => work(id, 'bon', late, undefined, 'another quote'),
      (id: string) => work(id, 'mauvais', late, 'a'),
      (id: string) => work(id, 'mauvais', early, 'c'),
      (id: string) => work(id, null, late, 'a'),
    ]
    const order = (IDDEVIS: string, DATE_SIGNATURE: string | null, REFUSE: 0 | 1 = 0): StateQuote => ({
      ...{ IDDEVIS, DATE_SIGNATURE, REFUSE, DEVIS_SIGNE: 1 },
    })
    const orders = [
      [],
      [order('first', before)],
      [order('first', before), order('more', between)],
      [order('first', before), order('ended', between, 1), order('old', null)],
    ]
    const cases: StateWork[][] = others.flatMap((second) =>
      others.map((third) => [work('a', 'mauvais', early), second('b'), third('c')]),
    )
    const { IDCLIENT } = await newClient(camille)
    const site = await newProjet(camille, { IDCLIENT })
    const [model, quote] = [await newIntervention(diane, site), await newDevis(camille, site)]
    const ordersOf = (index: number): StateQuote[] =>
      (orders[index % orders.length] ?? []).map((one) => ({ ...one, IDDEVIS: `${index}-${one.IDDEVIS}` }))
    const held = await server().db.inTenant(company.id, async (tx) => {
      const rows = cases.flatMap((works, index) =>
        works.map((one) => ({ ...one, id: `${index}-${one.IDINTERVENTION}`, projet: `case-${index}`, index })),
      )
      // Marks name the works of their own case.
      const stored = rows.map((one) => ({
        ...one,
        notes: one.NOTES.map(({ id }) => ({ id: id.replace(returnNoteId(''), returnNoteId(`${one.index}-`)) })),
      }))
      await sql`create temporary table copy_projet on commit drop as select * from projet limit 1`.execute(tx)
      await sql`create temporary table copy_work on commit drop as
        select * from intervention where "IDINTERVENTION" = ${model.IDINTERVENTION}`.execute(tx)
      await sql`create temporary table copy_quote on commit drop as select * from devis where "IDDEVIS" = ${quote.IDDEVIS}`.execute(
        tx,
      )
      await sql`insert into projet select (jsonb_populate_record(p, jsonb_build_object('IDPROJET', 'case-' || n,
          'IDETAT_PROJET', 5, 'seq', (select take_seq(${cases.length}::int)) + n))).* from copy_projet as p, generate_series(0, ${cases.length - 1}::int) as n`.execute(
        tx,
      )
      await sql`insert into intervention select (jsonb_populate_record(w, jsonb_build_object('IDINTERVENTION', c.c ->> 'id',
          'IDPROJET', c.c ->> 'projet', 'IDDEVIS', c.c ->> 'IDDEVIS', 'RDV_DEBUT', c.c ->> 'RDV_DEBUT', 'RDV_FIN', c.c ->> 'RDV_FIN',
          'FEEDBACK', c.c ->> 'FEEDBACK', 'DATE_FEEDBACK', c.c ->> 'DATE_FEEDBACK', 'DATE_CREATION', c.c ->> 'DATE_CREATION', 'NOTES', c.c -> 'notes', 'seq', (select take_seq(${stored.length}::int)) + at - 1))).* from copy_work as w,
          jsonb_array_elements(${JSON.stringify(stored)}::jsonb) with ordinality as c (c, at)`.execute(tx)
      const signed = cases.flatMap((_, index) => ordersOf(index).map((one) => ({ ...one, IDPROJET: `case-${index}` })))
      await sql`insert into devis select (jsonb_populate_record(q, o.o || jsonb_build_object('NUMERO_DEVIS', null,
          'seq', (select take_seq(${signed.length}::int)) + at - 1))).* from copy_quote as q,
          jsonb_array_elements(${JSON.stringify(signed)}::jsonb) with ordinality as o (o, at)`.execute(tx)
      const found = await readHeld(tx, 'camille', '2026-11-27 08:00')
      return new Set(found.map(({ id }) => id))
    })
    const left = cases.map((works, index) => [index, works, isWorkLeft(ordersOf(index), works, DEFAULT_ZONE)])
    expect(cases.map((works, index) => [index, works, held.has(`case-${index}`)])).toEqual(left)
    expect(new Set(left.map(([, , is]) => is)).size).toBe(2)
  })

  it('[SET-12 handover] (quote) a quote on the project of somebody who stays goes to them, who see it, and back', async () => {
    const projet = await newProjet(diane, { IDRESPONSABLEPROJET: 'theo' })
    const quote = (await newDevis(diane, projet, { IDRESPONSABLEPROJET: 'camille' })).IDDEVIS
    const said = (await preview({ REPARTITION: 'un', COLLEGUES: ['colin'] })).data as unknown as HandoverPreview
    expect(said.PARTS.map(({ IDPERSONNEL, DEVIS }) => [IDPERSONNEL, DEVIS])).toEqual([
      ['colin', 0],
      ['theo', 1],
    ])
    const handover = await finish(await begin())
    expect(await field(`/devis/${quote}`, 'IDRESPONSABLEPROJET')).toBe('theo')
    expect((await company.as('theo').get(`/devis/${quote}`)).status).toBe(200)
    await undo(handover)
    expect(await field(`/devis/${quote}`, 'IDRESPONSABLEPROJET')).toBe('camille')
    // Of somebody who has left too it goes with the rest.
    await server().db.inTenant(company.id, (tx) => closeLogin(tx, 'theo'))
    await finish(await begin())
    expect(await field(`/devis/${quote}`, 'IDRESPONSABLEPROJET')).toBe('colin')
  })

  it('[SET-12 handover] (nearest) gives a client to the colleague whose clients are nearest', async () => {
    const at = async (caller: Caller, LATITUDE: number, LONGITUDE: number) =>
      newClient(caller, { IDADRESSE: (await newAdresse(caller, { LATITUDE, LONGITUDE })).IDADRESSE })
    await at(company.as('colin'), 45.7, 4.8)
    await newClient(diane, {
      IDPERSONNEL: 'bruno',
      IDADRESSE: (await newAdresse(diane, { LATITUDE: 48.4, LONGITUDE: -4.5 })).IDADRESSE,
    })
    const north = await at(camille, 48.1, -4.1)
    const south = await at(camille, 45.2, 5.7)
    await finish(await begin({ REPARTITION: 'proche', COLLEGUES: ['colin', 'bruno'] }))
    expect(await field(`/clients/${north.IDCLIENT}`, 'IDPERSONNEL')).toBe('bruno')
    expect(await field(`/clients/${south.IDCLIENT}`, 'IDPERSONNEL')).toBe('colin')
  })

  it('[SET-12 undo] gives all of it to the colleague, whose device receives it, and takes it back', async () => {
    const { client, projet, ended, devis, rdv, past, works } = await portfolio()
    const colin = company.as('colin')
    const { checkpoint } = await colin.pull('/projets')
    const handover = await finish(await begin())
    expect(handover).toMatchObject({ TOTAL: 5, RESTE: 0, ANNULEE_LE: null })
    expect((await diane.get('/entreprise/personnels')).list).toContainEqual(
      expect.objectContaining({ IDPERSONNEL: 'camille', disabled: true }),
    )
    expect(await field(`/clients/${client.IDCLIENT}`, 'IDPERSONNEL')).toBe('colin')
    expect(await field(`/projets/${projet.IDPROJET}`, 'IDRESPONSABLEPROJET')).toBe('colin')
    expect(await field(`/devis/${devis.IDDEVIS}`, 'IDRESPONSABLEPROJET')).toBe('colin')
    expect(await field(`/rdvs/${rdv.IDRDV}`, 'IDPERSONNELS')).toEqual(expect.arrayContaining(['colin', 'marc']))
    expect(await field(`/rdvs/${rdv.IDRDV}`, 'IDPERSONNELS')).not.toContain('camille')
    const hours = async () =>
      ((await field(`/interventions/${works.IDINTERVENTION}`, 'IDINTERVENTION_PLANNING')) as Values[]).map(
        ({ IDPERSONNEL }) => IDPERSONNEL,
      )
    expect(await hours()).toEqual(['colin', 'camille', 'theo'])
    // What has ended stays with whoever did it.
    expect(await field(`/projets/${ended.IDPROJET}`, 'IDRESPONSABLEPROJET')).toBe('camille')
    expect(await field(`/rdvs/${past.IDRDV}`, 'IDPERSONNELS')).toEqual(['camille'])
    const { rows } = await colin.pull('/projets', checkpoint)
    expect(rows).toContainEqual(expect.objectContaining({ IDPROJET: projet.IDPROJET, _deleted: false }))

    // Somebody works on one of the records: it stays with the colleague, and is named.
    await colin.put(`/rdvs/${rdv.IDRDV}`, { RDV_OBJET: 'Reporté' })
    const back = await undo(handover)
    expect(back).toMatchObject({
      RESTE: 0,
      LAISSES: [{ RESSOURCE: 'rdv', ID: rdv.IDRDV, IDPERSONNEL: 'colin' }],
    })
    expect(await field(`/clients/${client.IDCLIENT}`, 'IDPERSONNEL')).toBe('camille')
    expect(await field(`/projets/${projet.IDPROJET}`, 'IDRESPONSABLEPROJET')).toBe('camille')
    expect(await field(`/devis/${devis.IDDEVIS}`, 'IDRESPONSABLEPROJET')).toBe('camille')
    expect(await hours()).toEqual(['camille', 'camille', 'theo'])
    expect(await field(`/rdvs/${rdv.IDRDV}`, 'IDPERSONNELS')).toEqual(expect.arrayContaining(['colin', 'marc']))
    // The account is open again: she never had a mail.
    expect((await diane.get('/entreprise/personnels')).list).toContainEqual(
      expect.objectContaining({ IDPERSONNEL: 'camille', disabled: false, has_account: false }),
    )
    // Their session, left to send, reads again.
    expect((await camille.get('/clients', phone)).status).toBe(200)
    expect((await diane.post(`/passations/${handover.id}/annuler`, {})).code).toBe('CONFLICT')
  })

  it('[SET-12 handover] (one at a time) none begins while another one of that person, or its undoing, is at work', async () => {
    await portfolio()
    const asked = { REPARTITION: 'un', COLLEGUES: ['colin'] }
    const { EMPREINTE } = (await preview(asked)).data
    const order = { ...asked, ENVOI: true, EMPREINTE }
    const start = () => diane.post('/personnels/camille/passations', order)
    const both = await Promise.all([start(), start()])
    const [first, second] = both.sort((a, b) => a.status - b.status) as [Answer, Answer]
    expect([first.status, second.status, second.body.message]).toEqual([
      201,
      409,
      'Une passation de cette personne est en cours : reprenez-la.',
    ])
    expect((await diane.get('/personnels/camille/passations')).list).toHaveLength(1)
    await finish(as(first))
    const undoing = await diane.post(`/passations/${as(first).id}/annuler`, {})
    expect((await start()).code).toBe('CONFLICT')
    await finish(as(undoing))
    expect(await finish(await begin())).toMatchObject({ TOTAL: 5, DONNEES: 5, IGNOREES: [] })
  })

  it('[SET-12 handover] (no longer theirs) counts what was given, and names what was no longer the person’s', async () => {
    const { client } = await portfolio()
    const handover = await begin()
    await diane.put(`/clients/${client.IDCLIENT}`, { IDPERSONNEL: 'bruno' })
    const done = await finish(handover)
    expect(done).toMatchObject({ TOTAL: 5, DONNEES: 4, IGNOREES: [{ RESSOURCE: 'client', ID: client.IDCLIENT }] })
    expect(await undo(handover)).toMatchObject({ DONNEES: 4, IGNOREES: [] })
  })

  it('[SET-12 late] (account) ends reading at once; what the device held arrives once, with the colleague', async () => {
    const { client, projet, past } = await portfolio()
    const far = await newProjet(diane, { IDRESPONSABLEPROJET: 'colin' })
    // Nothing but the handover links her to it any more.
    const lone = await newProjet(camille)
    const handover = await finish(await begin())
    for (const path of ['/clients?since=', '/projets', '/datacache', `/clients/${client.IDCLIENT}`])
      expect([path, (await camille.get(path, phone)).code]).toEqual([path, 'NO_ROLE'])
    // A screen is told, and keeps its session: without it nothing more could be sent.
    expect((await camille.get('/clients')).status).toBe(410)

    const debrief = { DEBRIEF_CATEGORIE: 1, IDRDV_DEBRIEF: 'motif-absent', DEBRIEF_COMMENTAIRE: 'Personne' }
    const sent = {
      key: 'late-1',
      headers: phone,
      base: { DEBRIEF_CATEGORIE: 0, IDRDV_DEBRIEF: null, DEBRIEF_COMMENTAIRE: null },
    }
    for (const _ of ['sent', 'sent again']) {
      const answer = await camille.put(`/rdvs/${past.IDRDV}`, debrief, sent)
      expect([answer.status, answer.body]).toEqual([200, { data: null }])
    }
    expect(await field(`/rdvs/${past.IDRDV}`, 'DEBRIEF_COMMENTAIRE')).toBe('Personne')
    const edit = await camille.put(`/projets/${projet.IDPROJET}`, { DESCRIPTION: 'Trois fenêtres' }, { headers: phone })
    expect(edit.status).toBe(200)
    const other = await camille.put(`/projets/${lone.IDPROJET}`, { DESCRIPTION: 'Un volet' }, { headers: phone })
    expect(other.status).toBe(200)
    const made = { IDCLIENT: 'late-client', NOM: 'Tardif' }
    expect((await camille.post('/clients', made, { headers: phone })).status).toBe(201)
    expect(await field('/clients/late-client', 'IDPERSONNEL')).toBe('colin')
    const site = { IDPROJET: 'late-projet', IDCLIENT: 'late-client' }
    expect((await camille.post('/projets', site, { headers: phone })).status).toBe(201)
    const visit = {
      IDRDV: 'late-rdv',
      IDPROJET: 'late-projet',
      ...SOON,
      RDV_FIN: '2099-03-02 12:00',
      IDPERSONNELS: ['camille'],
    }
    expect((await camille.post('/rdvs', visit, { headers: phone })).status).toBe(201)
    expect(await field('/rdvs/late-rdv', 'IDPERSONNELS')).toEqual(['colin'])
    // What was never theirs is not reached.
    const foreign = await camille.put(`/projets/${far.IDPROJET}`, { DESCRIPTION: 'non' }, { headers: phone })
    expect(foreign.status).toBe(404)

    // Their own late work does not keep the handover from being taken back; it comes back with the rest.
    const back = await undo(handover)
    expect(back.LAISSES).toEqual([])
    expect(await field(`/projets/${projet.IDPROJET}`, 'IDRESPONSABLEPROJET')).toBe('camille')
    expect(await field('/clients/late-client', 'IDPERSONNEL')).toBe('camille')
    expect(await field('/rdvs/late-rdv', 'IDPERSONNELS')).toEqual(['camille'])
  })

  describe('what arrives once the colleague has left too', () => {
    /** One more appointment, which a phone that was offline sends now. */
    const late = async (more: Values = {}): Promise<unknown> => {
      const IDRDV = newId('rdv')
      const body = { ...SOON, IDRDV, IDPERSONNELS: ['camille'], ...more }
      expect((await camille.post('/rdvs', body, { headers: phone })).status).toBe(201)
      return (await company.as('zoe').get(`/rdvs/${IDRDV}`)).data.IDPERSONNELS
    }
    const next = async (person: string, COLLEGUES: string[], REPARTITION = 'un'): Promise<Handover> => {
      const path = `/personnels/${person}/passations`
      const { EMPREINTE } = (await diane.post(`${path}/apercu`, { REPARTITION, COLLEGUES })).data
      const answer = await diane.post(path, { REPARTITION, COLLEGUES, ENVOI: true, EMPREINTE })
      expect([answer.status, answer.body]).toEqual([201, expect.anything()])
      return finish(as(answer))
    }

    it('[PUSH-11] [SET-12 handover] is of whoever has the rest of that client or project now, who is told; what nobody has, of the last successor', async () => {
      const { client, projet } = await portfolio()
      const other = await newClient(camille, { IDAGENCE: 'brest' })
      await finish(await begin())
      const second = await next('colin', ['marc', 'bruno'], 'agence')
      expect(await field(`/clients/${other.IDCLIENT}`, 'IDPERSONNEL')).toBe('bruno')
      expect(await field(`/projets/${projet.IDPROJET}`, 'IDRESPONSABLEPROJET')).toBe('marc')
      expect(await late({ IDPROJET: projet.IDPROJET })).toEqual(['marc'])
      const told = (await company.as('marc').pull('/notifications')).rows
      expect(told.map(({ TYPE }) => TYPE)).toContain('rdv_cree')
      const site = { IDPROJET: 'late-projet', IDCLIENT: other.IDCLIENT }
      expect((await camille.post('/projets', site, { headers: phone })).status).toBe(201)
      expect(await late({ IDPROJET: 'late-projet' })).toEqual(['bruno'])
      expect(await late({ IDADRESSE: client.IDADRESSE ?? null })).toEqual(['marc'])
      // Once the second one is taken back, the first colleague is there again.
      await undo(second)
      expect(await late({ IDPROJET: projet.IDPROJET })).toEqual(['colin'])
    })

    it('[PUSH-11] [SET-12 handover] where nothing says to whom it went, it is of whoever has the project or the client, else of the director', async () => {
      const { projet } = await portfolio()
      const first = await begin()
      await finish(first)
      await server().db.inTenant(company.id, (tx) => closeLogin(tx, 'colin'))
      expect(await late({ IDPROJET: projet.IDPROJET })).toEqual(['diane'])
      await diane.put(`/projets/${projet.IDPROJET}`, { IDRESPONSABLEPROJET: 'marc' })
      expect(await late({ IDPROJET: projet.IDPROJET })).toEqual(['marc'])
      expect(await late()).toEqual(['diane'])
      // It comes back with the rest, to whoever is there again.
      await undo(first)
      expect(await field(`/clients/${projet.IDCLIENT}`, 'IDPERSONNEL')).toBe('camille')
    })
  })

  it('[SET-12 handover] (receiver) a colleague who left before it went on gets nothing more: it goes along their handover, else to the director', async () => {
    const { client, projet, devis, rdv, works } = await portfolio()
    const holders = async () => [
      await field(`/clients/${client.IDCLIENT}`, 'IDPERSONNEL'),
      await field(`/projets/${projet.IDPROJET}`, 'IDRESPONSABLEPROJET'),
      await field(`/devis/${devis.IDDEVIS}`, 'IDRESPONSABLEPROJET'),
      ...((await field(`/rdvs/${rdv.IDRDV}`, 'IDPERSONNELS')) as string[]).filter((id) => id !== 'marc'),
      ((await field(`/interventions/${works.IDINTERVENTION}`, 'IDINTERVENTION_PLANNING')) as Values[])[0]?.IDPERSONNEL,
    ]
    const all = (id: string): string[] => [id, id, id, id, id]
    // Nobody goes on with it; meanwhile the colleague leaves too.
    const first = await begin()
    const path = '/personnels/colin/passations'
    const asked = { REPARTITION: 'un', COLLEGUES: ['bruno'] }
    const { EMPREINTE } = (await diane.post(`${path}/apercu`, asked)).data
    const second = as(await diane.post(path, { ...asked, ENVOI: true, EMPREINTE }))
    expect(await finish(first)).toMatchObject({ TOTAL: 5, DONNEES: 5, IGNOREES: [] })
    expect(await holders()).toEqual(all('bruno'))
    // What somebody works on stays with whoever has it, who is named.
    await company.as('bruno').put(`/rdvs/${rdv.IDRDV}`, { RDV_OBJET: 'Reporté' })
    expect((await undo(first)).LAISSES).toEqual([{ RESSOURCE: 'rdv', ID: rdv.IDRDV, IDPERSONNEL: 'bruno' }])
    await undo(second)
    await diane.put(`/rdvs/${rdv.IDRDV}`, { IDPERSONNELS: ['camille', 'marc'] })
    expect(await holders()).toEqual(all('camille'))

    const third = await begin()
    await server().db.inTenant(company.id, (tx) => closeLogin(tx, 'colin'))
    expect(await finish(third)).toMatchObject({ DONNEES: 5, IGNOREES: [] })
    expect(await holders()).toEqual(all('diane'))
  })

  it('[SET-12 undo] [SERVER-6] a new epoch is no change of what was handed over, nor is late work after it', async () => {
    const { client, projet, rdv, works } = await portfolio()
    const handover = await finish(await begin())
    await server().db.inTenant(company.id, (tx) => beginEpoch(tx, { companyId: company.id, mark: null, contained: 0 }))
    expect((await camille.put(`/projets/${projet.IDPROJET}`, { DESCRIPTION: 'Tard' }, { headers: phone })).status).toBe(
      200,
    )
    await company.as('colin').put(`/rdvs/${rdv.IDRDV}`, { RDV_OBJET: 'Reporté' })
    const back = await undo(handover)
    expect(back.LAISSES).toEqual([{ RESSOURCE: 'rdv', ID: rdv.IDRDV, IDPERSONNEL: 'colin' }])
    expect(await field(`/clients/${client.IDCLIENT}`, 'IDPERSONNEL')).toBe('camille')
    expect(await field(`/projets/${projet.IDPROJET}`, 'IDRESPONSABLEPROJET')).toBe('camille')
    expect(await field(`/interventions/${works.IDINTERVENTION}`, 'IDINTERVENTION_PLANNING')).toContainEqual(
      expect.objectContaining({ id: 'p1', IDPERSONNEL: 'camille' }),
    )
  })

  it('[SET-12 handover] (account) an account that is opened again reads again, and keeps what it makes', async () => {
    await portfolio()
    await finish(await begin())
    expect((await camille.get('/clients', phone)).code).toBe('NO_ROLE')
    expect((await diane.put('/entreprise/personnels/camille', { disabled: false })).status).toBe(200)
    expect((await camille.get('/clients', phone)).status).toBe(200)
    const made = { IDCLIENT: 'new-client', NOM: 'Nouveau' }
    expect((await camille.post('/clients', made, { headers: phone })).status).toBe(201)
    expect(await field('/clients/new-client', 'IDPERSONNEL')).toBe('camille')
  })

  it('[SET-12 handover] [PWA-03] (account) their browsers are pushed nothing while it lasts, and are theirs again once it is taken back', async () => {
    const { app, db } = server()
    const ecdh = createECDH('prime256v1')
    const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
    const subscription = { endpoint: 'https://push.example.com/send/camille', keys }
    expect((await camille.post('/push/subscribe', subscription)).status).toBe(204)
    /** The sessions of camille's browsers that may be told something now. */
    const hearing = async (): Promise<number> => {
      const rows = await db.inTenant(company.id, (tx) =>
        tx.selectFrom('push_subscription').select('token_hash').where('account', '=', 'personnel:camille').execute(),
      )
      const heard = await Promise.all(rows.map(({ token_hash }) => app.sessions.mayHear(token_hash)))
      return heard.filter(Boolean).length
    }
    await portfolio()
    expect(await hearing()).toBe(1)
    const handover = await finish(await begin())
    expect(await hearing()).toBe(0)
    await undo(handover)
    expect(await hearing()).toBe(1)
    await begin({ ENVOI: false })
    expect(await hearing()).toBe(0)
  })

  it('[SET-12 sessions] (account) ends every session at once where the director says so', async () => {
    await portfolio()
    await begin({ ENVOI: false })
    expect((await camille.get('/clients', phone)).status).toBe(401)
    expect((await camille.post('/clients', { IDCLIENT: 'x', NOM: 'X' }, { headers: phone })).status).toBe(401)
  })

  it('[SET-12 preview] is what is done: a portfolio that changed since is previewed again', async () => {
    await portfolio()
    const { EMPREINTE } = (await preview({ REPARTITION: 'un', COLLEGUES: ['colin'] })).data
    await newClient(camille)
    const order = { REPARTITION: 'un', COLLEGUES: ['colin'], ENVOI: true, EMPREINTE }
    expect((await diane.post('/personnels/camille/passations', order)).code).toBe('CONFLICT')
    expect((await camille.get('/clients', phone)).status).toBe(200)
  })

  describe('is refused', () => {
    it('[SET-12 handover] (rights) to everybody but directors of that company, and without a fresh password', async () => {
      await portfolio()
      const handover = await begin()
      const body = { REPARTITION: 'un', COLLEGUES: ['colin'] }
      for (const name of ['colin', 'alice', 'marc', 'theo'] as const) {
        const caller = await session(name, true)
        expect((await caller.post('/personnels/camille/passations/apercu', body)).status).toBe(403)
        expect((await caller.get('/personnels/camille/passations')).status).toBe(403)
        expect((await caller.post(`/passations/${handover.id}/suite`, {})).status).toBe(403)
        expect((await caller.post(`/passations/${handover.id}/annuler`, {})).status).toBe(403)
      }
      const open = company.as('diane')
      expect((await open.post(`/passations/${handover.id}/annuler`, {})).code).toBe('REAUTH_REQUIRED')
      const order = { ...body, ENVOI: true, EMPREINTE: 'x' }
      expect((await open.post('/personnels/camille/passations', order)).code).toBe('REAUTH_REQUIRED')

      const stranger = await server().company()
      const { token } = await server().app.sessions.open({
        kind: 'personnel',
        accountId: 'diane',
        companyId: stranger.id,
        deviceId: null,
        proven: true,
      })
      const other = callerOf(server().app, token)
      expect((await other.get('/personnels/camille/passations')).list).toEqual([])
      expect((await other.post(`/passations/${handover.id}/suite`, {})).status).toBe(404)
      expect((await other.post(`/passations/${handover.id}/annuler`, {})).status).toBe(404)
    })

    it('[SET-12 handover] (rights) to a director of another agency, and for somebody with more rights than the director', async () => {
      await portfolio()
      const handover = await begin()
      const [bruno, body] = [await session('bruno', true), { REPARTITION: 'un', COLLEGUES: ['bruno'] }]
      const order = { ...body, ENVOI: true, EMPREINTE: 'x' }
      const refused = [
        await bruno.get('/personnels/camille/passations'),
        await bruno.post('/personnels/camille/passations/apercu', body),
        await bruno.post('/personnels/camille/passations', order),
        await bruno.post(`/passations/${handover.id}/suite`, {}),
        await bruno.post(`/passations/${handover.id}/annuler`, {}),
        // Zoé works for every agency.
        await diane.post('/personnels/zoe/passations/apercu', { REPARTITION: 'un', COLLEGUES: ['diane'] }),
      ]
      expect(refused.map(({ status, code }) => [status, code])).toEqual(refused.map(() => [403, 'UNAUTHORIZED']))
      expect((await finish(handover)).RESTE).toBe(0)
    })

    it('[SET-12 handover] [ADM-02] is needed before somebody who holds anything is removed: then nothing is left behind', async () => {
      const admin = await adminCaller(server().app, server().db)
      const remove = () => admin.call('DELETE', `/admin/personnels/camille?company_id=${company.id}`)
      const { client } = await portfolio()
      const refused = await remove()
      expect([refused.status, refused.code, refused.body?.message]).toEqual([
        409,
        'CONFLICT',
        'Cette personne a encore 1 client, 1 projet en cours, 1 rendez-vous à venir, 1 intervention à venir, 1 devis en attente : un directeur prépare d’abord son départ (passation).',
      ])
      // Nothing has changed: her session reads, and a director hands over as for anybody.
      expect((await camille.get(`/clients/${client.IDCLIENT}`, phone)).status).toBe(200)
      const handover = await begin()
      await finish(handover)
      expect((await remove()).status).toBe(204)
      expect((await remove()).status).toBe(404)
      // Given back, no handover would reach it any more.
      const undone = await diane.post(`/passations/${handover.id}/annuler`, {})
      expect([undone.status, undone.code]).toEqual([409, 'CONFLICT'])
      expect((await company.as('colin').get(`/clients/${client.IDCLIENT}`)).data).toMatchObject({
        IDPERSONNEL: 'colin',
      })
    })

    it('[SET-12 handover] [MGR-05] [ADM-02] nobody with sales is removed: the ranking of past periods would lose them', async () => {
      const admin = await adminCaller(server().app, server().db)
      const remove = () => admin.call('DELETE', `/admin/personnels/camille?company_id=${company.id}`)
      const { devis } = await portfolio()
      await setQuote(server(), company, String(devis.IDDEVIS), {
        DEVIS_SIGNE: 1,
        DATE_SIGNATURE: new Date().toISOString(),
      })
      await finish(await begin())
      const refused = await remove()
      expect([refused.status, refused.body?.message]).toEqual([
        409,
        'Cette personne a une vente signée, que le classement compte : désactivez son compte plutôt que de la retirer.',
      ])
    })

    it('[SET-12 handover] (rights) for oneself, to the leaver, to nobody, and to somebody without an account', async () => {
      const own = await diane.post('/personnels/diane/passations/apercu', { REPARTITION: 'un', COLLEGUES: ['colin'] })
      expect(own.code).toBe('CONFLICT')
      for (const COLLEGUES of [['camille'], ['nobody'], ['colin', 'marc'], []])
        expect((await preview({ REPARTITION: 'un', COLLEGUES })).status).toBe(422)
      const none = await diane.post('/personnels/nobody/passations/apercu', { REPARTITION: 'un', COLLEGUES: ['colin'] })
      expect(none.status).toBe(404)
    })
  })
})
