import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { saveCredential } from '../../server/accounts/credentials.ts'
import { type ContractApp, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newAdresse, newDevis, newId, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'
import { png } from '../support/sample-files.ts'
import {
  anonymous,
  type Customer,
  givenQuote,
  newCustomer,
  plantFile,
  setQuote,
  signedQuote,
  TRANSMITTED,
  WITH_OUTBOX,
} from '../support/space.ts'

const SECRET = 'client difficile'

/** A customer with one record of every kind; internal texts contain SECRET. */
async function wholeCustomer(server: ContractApp, company: ContractCompany) {
  const adresse = await newAdresse(company.as('camille'), { CODE_POSTAL: '69003' })
  const customer = await newCustomer(server, company, {
    IDADRESSE: adresse.IDADRESSE,
    IDAGENCE: 'lyon',
    OBSERVATIONS: SECRET,
  })
  const projet = await newProjet(company.as('camille'), {
    IDCLIENT: customer.id,
    DESCRIPTION: 'Fenêtres',
    ADRESSE_CHANTIER: adresse.IDADRESSE,
  })
  const rdv = await newRdv(company.as('camille'), {
    IDPROJET: projet.IDPROJET,
    IDADRESSE: adresse.IDADRESSE,
    IDNATURE_RDV: 'nature-com',
    IDPERSONNELS: ['camille'],
    OBSERVATIONS: SECRET,
  })
  const past = { RDV_DEBUT: '2026-01-05 09:00', RDV_FIN: '2026-01-05 10:00' }
  const debriefed = await newRdv(company.as('camille'), {
    ...past,
    IDPROJET: projet.IDPROJET,
    IDPERSONNELS: ['camille'],
  })
  await company.as('camille').put(`/rdvs/debrief/${debriefed.IDRDV}`, {
    DEBRIEF_CATEGORIE: 1,
    IDRDV_DEBRIEF: 'motif-absent',
    DEBRIEF_COMMENTAIRE: SECRET,
  })
  const devis = await newDevis(company.as('camille'), projet, {
    DATE_EDITION: '2026-01-05',
    DATE_VALIDITE: '2999-12-31',
  })
  const draft = await newDevis(company.as('camille'), projet)
  await setQuote(server, company, devis.IDDEVIS as string, { DATE_TRANSMISSION: '2026-01-06T09:00:00.000Z' })
  const intervention = await newIntervention(company.as('alice'), projet, {
    NOTES: [{ id: 'n1', TEXTE: SECRET, LE: '2026-01-06T09:00:00.000Z', IDPERSONNEL: 'theo' }],
    IDINTERVENTION_PLANNING: [{ id: 'p1', IDPERSONNEL: 'theo', DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 12:00' }],
  })
  return { customer, projet, rdv, debriefed, devis, draft, intervention }
}

const READS = (ids: { projet: Values; devis: Values }): string[] => [
  '/space/client',
  '/space/rdv',
  '/space/devis_attente',
  '/space/project',
  `/space/project/${ids.projet.IDPROJET}`,
  `/space/project/${ids.projet.IDPROJET}/files`,
  `/space/devis/${ids.devis.IDDEVIS}`,
  `/space/devis/${ids.devis.IDDEVIS}/files`,
  `/space/devis/${ids.devis.IDDEVIS}/evidence`,
  '/space/commande',
  '/space/intervention',
]

/** Every call that names a quote or a project. */
const byId = (customer: Customer, devis: string, projet: string) => [
  customer.caller.get(`/space/project/${projet}`),
  customer.caller.get(`/space/project/${projet}/files`),
  customer.caller.get(`/space/devis/${devis}`),
  customer.caller.get(`/space/devis/${devis}/files`),
  customer.caller.get(`/space/devis/${devis}/evidence`),
  customer.caller.get(`/space/commande/${devis}`),
  customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: devis }),
  customer.caller.post('/sms/otp/verify', { IDDEVIS: devis, challenge: 'x', CODE: '000000' }),
  customer.caller.post(`/space/devis/${devis}/sign`, {
    NOM_SIGNATAIRE: 'Moi',
    consent: true,
    sha256: '0'.repeat(64),
    challenge: 'x',
    CODE: '000000',
  }),
  customer.caller.post(`/space/devis/${devis}/refuse`, {}),
  customer.caller.post(`/space/devis/${devis}/withdrawal`, { step: 'declare' }),
  customer.caller.post('/devis_consultation', { IDDEVIS: devis }),
  customer.caller.post('/space/mail/send', { type: 'apres_vente', MESSAGE: 'Bonjour', IDDEVIS: devis }),
  customer.caller.post('/space/mail/send', { type: 'apres_vente', MESSAGE: 'Bonjour', IDPROJET: projet }),
]

describeContract(
  'what a customer reads',
  (server) => {
    it('[SPA-02] [SPA-04] the signed PV of works without a quote is among the documents of the project and of its order, for their customer alone', async () => {
      const company = await server().company()
      const [customer, other] = [await newCustomer(server(), company), await newCustomer(server(), company)]
      const order = await signedQuote(server(), company, customer)
      const IDPROJET = (await company.as('camille').get(`/devis/${order}`)).data.IDPROJET as string
      const pending = (await newDevis(company.as('camille'), { IDPROJET, IDCLIENT: customer.id })).IDDEVIS as string
      await setQuote(server(), company, pending, { DATE_TRANSMISSION: TRANSMITTED })
      const filesOf = async (path: string, who = customer): Promise<unknown> => {
        const { status, list } = await who.caller.get(`${path}/files`)
        return status === 200 ? list.map(({ NOM }) => NOM) : status
      }
      /** Works without a quote whose PV the customer signs on site. @returns their id */
      const accepted = async (at: string): Promise<string> => {
        const planning = { id: 'p1', IDPERSONNEL: 'theo', DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 17:00' }
        const works = await newIntervention(
          company.as('alice'),
          { IDPROJET: at },
          { IDINTERVENTION_PLANNING: [planning] },
        )
        const SIGNATURE = `data:image/png;base64,${png('signature').toString('base64')}`
        const body = { NOM_SIGNATAIRE: 'Marie Durand', SIGNATURE, RESERVES: [] }
        const made = await company.as('theo').post(`/intervention/${works.IDINTERVENTION}/pdf`, body)
        expect(made.status).toBe(201)
        // What the company keeps about the works is not for their customer.
        for (const ORIGINE of ['photo', 'photo_apres', 'document'] as const)
          await plantFile(server(), company, {
            RESSOURCE: 'intervention',
            IDENREGISTREMENT: String(works.IDINTERVENTION),
            IDPROJET: at,
            ORIGINE,
            NOM: `${ORIGINE}.pdf`,
          })
        return String(works.IDINTERVENTION)
      }
      for (const ORIGINE of ['photo', 'document'] as const)
        await plantFile(server(), company, {
          RESSOURCE: 'devis',
          IDENREGISTREMENT: order,
          IDPROJET,
          ORIGINE,
          NOM: `${ORIGINE} du devis.pdf`,
        })
      await accepted(IDPROJET)
      expect(await filesOf(`/space/devis/${order}`)).toEqual(['PV de réception.pdf'])
      expect(await filesOf(`/space/project/${IDPROJET}`)).toEqual(['PV de réception.pdf'])
      // Not of a quote that waits for an answer.
      expect(await filesOf(`/space/devis/${pending}`)).toEqual([])
      expect(await filesOf(`/space/project/${IDPROJET}`, other)).toBe(404)
      // A project without any quote: after-sales.
      const { IDPROJET: repair } = await newProjet(company.as('camille'), { IDCLIENT: customer.id, TYPE_PROJET: 1 })
      const ofRepair = await accepted(String(repair))
      expect(await filesOf(`/space/project/${repair}`)).toEqual(['PV de réception.pdf'])
      const [file] = (await customer.caller.get(`/space/project/${repair}/files`)).list
      const bytes = await server().app.inject({ method: 'GET', url: String(file?.url) })
      expect([bytes.statusCode, bytes.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
      // Deleted works take their PV along, and a deleted file is nobody's to read.
      const paper = {
        RESSOURCE: 'devis',
        IDENREGISTREMENT: order,
        IDPROJET,
        ORIGINE: 'devis',
        NOM: 'Devis.pdf',
      } as const
      const IDFICHIER = await plantFile(server(), company, paper)
      expect(await filesOf(`/space/devis/${order}`)).toEqual(
        expect.arrayContaining(['Devis.pdf', 'PV de réception.pdf']),
      )
      await server().db.inTenant(company.id, async (tx) => {
        await sql`update intervention set deleted = true, seq = take_seq(1)
          where "IDINTERVENTION" = ${ofRepair}`.execute(tx)
        await sql`update fichier set deleted = true, seq = take_seq(1) where "IDFICHIER" = ${IDFICHIER}`.execute(tx)
      })
      expect(await filesOf(`/space/project/${repair}`)).toEqual([])
      expect(await filesOf(`/space/devis/${order}`)).toEqual(['PV de réception.pdf'])
    })

    it('[API-10] [AUT-11] a customer reads themselves, their projects, quotes and appointments, their salesperson and their agency', async () => {
      const company = await server().company()
      const { customer, projet, devis, intervention } = await wholeCustomer(server(), company)
      const me = await customer.caller.get('/space/client')
      expect(me.data).toMatchObject({
        IDCLIENT: customer.id,
        NOM: customer.record.NOM,
        adresse: { CODE_POSTAL: '69003' },
        commercial: { NOM: 'camille', MAIL: 'camille@example.com' },
        agence: { NOM_AGENCE: 'lyon' },
      })
      const rdvs = await customer.caller.get('/space/rdv')
      expect(rdvs.list.map((rdv) => rdv.RDV_DEBUT)).toEqual(['2026-01-05 09:00', '2026-11-23 09:00'])
      expect(rdvs.list[1]).toMatchObject({ nature: { CODE: 'Com' }, personnes: [{ NOM: 'camille' }] })
      const waiting = await customer.caller.get('/space/devis_attente')
      expect(waiting.list).toMatchObject([{ IDDEVIS: devis.IDDEVIS, etat: 'attente', isPublicDevis: true }])
      const projects = await customer.caller.get('/space/project')
      expect(projects.list).toMatchObject([
        { IDPROJET: projet.IDPROJET, DESCRIPTION: 'Fenêtres', etatProjet: { title: 'Devis prêt' } },
      ])
      const project = await customer.caller.get(`/space/project/${projet.IDPROJET}`)
      expect(project.data).toMatchObject({
        adresse: { VILLE: 'Lyon' },
        responsable: { NOM: 'camille' },
        devis: [{ IDDEVIS: devis.IDDEVIS }],
        interventions: [{ IDINTERVENTION: intervention.IDINTERVENTION, personnes: [{ NOM: 'theo' }], termine: false }],
      })
      const quote = await customer.caller.get(`/space/devis/${devis.IDDEVIS}`)
      expect(quote.data).toMatchObject({
        NET_HT: 20_000,
        PRIX_TTC: 22_000,
        TVA: [{ TAUX: 1000, BASE_HT: 20_000, MONTANT: 2000 }],
        client: { NOM: customer.record.NOM },
        chantier: { VILLE: 'Lyon' },
        retractation: null,
      })
    })

    it('[API-10] a customer of nobody yet, as the website makes them, reads who has their project, and that agency', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { IDPERSONNEL: null, IDAGENCE: null })
      await newProjet(company.as('camille'), { IDCLIENT: customer.id, IDAGENCE: 'lyon' })
      const me = await customer.caller.get('/space/client')
      expect(me.data).toMatchObject({ commercial: { NOM: 'camille' }, agence: { NOM_AGENCE: 'lyon' } })
    })

    it('[API-10] an order is followed step by step, with the dates of its works', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const { data: devis } = await company.as('camille').get(`/devis/${id}`)
      await newIntervention(company.as('alice'), devis, {
        IDDEVIS: id,
        RDV_DEBUT: '2999-01-05 08:00',
        RDV_FIN: '2999-01-06 17:00',
      })
      const { list } = await customer.caller.get('/space/commande')
      expect(list).toMatchObject([
        {
          IDDEVIS: id,
          etat: 'signe',
          etapes: [
            { code: 'signature', done: true },
            { code: 'metre', done: true },
            { code: 'planification', done: true, date: '2999-01-05 08:00' },
            { code: 'travaux', done: false },
            { code: 'fin', done: false, date: null },
          ],
          interventions: [{ RDV_DEBUT: '2999-01-05 08:00' }],
        },
      ])
      expect((await customer.caller.get(`/space/commande/${id}`)).data).toEqual(list[0])
      expect((await customer.caller.get('/space/devis_attente')).list).toEqual([])
    })

    it('[SPA-02 appointments] works say where they are: at the site of their project, else at home', async () => {
      const company = await server().company()
      const [camille, alice] = [company.as('camille'), company.as('alice')]
      const { IDADRESSE } = await newAdresse(camille, { CODE_POSTAL: '69003' })
      const customer = await newCustomer(server(), company, { IDADRESSE })
      const siteOf = async (VILLE: string) => {
        const site = await newAdresse(camille, { ADRESSE: '8 rue A', CODE_POSTAL: '44000', VILLE })
        const more = { IDCLIENT: customer.id, TYPE_PROJET: 1, IDRESPONSABLEPROJET: 'camille' }
        return newIntervention(alice, await newProjet(camille, { ...more, ADRESSE_CHANTIER: site.IDADRESSE }))
      }
      const nantes = await siteOf('Nantes')
      const rennes = await siteOf('Rennes')
      const home = await newIntervention(
        alice,
        await newProjet(camille, { IDCLIENT: customer.id, TYPE_PROJET: 1, IDRESPONSABLEPROJET: 'camille' }),
      )
      const { list } = await customer.caller.get('/space/intervention')
      const placeOf = ({ IDINTERVENTION: id }: Values) => list.find((one) => one.IDINTERVENTION === id)?.adresse
      expect([placeOf(nantes), placeOf(rennes)]).toEqual(
        ['Nantes', 'Rennes'].map((VILLE) => ({ ADRESSE: '8 rue A', CODE_POSTAL: '44000', VILLE })),
      )
      expect(placeOf(home)).toMatchObject({ CODE_POSTAL: '69003' })
    })

    it('[SPA-02 appointments] each planned time of works has the name that it has in the staff’s feed', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const projet = await newProjet(company.as('camille'), { IDCLIENT: customer.id })
      const day = today('Europe/Paris')
      const planned = [1, 2, 10].map((days) => ({
        id: `p${days}`,
        IDPERSONNEL: 'theo',
        DEBUT: `${addDays(day, days)} 08:00`,
        FIN: `${addDays(day, days)} 17:00`,
      }))
      await newIntervention(company.as('alice'), projet, {
        RDV_DEBUT: planned[0]?.DEBUT,
        RDV_FIN: planned[2]?.FIN,
        IDINTERVENTION_PLANNING: planned,
      })
      const [works] = (await customer.caller.get('/space/intervention')).list
      const times = works?.planning as Record<'DEBUT' | 'FIN' | 'UID', string>[]
      expect(times.map(({ DEBUT, FIN }) => [DEBUT, FIN])).toEqual(planned.map(({ DEBUT, FIN }) => [DEBUT, FIN]))
      await server().db.inTenant(company.id, (tx) =>
        saveCredential(tx, { id: 'theo', mail: `${newId('theo')}@example.com`, passwordHash: 'x' }),
      )
      const { data } = await company.as('theo').post('/ics/token', undefined)
      const feed = await server().app.inject({ url: new URL(String(data.url)).pathname })
      const names = [...feed.body.replace(/\r\n[ \t]/g, '').matchAll(/^UID:(\S+)/gm)].map(([, uid]) => uid)
      expect(times.map(({ UID }) => UID).sort()).toEqual(names.sort())
    })

    it('[SPA-02 appointments] an appointment says where it is: at its own address, else at the site, else at home', async () => {
      const company = await server().company()
      const camille = company.as('camille')
      const addressIn = async (VILLE: string) => (await newAdresse(camille, { VILLE })).IDADRESSE
      const customer = await newCustomer(server(), company)
      const rdvOf = async (project: Values, own: Values = {}) => {
        const projet = await newProjet(camille, { IDCLIENT: customer.id, ...project })
        return newRdv(camille, {
          IDPROJET: projet.IDPROJET,
          RDV_DEBUT: '2999-01-04 10:00',
          RDV_FIN: '2999-01-04 11:00',
          ...own,
        })
      }
      const site = { ADRESSE_CHANTIER: await addressIn('Nantes') }
      const rdvs = [await rdvOf(site, { IDADRESSE: await addressIn('Rennes') }), await rdvOf(site), await rdvOf({})]
      const places = async () => {
        const { list } = await customer.caller.get('/space/rdv')
        const cities = new Map(list.map(({ IDRDV, adresse }) => [IDRDV, (adresse as Values | null)?.VILLE]))
        return rdvs.map(({ IDRDV }) => cities.get(IDRDV))
      }
      expect(await places()).toEqual(['Rennes', 'Nantes', undefined])
      // The address comes the day after the visit was made.
      await camille.put(`/clients/${customer.id}`, { IDADRESSE: await addressIn('Brest') })
      expect(await places()).toEqual(['Rennes', 'Nantes', 'Brest'])
    })

    it('[SPA-02 appointments] gives the works to come, an after-sales visit too, and none of what was stopped', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const of = { IDCLIENT: customer.id }
      const alice = company.as('alice')
      const visitOf = async (more: Values) =>
        newIntervention(alice, await newProjet(company.as('camille'), { ...of, ...more }))
      const afterSales = await visitOf({ TYPE_PROJET: 1, IDRESPONSABLEPROJET: 'camille' })
      await visitOf({ DATE_SANS_SUITE: '2026-11-20' })
      const quote = await newDevis(company.as('camille'), await newProjet(company.as('camille'), of))
      const works = await newIntervention(alice, quote, { IDDEVIS: quote.IDDEVIS })
      const seen = async () =>
        (await customer.caller.get('/space/intervention')).list.map((one) => one.IDINTERVENTION).sort()
      // The works of a quote are of an order once it is signed, and of none once it is cancelled.
      expect(await seen()).toEqual([afterSales.IDINTERVENTION])
      await setQuote(server(), company, String(quote.IDDEVIS), {
        DEVIS_SIGNE: 1,
        DATE_SIGNATURE: '2026-11-21T10:00:00.000Z',
      })
      expect(await seen()).toEqual([afterSales.IDINTERVENTION, works.IDINTERVENTION].sort())
      await setQuote(server(), company, String(quote.IDDEVIS), { REFUSE: 1, DATE_REFUSE: '2026-11-22T10:00:00.000Z' })
      expect(await seen()).toEqual([afterSales.IDINTERVENTION])
    })

    it('[AUT-11] [SEC] internal data is never sent: observations, debrief, notes, drafts, motives, other staff', async () => {
      const company = await server().company()
      const ids = await wholeCustomer(server(), company)
      const { customer, projet, debriefed, devis, intervention } = ids
      const order = await signedQuote(server(), company, customer)
      const help = { type: 'apres_vente', MESSAGE: 'Une fenêtre ferme mal.' }
      const asked = (await customer.caller.post('/space/mail/send', help)).data.id
      // Colleagues who meet the customer nowhere: they wrote, called, debriefed, took the request and answered it.
      const LE = '2026-01-07T09:00:00.000Z'
      const notes = [{ id: 'n1', TEXTE: SECRET, LE, IDPERSONNEL: 'zoe' }]
      const journal = [{ id: 'a1', GENRE: 'appel', LE: '2026-01-07 10:00', AUTEUR: 'zoe', IDPERSONNEL: 'zoe' }]
      const reminders = [{ id: 'r1', LE, CANAL: 'telephone', IDPERSONNEL: 'zoe' }]
      const answers = [{ id: 'r1', LE, CANAL: 'mail', TEXTE: 'Nous passons lundi.', IDPERSONNEL: 'zoe' }]
      await server().db.inTenant(company.id, async (tx) => {
        const set = (table: string, id: Values, values: Values) => {
          const sets = Object.entries(values).map(([name, value]) => {
            const kept = typeof value === 'string' ? sql`${value}` : sql`${JSON.stringify(value)}::jsonb`
            return sql`${sql.ref(name)} = ${kept}`
          })
          const [[key, value] = []] = Object.entries(id)
          return sql`update ${sql.table(table)} set ${sql.join([...sets, sql`seq = take_seq(1)`])}
            where ${sql.ref(String(key))} = ${value}`.execute(tx)
        }
        await set('intervention', { IDINTERVENTION: intervention.IDINTERVENTION }, { NOTES: notes })
        await set('client', { IDCLIENT: customer.id }, { JOURNAL: journal })
        await set('projet', { IDPROJET: projet.IDPROJET }, { JOURNAL: journal })
        await set('rdv', { IDRDV: debriefed.IDRDV }, { DEBRIEF_PAR: 'bruno' })
        await set('devis', { IDDEVIS: devis.IDDEVIS }, { RELANCES: reminders })
        await set('demande', { id: asked }, { PRISE_PAR: 'bruno', REPONSES: answers })
      })
      const ofOrder = ['', '/files', '/evidence'].map((more) => `/space/devis/${order}${more}`)
      for (const path of [...READS(ids), ...ofOrder, `/space/commande/${order}`, '/space/requests']) {
        const { status, body } = await customer.caller.get(path)
        const text = JSON.stringify(body)
        expect([path, status]).toEqual([path, 200])
        if (path === '/space/commande' || path === '/space/requests') expect(body.data).toHaveLength(1)
        for (const hidden of [
          SECRET,
          'OBSERVATIONS',
          'DEBRIEF',
          'NOTES',
          'viewer',
          'VERSION',
          'bruno',
          'zoe',
          'colin',
          ids.draft.IDDEVIS,
        ])
          expect([path, hidden, text.includes(hidden as string)]).toEqual([path, hidden, false])
      }
      expect((await customer.caller.get(`/space/devis/${ids.draft.IDDEVIS}`)).status).toBe(404)
    })

    it('[API-10] what the office has deleted is no longer their customer’s to read: appointment, works, quote and its link, project', async () => {
      const company = await server().company()
      const { customer, projet, rdv, devis, intervention } = await wholeCustomer(server(), company)
      const { caller } = customer
      const [camille, alice] = [company.as('camille'), company.as('alice')]
      const { token } = (await camille.post(`/devis/${devis.IDDEVIS}/public_link`, undefined)).data
      const byLink = () => anonymous(server(), company).post('/space/login_public', { token })
      const link = callerOf(server().app, (await byLink()).data.token as string)
      const project = `/space/project/${projet.IDPROJET}`
      const quote = `/space/devis/${devis.IDDEVIS}`
      const idsAt = async (path: string, name: string) => (await caller.get(path)).list.map((one) => one[name])
      const inProject = async (name: string) => (await caller.get(project)).data[name] as Values[]
      const seen = async () => ({
        rdvs: [await idsAt('/space/rdv', 'IDRDV'), (await inProject('rdvs')).map((one) => one.IDRDV)].map((ids) =>
          ids.includes(rdv.IDRDV),
        ),
        works: [
          await idsAt('/space/intervention', 'IDINTERVENTION'),
          (await inProject('interventions')).map((one) => one.IDINTERVENTION),
        ].map((ids) => ids.includes(intervention.IDINTERVENTION)),
        quotes: [
          await idsAt('/space/devis_attente', 'IDDEVIS'),
          (await inProject('devis')).map((one) => one.IDDEVIS),
        ].map((ids) => ids.includes(devis.IDDEVIS)),
        quote: [(await caller.get(quote)).status, (await link.get(quote)).status, (await byLink()).status],
      })
      const all = { rdvs: [true, true], works: [true, true], quotes: [true, true], quote: [200, 200, 200] }
      expect(await seen()).toEqual(all)
      expect((await camille.del(`/rdvs/${rdv.IDRDV}`)).status).toBe(204)
      expect(await seen()).toEqual({ ...all, rdvs: [false, false] })
      expect((await alice.del(`/interventions/${intervention.IDINTERVENTION}`)).status).toBe(204)
      expect(await seen()).toEqual({ ...all, rdvs: [false, false], works: [false, false] })
      expect((await camille.del(`/devis/${devis.IDDEVIS}`)).status).toBe(204)
      const none = { rdvs: [false, false], works: [false, false], quotes: [false, false], quote: [404, 404, 404] }
      expect(await seen()).toEqual(none)
      // The project stays, and promises no quote any more.
      expect((await caller.get('/space/project')).list).toMatchObject([
        { IDPROJET: projet.IDPROJET, etatProjet: { title: 'Nouveau projet' } },
      ])
      expect((await alice.del(`/projets/${projet.IDPROJET}`)).status).toBe(204)
      expect(await idsAt('/space/project', 'IDPROJET')).toEqual([])
      expect([(await caller.get(project)).status, (await caller.get(`${project}/files`)).status]).toEqual([404, 404])
      // The appointment that took place went with its project.
      expect(await idsAt('/space/rdv', 'IDRDV')).toEqual([])
    })

    it("[AUT-11] [SEC] another customer's ids, and another company's, are answered as missing on every route", async () => {
      const company = await server().company()
      const other = await server().company()
      const { devis, projet } = await wholeCustomer(server(), company)
      const neighbour = await newCustomer(server(), company)
      const foreigner = await newCustomer(server(), other)
      for (const stranger of [neighbour, foreigner]) {
        const theirs = await Promise.all(byId(stranger, devis.IDDEVIS as string, projet.IDPROJET as string))
        const missing = await Promise.all(byId(stranger, newId('rien'), newId('rien')))
        expect(theirs.map(({ status, body }) => [status, body])).toEqual(missing.map(({ body }) => [404, body]))
        for (const path of [
          '/space/rdv',
          '/space/devis_attente',
          '/space/project',
          '/space/commande',
          '/space/intervention',
        ])
          expect([path, (await stranger.caller.get(path)).list]).toEqual([path, []])
      }
    })

    it('[AUT-11] [AUT-10] [SEC] staff have no space, customers no manager area, and nobody has either without a session', async () => {
      const company = await server().company()
      const ids = await wholeCustomer(server(), company)
      const devis = ids.devis.IDDEVIS as string
      for (const path of READS(ids)) {
        expect([path, (await company.as('camille').get(path)).status]).toEqual([path, 403])
        const nobody = await server().app.inject({ url: `/api${path}`, headers: { 'company-key': company.id } })
        expect([path, nobody.statusCode]).toEqual([path, 401])
      }
      for (const path of [
        '/clients',
        '/projets',
        `/devis/${devis}`,
        '/rdvs',
        '/datacache',
        `/devis/${devis}/evidence`,
        `/devis_consultation?IDDEVIS=${devis}`,
      ])
        expect([path, (await ids.customer.caller.get(path)).status]).toEqual([path, 403])
      const rights = { PORTABLE: '0639980000' }
      expect((await ids.customer.caller.put(`/clients/${ids.customer.id}`, rights)).status).toBe(403)
    })

    it("[API-04] a customer's view is noted and dates the quote; a member of the staff reads the views and makes none", async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const list = () => company.as('camille').get(`/devis_consultation?IDDEVIS=${id}`)
      expect((await company.as('camille').post('/devis_consultation', { IDDEVIS: id })).data).toEqual({
        DATE_CONSULTATION: null,
      })
      expect((await list()).list).toEqual([])
      const first = await customer.caller.post('/devis_consultation', { IDDEVIS: id })
      expect((await company.as('camille').get(`/devis/${id}`)).data.DATE_CONSULTATION).toBe(
        first.data.DATE_CONSULTATION,
      )
      // A reload counts as no second view and changes nothing for devices.
      const { headers } = await company.as('camille').get(`/devis/${id}`)
      expect((await customer.caller.post('/devis_consultation', { IDDEVIS: id })).data).toEqual(first.data)
      expect((await company.as('camille').get(`/devis/${id}`)).headers.etag).toBe(headers.etag)
      expect((await list()).list).toMatchObject([{ IDDEVIS: id, IDCLIENT: customer.id, origine: 'espace' }])
      expect((await company.as('bruno').get(`/devis_consultation?IDDEVIS=${id}`)).status).toBe(404)
      expect((await company.as('bruno').post('/devis_consultation', { IDDEVIS: id })).status).toBe(404)
    })

    it('[API-04] [DAY-07 notices] what was read is not said of other lines, and their first view is told; views and openings stay', async () => {
      const company = await server().company()
      const camille = company.as('camille')
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const at = `/devis/${id}`
      const views = async () => (await camille.get(`/devis_consultation?IDDEVIS=${id}`)).list.length
      /** Notices that nobody has read yet, which are read then. */
      const told = async (): Promise<number> => {
        const { rows } = await server().db.inTenant(company.id, (tx) =>
          sql`update notification set "LU" = 1, seq = take_seq(1) where company_id = ${company.id}
            and "TYPE" = 'devis_ouvert' and "IDENREGISTREMENT" = ${id} and "LU" = 0 returning id`.execute(tx),
        )
        return rows.length
      }
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into message (id, company_id, key, channel, recipient, payload, status, resource, record_id, created_at)
          values (${newId('m')}, ${company.id}, ${`mail:devis_transmis:${id}`}, 'mail', 'lea@example.com', '{}', 'sent', 'devis', ${id},
            now() - interval '1 hour')`.execute(tx),
      )
      const opened = async () => ((await camille.get(`${at}/envois`)).data.data as Values[])[0]?.OUVERT_LE
      const view = () => customer.caller.post('/devis_consultation', { IDDEVIS: id })
      const first = (await view()).data.DATE_CONSULTATION
      const { NUMERO_DEVIS, OBJET } = (await camille.get(at)).data
      // Other words than its lines change nothing of what was read.
      expect((await camille.put(at, { OBJET: `${String(OBJET)} bis` })).data.DATE_CONSULTATION).toBe(first)
      const LIGNE = { id: 'l', LIBELLE: 'Porte', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 30_000, TAUX_TVA: 1000 }
      const changed = (await camille.put(at, { LIGNES: [LIGNE] })).data
      expect([changed.DATE_CONSULTATION, changed.NUMERO_DEVIS]).toEqual([null, NUMERO_DEVIS])
      expect([await views(), await told(), await opened()]).toEqual([1, 1, expect.any(String)])
      const again = (await view()).data.DATE_CONSULTATION
      expect(again).not.toBeNull()
      expect((await camille.get(at)).data.DATE_CONSULTATION).toBe(again)
      expect([await views(), await told()]).toEqual([2, 1])
    })

    it('[API-10] a request of the customer is kept and mailed to the company, as text, once per key', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { NOM: 'Durand\r\nBcc: tous@example.com' })
      const send = (body: Values, key?: string) =>
        customer.caller.post('/space/mail/send', body, key === undefined ? {} : { key })
      const FILLEUL = { NOM: '<b>Martin</b>', PORTABLE: '0639980000' }
      const first = await send({ type: 'parrain', MESSAGE: '<script>alert(1)</script>', FILLEUL }, 'une-fois')
      expect(first.status).toBe(201)
      expect((await send({ type: 'parrain', MESSAGE: '<script>alert(1)</script>', FILLEUL }, 'une-fois')).data).toEqual(
        first.data,
      )
      const second = await send({ type: 'comptable', MESSAGE: 'Ma facture ?' })
      expect(second.status).toBe(201)
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<{
          recipient: string
          payload: { subject: string; text: string; html?: string }
        }>`select recipient, payload
          from message where channel = 'mail' order by created_at, id`.execute(tx),
      )
      expect(rows.map((row) => row.recipient)).toEqual(['camille@example.com', 'alice@example.com'])
      expect(rows[0]?.payload.subject).not.toMatch(/[\r\n]/)
      expect(rows[0]?.payload.text).toContain('<script>alert(1)</script>')
      expect(rows[0]?.payload.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(rows[0]?.payload.html).not.toMatch(/<script|<b>/)
    })

    it('[API-10] [SEC] requests of one customer are limited: the eleventh in an hour is refused', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const send = () => customer.caller.post('/space/mail/send', { type: 'comptable', MESSAGE: 'Encore' })
      const statuses = (await Promise.all(Array.from({ length: 12 }, send))).map((answer) => answer.status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    })

    it("[API-10] the contract's GETs that act do what the POSTs do, for programs only", async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const { lastCode } = await import('../support/space.ts')
      const get = (url: string, headers = {}) =>
        server().app.inject({ url: `/api${url}`, headers: { 'company-key': company.id, ...headers } })
      const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
      expect((await get(`/space/generateOtp?PORTABLE=${customer.phone}`, link)).statusCode).toBe(403)
      expect(await lastCode(server(), company, customer.phone)).toBeNull()
      const asked = await get(`/space/generateOtp?PORTABLE=${customer.phone}`)
      expect(asked.json()).toEqual({ data: { challenge: expect.any(String) } })
      const code = await lastCode(server(), company, customer.phone)
      const query = `IDCLIENT=${customer.id}&PORTABLE=${customer.phone}&CODE=${code}`
      const verified = await get(`/space/verifyOtpAndCreateToken?${query}`)
      expect(verified.json().data.tokenable_id).toBe(customer.id)
      const bearer = { authorization: `Bearer ${verified.json().data.token}` }
      await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: id })
      const CODE = await lastCode(server(), company, customer.phone)
      const sign = `/space/devis/${id}/sign?NOM_SIGNATAIRE=Marie&PORTABLE=${customer.phone}&CODE=${CODE}`
      expect((await get(sign)).statusCode).toBe(401)
      expect((await get(sign, { ...bearer, ...link })).statusCode).toBe(403)
      const signed = await get(sign, bearer)
      expect([signed.statusCode, signed.json().data.etat]).toEqual([200, 'signe'])
      const { consentement } = JSON.parse(signed.json().data.preuve.enregistrement)
      expect(consentement.forme).toBe('code')
      expect((await anonymous(server(), company).post('/space/login_public', { token: 'x' })).status).toBe(404)
    })
  },
  WITH_OUTBOX,
)
