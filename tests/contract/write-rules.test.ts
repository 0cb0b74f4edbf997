import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { describeContract } from '../support/contract.ts'
import {
  newAdresse,
  newClient,
  newDevis,
  newId,
  newIntervention,
  newProjet,
  newRdv,
} from '../support/contract-records.ts'

const DAY_MS = 24 * 60 * 60_000

const RDV = { RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00' }

describeContract('records that a record points to', (server) => {
  it('refuses a parent that does not exist, is deleted, or may not be seen, and names it', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const gone = await newClient(camille)
    await company.as('alice').del(`/clients/${String(gone.IDCLIENT)}`)
    const hidden = await newProjet(company.as('colin'))
    const cases: [string, Values, { resource: string; id: unknown }][] = [
      ['/projets', { IDCLIENT: 'nobody' }, { resource: 'client', id: 'nobody' }],
      ['/projets', { IDCLIENT: gone.IDCLIENT }, { resource: 'client', id: gone.IDCLIENT }],
      ['/rdvs', { ...RDV, IDPROJET: hidden.IDPROJET }, { resource: 'projet', id: hidden.IDPROJET }],
      ['/rdvs', { ...RDV, IDPERSONNELS: ['camille', 'nobody'] }, { resource: 'personnel', id: 'nobody' }],
      ['/rdvs', { ...RDV, IDNATURE_RDV: 'trop-cher' }, { resource: 'reference', id: 'trop-cher' }],
      ['/clients', { NOM: 'A', IDADRESSE: 'nowhere' }, { resource: 'adresse', id: 'nowhere' }],
    ]
    for (const [path, body, details] of cases) {
      const answer = await camille.post(path, body)
      expect([answer.status, answer.code, answer.body.details]).toEqual([422, 'PARENT_MISSING', details])
    }
  })

  it('refuses the id of a record of another company', async () => {
    const [here, there] = [await server().company(), await server().company()]
    const { IDCLIENT } = await newClient(there.as('camille'))
    const answer = await here.as('camille').post('/projets', { IDCLIENT })
    expect([answer.status, answer.code]).toEqual([422, 'PARENT_MISSING'])
  })

  it('checks only the added pointers of an edit, like those of a creation', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const client = await newClient(camille)
    const at = `/clients/${String(client.IDCLIENT)}`
    expect((await camille.put(at, { IDPERSONNEL: 'nobody' })).code).toBe('PARENT_MISSING')
    const projet = await newProjet(camille)
    const { IDDEVIS } = await newDevis(camille, projet)
    const works = await newIntervention(company.as('alice'), projet, { IDDEVIS })
    expect((await camille.del(`/devis/${String(IDDEVIS)}`)).status).toBeLessThan(300)
    const edited = await company
      .as('alice')
      .put(`/interventions/${String(works.IDINTERVENTION)}`, { RDV_OBJET: 'Pose' })
    expect([edited.status, edited.data.IDDEVIS]).toEqual([200, IDDEVIS])
  })

  it('checks the people of a planning', async () => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const planning = [{ id: 'p', IDPERSONNEL: 'nobody', DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 09:00' }]
    const body = { IDPROJET: projet.IDPROJET, ...RDV, IDINTERVENTION_PLANNING: planning }
    expect((await company.as('alice').post('/interventions', body)).code).toBe('PARENT_MISSING')
  })

  it("keeps a quote with its project's client, and an intervention with its project's quote", async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const [one, two] = [await newProjet(camille), await newProjet(camille)]
    const wrong = await camille.post('/devis', { IDPROJET: one.IDPROJET, IDCLIENT: two.IDCLIENT, LIGNES: [] })
    expect([wrong.status, Object.keys(wrong.body.errors as Values)]).toEqual([422, ['IDCLIENT']])
    const devis = await newDevis(camille, one)
    const body = { IDPROJET: two.IDPROJET, IDDEVIS: devis.IDDEVIS, ...RDV }
    const stray = await company.as('alice').post('/interventions', body)
    expect([stray.status, Object.keys(stray.body.errors as Values)]).toEqual([422, ['IDDEVIS']])
  })
})

