import { beforeEach, describe, expect, it } from 'vitest'
import type { Handover, HandoverPreview } from '../../schemas/handover.ts'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { adminCaller } from '../support/admin-caller.ts'
import { type Answer, type Caller, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newDevis, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'

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

  it('[SET-12 handover] (preview) says exactly what each colleague gets, and what would collide, and changes nothing', async () => {
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

  it('[SET-12 handover] (undo) gives all of it to the colleague, whose device receives it, and takes it back', async () => {
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

  it('[SET-12 handover] (account) ends reading at once; what the device held arrives once, with the colleague', async () => {
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

  it('[SET-12 handover] (account) ends every session at once where the director says so', async () => {
    await portfolio()
    await begin({ ENVOI: false })
    expect((await camille.get('/clients', phone)).status).toBe(401)
    expect((await camille.post('/clients', { IDCLIENT: 'x', NOM: 'X' }, { headers: phone })).status).toBe(401)
  })

  it('[SET-12 handover] (preview) is what is done: a portfolio that changed since is previewed again', async () => {
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
      await finish(await begin())
      expect((await remove()).status).toBe(204)
      expect((await remove()).status).toBe(404)
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