describeContract('duplicate clients', (server) => {
  it('[RES-10] lists clients of the same name and phone or address, and creates the client when told to', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const adresse = await newAdresse(camille, { ADRESSE: '12 avenue de la République', CODE_POSTAL: '69003' })
    const known = await newClient(camille, {
      NOM: 'Le Goff',
      PRENOM: 'Hélène',
      PORTABLE: '06 39 98 00 11',
      IDADRESSE: adresse.IDADRESSE,
    })
    const byPhone = { NOM: 'LE GOFF', PRENOM: 'Helene', PORTABLE: '+33639980011' }
    const refused = await camille.post('/clients', byPhone)
    expect([refused.status, refused.code]).toEqual([422, 'DUPLICATE'])
    expect(refused.body.details).toMatchObject({ candidates: [{ IDCLIENT: known.IDCLIENT, reasons: ['telephone'] }] })

    const same = await newAdresse(camille, { ADRESSE: '12 av. de la Republique', CODE_POSTAL: '69003' })
    const byAddress = { NOM: 'Hélène', PRENOM: 'Le Goff', IDADRESSE: same.IDADRESSE }
    expect((await camille.post('/clients', byAddress)).body.details).toMatchObject({
      candidates: [{ IDCLIENT: known.IDCLIENT, reasons: ['adresse'] }],
    })
    expect((await camille.post('/clients', { ...byPhone, PORTABLE: '0639980012' })).status).toBe(201)
    expect((await camille.post('/clients', byPhone, { query: '?skip_duplicate_check=false' })).status).toBe(422)
    expect((await camille.post('/clients', byPhone, { query: '?skip_duplicate_check=true' })).status).toBe(201)
  })

  it('[RES-10] ignores clients of another company and deleted ones', async () => {
    const [here, there] = [await server().company(), await server().company()]
    const client = { NOM: 'Martin', PORTABLE: '0639980013' }
    await newClient(there.as('camille'), client)
    const first = await here.as('camille').post('/clients', client)
    expect(first.status).toBe(201)
    await here.as('alice').del(`/clients/${String(first.data.IDCLIENT)}`)
    expect((await here.as('camille').post('/clients', client)).status).toBe(201)
  })
})

describeContract('fields that the server fills in', (server) => {
  it('gives a client to the commercial who creates it, with agency and town', async () => {
    const company = await server().company()
    const adresse = await newAdresse(company.as('camille'), { VILLE: 'Bron' })
    const mine = await newClient(company.as('camille'), { IDADRESSE: adresse.IDADRESSE })
    expect(mine).toMatchObject({ IDPERSONNEL: 'camille', IDAGENCE: 'lyon', VILLE: 'Bron' })
    expect(mine.DATE_CREATION).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(await newClient(company.as('zoe'))).toMatchObject({ IDPERSONNEL: null, IDAGENCE: 'brest' })
  })

  it('makes the commercial who creates a project responsible for it, in the agency of its client', async () => {
    const company = await server().company()
    const client = await newClient(company.as('zoe'))
    const { IDCLIENT } = client
    expect(await newProjet(company.as('camille'), { IDCLIENT })).toMatchObject({
      IDRESPONSABLEPROJET: 'camille',
      IDAGENCE: 'brest',
      IDETAT_PROJET: 1,
    })
    expect(await newProjet(company.as('alice'), { IDCLIENT })).toMatchObject({ IDRESPONSABLEPROJET: null })
  })

  it('numbers quotes of a company one after the other', async () => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const year = new Date().getUTCFullYear()
    const numbers = [await newDevis(company.as('camille'), projet), await newDevis(company.as('camille'), projet)]
    expect(numbers.map((one) => one.NUMERO_DEVIS)).toEqual([`D-${year}-00001`, `D-${year}-00002`])
    expect(numbers[0]).toMatchObject({ NET_HT: 20_000, PRIX_TTC: 22_000, IDRESPONSABLEPROJET: 'camille' })
  })

  it('[ENT-07] computes the state of a project from its quotes', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const projet = await newProjet(camille)
    const state = async (): Promise<unknown> =>
      (await camille.get(`/projets/${String(projet.IDPROJET)}`)).data.IDETAT_PROJET
    expect(await state()).toBe(1)
    const devis = await newDevis(camille, projet)
    expect(await state()).toBe(2)
    await camille.del(`/devis/${String(devis.IDDEVIS)}`)
    expect(await state()).toBe(1)
  })

  it('signs a report with its author and its time', async () => {
    const company = await server().company()
    const rapport = await company.as('diane').post('/report', { id: newId('rapport'), TITRE: 'Visite' })
    const { data } = await company.as('theo').post('/report/submission', { IDRAPPORT: rapport.data.id })
    expect(data).toMatchObject({ IDPERSONNEL: 'theo', DATE_SOUMISSION: expect.stringMatching(/Z$/) })
  })

  it('[SEC] keeps the time that a device says of a report or a debrief only where it is past', async () => {
    const company = await server().company()
    const rapport = await company.as('diane').post('/report', { id: newId('rapport'), TITRE: 'Visite' })
    const rdv = await newRdv(company.as('camille'), { IDPERSONNELS: ['camille'] })
    const past = new Date(Date.now() - 3 * DAY_MS).toISOString()
    const ahead = new Date(Date.now() + 3000 * DAY_MS).toISOString()
    for (const [said, kept] of [
      [past, true],
      // A device whose clock is years ahead loses nothing.
      [ahead, false],
    ] as const) {
      const report = { IDRAPPORT: rapport.data.id, DATE_SOUMISSION: said }
      const filled = await company.as('theo').post('/report/submission', report)
      const debrief = { DEBRIEF_CATEGORIE: 4, IDRDV_DEBRIEF: 'motif-signe', DEBRIEF_LE: said }
      const debriefed = await company.as('camille').put(`/rdvs/debrief/${String(rdv.IDRDV)}`, debrief)
      expect([filled.status, debriefed.status]).toEqual([201, 200])
      for (const time of [filled.data.DATE_SOUMISSION, debriefed.data.DEBRIEF_LE] as string[]) {
        expect(time === said).toBe(kept)
        expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
      }
    }
    // No calendar has them.
    for (const said of ['0000-05-05T00:00:00.000Z', '9999-12-31T23:30:00.000Z']) {
      const report = { IDRAPPORT: rapport.data.id, DATE_SOUMISSION: said }
      expect((await company.as('theo').post('/report/submission', report)).status).toBe(422)
      expect((await company.as('camille').put(`/rdvs/${String(rdv.IDRDV)}`, { DEBRIEF_LE: said })).status).toBe(422)
    }
  })
})

describeContract('commands', (server) => {
  it('[CAL-09] debriefs an appointment in the name of the caller, with a motive of the category', async () => {
    const company = await server().company()
    const rdv = await newRdv(company.as('camille'), { IDPERSONNELS: ['camille', 'marc'] })
    const at = `/rdvs/debrief/${String(rdv.IDRDV)}`
    const wrong = await company.as('marc').put(at, { DEBRIEF_CATEGORIE: 4, IDRDV_DEBRIEF: 'motif-absent' })
    expect([wrong.status, Object.keys(wrong.body.errors as Values)]).toEqual([422, ['IDRDV_DEBRIEF']])
    const done = await company.as('marc').put(at, {
      DEBRIEF_CATEGORIE: 4,
      IDRDV_DEBRIEF: 'motif-signe',
      DEBRIEF_COMMENTAIRE: 'Signé à table',
      DEBRIEF_LE: '2026-11-23T09:30:00.000Z',
      DEBRIEF_PAR: 'camille',
    })
    expect(done.data).toMatchObject({
      DEBRIEF_CATEGORIE: 4,
      IDRDV_DEBRIEF: 'motif-signe',
      DEBRIEF_PAR: 'marc',
      DEBRIEF_LE: '2026-11-23T09:30:00.000Z',
    })
    expect((await company.as('marc').put(at, { DEBRIEF_CATEGORIE: 1, RDV_OBJET: 'x' })).status).toBe(422)
    expect((await company.as('marc').put(at, {})).status).toBe(422)
    expect((await company.as('alice').put(at, { DEBRIEF_CATEGORIE: 1 })).status).toBe(403)
  })

  it('[CAL-09] a debrief made without a signal is accepted whatever directors do to its motive meanwhile', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const rdv = await newRdv(company.as('camille'))
    const moved = await diane.put('/datacache/motif-signe', { TYPE_MOTIF: 3 }, { base: { TYPE_MOTIF: 4 }, seen: 1 })
    expect([moved.status, Object.keys(moved.body.errors as Values)]).toEqual([422, ['TYPE_MOTIF']])
    await diane.put('/datacache/motif-signe', { LIBELLE: 'Signé', TYPE_MOTIF: 4, ARCHIVE: 1 })
    const late = await company
      .as('camille')
      .put(
        `/rdvs/debrief/${String(rdv.IDRDV)}`,
        { DEBRIEF_CATEGORIE: 4, IDRDV_DEBRIEF: 'motif-signe', DEBRIEF_LE: '2026-11-23T09:30:00.000Z' },
        { base: { DEBRIEF_CATEGORIE: 0, IDRDV_DEBRIEF: null, DEBRIEF_LE: null }, seen: 1 },
      )
    expect([late.status, late.data]).toMatchObject([200, { DEBRIEF_CATEGORIE: 4, IDRDV_DEBRIEF: 'motif-signe' }])
  })

  it('[CAL-09] [MERGE-2] of two concurrent debriefs, one wins completely', async () => {
    const company = await server().company()
    const rdv = await newRdv(company.as('camille'), { IDPERSONNELS: ['camille', 'marc'] })
    const at = `/rdvs/debrief/${String(rdv.IDRDV)}`
    const base = { DEBRIEF_CATEGORIE: 0, IDRDV_DEBRIEF: null }
    const sold = { DEBRIEF_CATEGORIE: 4, IDRDV_DEBRIEF: 'motif-signe' }
    const absent = { DEBRIEF_CATEGORIE: 1, IDRDV_DEBRIEF: 'motif-absent' }
    await company.as('camille').put(at, sold, { base, seen: 1, counter: 3 })
    const lost = await company.as('marc').put(at, absent, { base, seen: 1, counter: 2 })
    expect(lost.data).toMatchObject({ ...sold, DEBRIEF_PAR: 'camille' })
    expect(lost.body.conflits).toMatchObject([{ PERDU: absent, GARDE: sold, PERDU_PAR: 'marc', GARDE_PAR: 'camille' }])
  })

  it('[ENT-07] cancels a project with its reason and the day, by POST and by the guarded GET', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const [one, two] = [await newProjet(camille), await newProjet(camille)]
    const done = await camille.post(`/projets/${String(one.IDPROJET)}/cancel`, { ID_MOTIF_SANS_SUITE: 'trop-cher' })
    expect([done.status, done.data.ID_MOTIF_SANS_SUITE]).toEqual([200, 'trop-cher'])
    expect(done.data.DATE_SANS_SUITE).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await camille.post(`/projets/${String(two.IDPROJET)}/cancel`, {})).status).toBe(422)
    const path = `/projets/${String(two.IDPROJET)}/cancel?ID_MOTIF_SANS_SUITE=trop-cher`
    const guards = [{ 'sec-fetch-mode': 'navigate' }, { 'sec-purpose': 'prefetch' }, { 'sec-fetch-site': 'cross-site' }]
    for (const headers of guards) expect((await camille.get(path, headers)).status).toBe(403)
    expect((await camille.get(path)).data).toMatchObject({ ID_MOTIF_SANS_SUITE: 'trop-cher' })
    expect((await company.as('marc').get(path)).status).toBe(403)
  })
})

describeContract('deletion', (server) => {
  it('refuses to delete a client with projects', async () => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const at = `/clients/${String(projet.IDCLIENT)}`
    const refused = await company.as('alice').del(at)
    expect([refused.status, refused.code]).toEqual([422, 'VALIDATION_ERROR'])
    await company.as('alice').del(`/projets/${String(projet.IDPROJET)}`)
    expect((await company.as('alice').del(at)).status).toBe(204)
  })

  it('deletes a project with its dependents', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const projet = await newProjet(camille)
    const rdv = await newRdv(camille, { IDPROJET: projet.IDPROJET })
    const devis = await newDevis(camille, projet)
    const intervention = await newIntervention(company.as('alice'), projet)
    const since = (await camille.pull('/rdvs')).checkpoint
    expect((await company.as('alice').del(`/projets/${String(projet.IDPROJET)}`)).status).toBe(204)
    for (const path of [`/rdvs/${String(rdv.IDRDV)}`, `/devis/${String(devis.IDDEVIS)}`]) {
      expect((await camille.get(path)).status).toBe(404)
    }
    expect((await company.as('alice').get(`/interventions/${String(intervention.IDINTERVENTION)}`)).status).toBe(404)
    expect((await camille.pull('/rdvs', since)).rows).toMatchObject([{ IDRDV: rdv.IDRDV, _deleted: true }])
  })
})
