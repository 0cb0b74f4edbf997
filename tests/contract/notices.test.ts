import { createECDH, randomBytes } from 'node:crypto'
import { decrypt } from 'http_ece'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { csvText } from '../../schemas/csv.ts'
import { addDays, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { noticeTime } from '../../schemas/rules/notices.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { VERSIONS } from '../../schemas/versions.ts'
import { webPush } from '../../server/ports/push/web-push.ts'
import { type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import { newClient, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'
import { givenQuote, messagesOf, newCustomer, signBody, signedQuote, WITH_OUTBOX } from '../support/space.ts'
import { PERSON_NAMES, type PersonName, plant } from '../support/staffed-company.ts'

const TOMORROW = { RDV_DEBUT: '2026-11-27 09:00', RDV_FIN: '2026-11-27 10:00' }

/** So many days from now, on the hour. */
const at = (days: number, hour: number): string =>
  `${addDays(today('Europe/Paris'), days)} ${String(hour).padStart(2, '0')}:00`

interface Pushed {
  title: string
  message: string
  notice: { kind: string }
}

/** Notices of one person, the oldest first: kind, record, how many, author. */
async function toldTo(company: ContractCompany, name: PersonName): Promise<unknown[][]> {
  const { list } = await company.as(name).get('/notifications')
  return list.reverse().map(({ TYPE, IDENREGISTREMENT, NOMBRE, AUTEUR }) => [TYPE, IDENREGISTREMENT, NOMBRE, AUTEUR])
}
const read = async (caller: Caller): Promise<void> => {
  for (const { id } of (await caller.get('/notifications')).list)
    expect((await caller.put(`/notifications/${id}`, { LU: 1 }, { base: { LU: 0 } })).status).toBe(200)
}

describeContract(
  'what a person is told of',
  (server) => {
    it('[DAY-07 notices] an appointment: made, moved, cancelled, by another; whoever takes part is told, the author and the others never', async () => {
      const company = await server().company()
      const alice = company.as('alice')
      const rdv = await newRdv(alice, { ...TOMORROW, IDPERSONNELS: ['alice', 'camille', 'colin'] })
      const id = rdv.IDRDV as string
      const made = ['rdv_cree', id, 1, 'alice']
      expect(await toldTo(company, 'camille')).toEqual([made])
      await alice.put(`/rdvs/${id}`, { OBSERVATIONS: 'Portail vert' }, { base: { OBSERVATIONS: null } })
      await alice.put(`/rdvs/${id}`, { RDV_DEBUT: '2026-11-27 14:00', RDV_FIN: '2026-11-27 15:00' }, { base: TOMORROW })
      const moved = ['rdv_deplace', id, 1, 'alice']
      expect(await toldTo(company, 'camille')).toEqual([made, moved])
      expect((await company.as('camille').get('/notifications')).list[0]).toMatchObject({
        DETAIL: '27/11/2026 à 14:00',
        RESSOURCE: 'rdv',
        LU: 0,
      })
      await company
        .as('camille')
        .put(`/rdvs/${id}`, { IDPERSONNELS: ['camille', 'alice'] }, { base: { IDPERSONNELS: rdv.IDPERSONNELS } })
      const gone = ['rdv_annule', id, 1, 'camille']
      expect(await toldTo(company, 'colin')).toEqual([made, moved, gone])
      await company.as('camille').del(`/rdvs/${id}`, { seen: 99 })
      expect(await toldTo(company, 'alice')).toEqual([gone])
      expect(await toldTo(company, 'camille')).toEqual([made, moved])
      for (const name of ['diane', 'zoe', 'theo'] as const) expect(await toldTo(company, name)).toEqual([])
    })

    it('[DAY-07 notices] a burst counts each record once, whatever is done to it again', async () => {
      const company = await server().company()
      const alice = company.as('alice')
      const rdvs = [1, 2, 3].map(() => newRdv(alice, { ...TOMORROW, IDPERSONNELS: ['camille'] }))
      const [one, two, three] = (await Promise.all(rdvs)).map(({ IDRDV }) => String(IDRDV))
      const camille = company.as('camille')
      await read(camille)
      let hour = 10
      const move = async (id = ''): Promise<unknown[]> => {
        hour += 1
        const to = { RDV_DEBUT: `2026-11-27 ${hour}:00`, RDV_FIN: `2026-11-27 ${hour}:30` }
        expect((await alice.put(`/rdvs/${id}`, to)).status).toBe(200)
        return (await toldTo(company, 'camille')).filter(([kind]) => kind === 'rdv_deplace').at(-1) ?? []
      }
      const several = (count: number) => ['rdv_deplace', null, count, 'alice']
      expect(await move(one)).toEqual(['rdv_deplace', one, 1, 'alice'])
      expect([await move(two), await move(one), await move(two)]).toEqual([several(2), several(2), several(2)])
      expect([await move(three), await move(one)]).toEqual([several(3), several(3)])
      // What was read is told anew.
      await read(camille)
      expect(await move(one)).toEqual(['rdv_deplace', one, 1, 'alice'])
      expect([await move(one), await move(three)]).toEqual([['rdv_deplace', one, 1, 'alice'], several(2)])
    })

    it('[DAY-07 notices] [HEAL-2] a write that is sent again after a restore makes the notice that was read before it', async () => {
      const company = await server().company()
      const [key, IDRDV] = [uuidv7(), uuidv7()]
      const body = { IDRDV, RDV_OBJET: 'Visite', ...TOMORROW, IDPERSONNELS: ['camille', 'colin'] }
      const idsOf = async (): Promise<unknown[]> => {
        expect((await company.as('alice').post('/rdvs', body, { key })).status).toBe(201)
        const lists = await Promise.all(
          (['camille', 'colin'] as const).map((name) => company.as(name).get('/notifications')),
        )
        return lists.flatMap(({ list }) => list.map(({ id }) => id))
      }
      const before = await idsOf()
      expect(new Set(before).size).toBe(2)
      // The database as it was before the write.
      await server().db.inTenant(company.id, async (tx) => {
        for (const table of ['rdv_person', 'notification', 'rdv', 'mutation'])
          await sql`delete from ${sql.table(table)} where company_id = ${company.id}`.execute(tx)
      })
      expect((await company.as('camille').get('/notifications')).list).toEqual([])
      expect(await idsOf()).toEqual(before)
    })

    it('[DAY-07 notices] a project and an intervention that are assigned, not those that somebody takes', async () => {
      const company = await server().company()
      const diane = company.as('diane')
      const projet = await newProjet(diane)
      const id = projet.IDPROJET as string
      expect(await toldTo(company, 'camille')).toEqual([])
      await diane.put(`/projets/${id}`, { IDRESPONSABLEPROJET: 'camille' }, { base: { IDRESPONSABLEPROJET: null } })
      expect(await toldTo(company, 'camille')).toEqual([['projet_affecte', id, 1, 'diane']])
      await newProjet(company.as('colin'))
      expect(await toldTo(company, 'colin')).toEqual([])
      const plan = [{ id: 'p1', IDPERSONNEL: 'theo', DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 17:00' }]
      const work = await newIntervention(diane, projet, { IDINTERVENTION_PLANNING: plan })
      expect(await toldTo(company, 'theo')).toEqual([['intervention_affectee', work.IDINTERVENTION, 1, 'diane']])
      // Whoever joins later works on another day than the first.
      const IDINTERVENTION_PLANNING = [
        ...plan,
        { id: 'p2', IDPERSONNEL: 'marc', DEBUT: '2026-11-27 14:00', FIN: '2026-11-27 17:00' },
        { id: 'p3', IDPERSONNEL: 'marc', DEBUT: '2026-11-26 14:00', FIN: '2026-11-26 17:00' },
      ]
      const edit = await diane.put(`/interventions/${work.IDINTERVENTION}`, { IDINTERVENTION_PLANNING })
      expect(edit.status).toBe(200)
      expect(await toldTo(company, 'theo')).toHaveLength(1)
      const told = (await company.as('marc').get('/notifications')).list
      expect(told.map(({ DETAIL }) => DETAIL)).toEqual(['26/11/2026 à 14:00'])
    })

    it('[DAY-07 notices] works: whoever is on them is told that their hours changed, that they are taken off, and that they are cancelled', async () => {
      const company = await server().company()
      const diane = company.as('diane')
      const slot = (id: string, IDPERSONNEL: string, day: string) => ({
        ...{ id, IDPERSONNEL },
        ...{ DEBUT: `2026-11-${day} 08:00`, FIN: `2026-11-${day} 17:00` },
      })
      const [theo, marc] = [slot('p1', 'theo', '24'), slot('p2', 'marc', '24')]
      const work = await newIntervention(diane, await newProjet(diane), { IDINTERVENTION_PLANNING: [theo, marc] })
      const id = work.IDINTERVENTION as string
      const plan = async (IDINTERVENTION_PLANNING: unknown[]): Promise<void> => {
        expect((await diane.put(`/interventions/${id}`, { IDINTERVENTION_PLANNING })).status).toBe(200)
      }
      const told = async (name: PersonName) => {
        const { list } = await company.as(name).get('/notifications')
        return list.reverse().map(({ TYPE, DETAIL }) => [TYPE, DETAIL])
      }
      const given = ['intervention_affectee', '24/11/2026 à 08:00']
      // What does not change their hours is no notice.
      expect((await diane.put(`/interventions/${id}`, { RDV_OBJET: 'Pose' })).status).toBe(200)
      await plan([slot('p3', 'theo', '24'), marc])
      expect(await told('theo')).toEqual([given])
      await plan([slot('p3', 'theo', '26'), marc])
      const moved = ['intervention_deplacee', 'déplacée au 26/11/2026 à 08:00']
      expect([await told('theo'), await told('marc')]).toEqual([[given, moved], [given]])
      await plan([marc, slot('p4', 'camille', '26')])
      const passed = ['intervention_retiree', '26/11/2026 à 08:00, confiée à un collègue']
      expect(await told('theo')).toEqual([given, moved, passed])
      await plan([marc])
      expect((await told('camille')).at(-1)).toEqual(['intervention_retiree', '26/11/2026 à 08:00'])
      expect((await company.as('diane').del(`/interventions/${id}`, { seen: 99 })).status).toBe(204)
      expect(await told('marc')).toEqual([given, ['intervention_annulee', '24/11/2026 à 08:00']])
      expect(await told('theo')).toHaveLength(3)
      expect(await told('diane')).toEqual([])
    })

    it('[DAY-07 notices] [VER-5] an app that does not know the notices of works yet is given kinds that it knows', async () => {
      const company = await server().company()
      const [diane, theo] = [company.as('diane'), company.as('theo')]
      const slot = (IDPERSONNEL: string, day: string) => ({
        ...{ id: `${IDPERSONNEL}-${day}`, IDPERSONNEL },
        ...{ DEBUT: `2026-11-${day} 08:00`, FIN: `2026-11-${day} 17:00` },
      })
      const works = async (...planning: unknown[]): Promise<string> => {
        const at = { IDINTERVENTION_PLANNING: [slot('theo', '24'), ...planning] }
        return `/interventions/${(await newIntervention(diane, await newProjet(diane), at)).IDINTERVENTION}`
      }
      const [moved, left, gone] = [await works(), await works(slot('marc', '24')), await works()]
      await diane.put(moved, { IDINTERVENTION_PLANNING: [slot('theo', '26')] })
      await diane.put(left, { IDINTERVENTION_PLANNING: [slot('marc', '24')] })
      expect((await diane.del(gone, { seen: 99 })).status).toBe(204)
      const kindsFor = async (version: number, path: string): Promise<unknown[]> => {
        const { list } = await theo.get(path, { [HEADER.version]: String(version) })
        return [...new Set(list.map(({ TYPE }) => TYPE))].sort()
      }
      for (const path of ['/notifications', '/notifications?since=']) {
        expect(await kindsFor(VERSIONS.current - 1, path)).toEqual(['intervention_affectee', 'rdv_annule'])
        expect(await kindsFor(0, path)).toEqual(['intervention_affectee', 'rdv_annule'])
        expect(await kindsFor(VERSIONS.current, path)).toEqual([
          'intervention_affectee',
          'intervention_annulee',
          'intervention_deplacee',
          'intervention_retiree',
        ])
      }
    })

    it('[DAY-07 notices] a quote that its customer opens, signs, refuses or withdraws from: its salesperson alone', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      await customer.caller.post(`/devis_consultation`, { IDDEVIS: id })
      await customer.caller.post(`/space/devis/${id}/sign`, await signBody(server(), company, customer, id))
      const refused = await givenQuote(server(), company, customer)
      await customer.caller.post(`/space/devis/${refused}/refuse`, { MOTIF: 'Trop cher pour madame Durand' })
      expect(await toldTo(company, 'camille')).toEqual([
        ['devis_ouvert', id, 1, null],
        ['devis_signe', id, 1, null],
        ['devis_refuse', refused, 1, null],
      ])
      expect((await company.as('camille').get('/notifications')).list[0]?.DETAIL).toMatch(/^D-\d{4}-\d{5}$/)
      for (const name of ['colin', 'diane', 'alice'] as const) expect(await toldTo(company, name)).toEqual([])
    })

    it('[DAY-07 notices] (signature) always somebody who may open the quote: its salesperson, else whoever has the project now, else the office', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { IDPERSONNEL: null })
      /** Who is told once its customer has signed this quote. */
      const toldOfSigned = async (id: string): Promise<PersonName[]> => {
        const body = await signBody(server(), company, customer, id)
        expect((await customer.caller.post(`/space/devis/${id}/sign`, body)).status).toBe(200)
        const names: PersonName[] = []
        for (const name of PERSON_NAMES) {
          const isTold = (await toldTo(company, name)).some(([kind, of]) => kind === 'devis_signe' && of === id)
          if (isTold) names.push(name)
        }
        return names
      }
      /** A quote of Camille's, on her project. */
      const newQuote = async () => {
        const id = await givenQuote(server(), company, customer)
        const { IDPROJET } = (await company.as('diane').get(`/devis/${id}`)).data
        return { id, project: `/projets/${IDPROJET}`, sign: () => toldOfSigned(id) }
      }
      // By another program, which gives the project alone.
      const given = await newQuote()
      expect((await company.as('diane').put(given.project, { IDRESPONSABLEPROJET: 'colin' })).status).toBe(200)
      expect((await company.as('camille').get(given.project)).status).toBe(404)
      expect(await given.sign()).toEqual(['colin'])
      // Camille still has something to do there: she goes on with her quote.
      const hers = await newQuote()
      const { IDPROJET } = (await company.as('diane').get(hers.project)).data
      await newRdv(company.as('diane'), { ...TOMORROW, IDPROJET, IDPERSONNELS: ['camille'] })
      expect((await company.as('diane').put(hers.project, { IDRESPONSABLEPROJET: 'colin' })).status).toBe(200)
      expect(await hers.sign()).toEqual(['camille'])
      // Whoever got it lost their mail, and with it their login: nobody would read it.
      const mailless = await newQuote()
      expect((await company.as('diane').put(mailless.project, { IDRESPONSABLEPROJET: 'marc' })).status).toBe(200)
      expect((await company.as('diane').put('/entreprise/personnels/marc', { MAIL: null })).status).toBe(200)
      expect(await mailless.sign()).toContain('alice')
      // Whoever got it has left: the office sees it.
      const left = await newQuote()
      expect((await company.as('diane').put(left.project, { IDRESPONSABLEPROJET: 'theo' })).status).toBe(200)
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into credential (company_id, personnel_id, mail, password_hash, disabled)
          values (${company.id}, 'theo', 'theo@example.com', 'x', true)`.execute(tx),
      )
      const office = await left.sign()
      expect(office).toContain('alice')
      for (const name of office) expect((await company.as(name).get(`/devis/${left.id}`)).status).toBe(200)
      expect(office).not.toContain('theo')
    })

    it('[DAY-07 notices] a customer’s request: the assistants of the agency, of a referral the salesperson', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const help = { type: 'apres_vente', MESSAGE: 'Une fenêtre ferme mal.' }
      // The notice opens the request itself.
      const send = async (body: object) => (await customer.caller.post('/space/mail/send', body)).data.id
      const helped = ['demande_recue', await send(help), 1, null]
      expect([await toldTo(company, 'alice'), await toldTo(company, 'camille')]).toEqual([[helped], []])
      const friend = { type: 'parrain', MESSAGE: 'Mon voisin', FILLEUL: { NOM: 'Petit', PORTABLE: '0639980099' } }
      const recommended = ['demande_recue', await send(friend), 1, null]
      expect(await toldTo(company, 'camille')).toEqual([recommended])
      for (const name of ['diane', 'bruno'] as const) expect(await toldTo(company, name)).toEqual([])
    })

    it('[DAY-07 notices] [DAY-05 requests] an agency without an office: the client’s salesperson is told, and nobody who may not open the request', async () => {
      const company = await server().company()
      await server().db.inTenant(company.id, async (tx) => {
        await plant(tx, 'reference', { id: 'nantes', LISTE: 'AGENCES', LIBELLE: 'Nantes' })
        await sql`update personnel set "TOUTES_AGENCES" = 0, seq = take_seq(1)
          where company_id = ${company.id} and "IDPERSONNEL" = 'zoe'`.execute(tx)
      })
      const help = { type: 'apres_vente', MESSAGE: 'Une fenêtre ferme mal.' }
      const told = async (client: Values) => {
        const customer = await newCustomer(server(), company, client)
        const { id } = (await customer.caller.post('/space/mail/send', help)).data
        const names = []
        for (const name of PERSON_NAMES) {
          const { list } = await company.as(name).get('/notifications')
          if (!list.some(({ IDENREGISTREMENT }) => IDENREGISTREMENT === id)) continue
          names.push([name, (await company.as(name).get(`/demandes/${id}`)).status])
        }
        return names
      }
      expect(await told({ IDAGENCE: 'nantes', IDPERSONNEL: 'colin' })).toEqual([['colin', 200]])
      expect(await told({ IDAGENCE: 'lyon', IDPERSONNEL: 'colin' })).toEqual([['alice', 200]])
      // A client of no agency is everybody's.
      const office = ['diane', 'bruno', 'alice', 'zoe'].map((name) => [name, 200])
      expect(await told({ IDAGENCE: null, IDPERSONNEL: 'colin' })).toEqual(office)
      // Nobody may open it: the other offices know at least that it is there.
      const blind = ['diane', 'bruno', 'alice', 'zoe'].map((name) => [name, 404])
      expect(await told({ IDAGENCE: 'nantes', IDPERSONNEL: null })).toEqual(blind)
    })

    it('[DAY-07 notices] [DAY-05 requests] whoever left is told nothing, and no mail goes to their box: the others are', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const { db } = server()
      const id = await givenQuote(server(), company, customer)
      await db.inTenant(company.id, async (tx) => {
        await sql`update personnel set "MAIL" = "IDPERSONNEL" || '@example.com', seq = take_seq(1)
          where company_id = ${company.id} and "IDPERSONNEL" in ('alice', 'camille', 'diane')`.execute(tx)
        for (const person of ['alice', 'camille'])
          await sql`insert into credential (company_id, personnel_id, mail, password_hash, disabled)
            values (${company.id}, ${person}, ${`${person}@example.com`}, 'x', true)`.execute(tx)
      })
      const { IDPROJET } = (await company.as('diane').get(`/devis/${id}`)).data
      const given = await company.as('diane').put(`/projets/${IDPROJET}`, { IDRESPONSABLEPROJET: 'colin' })
      expect(given.status).toBe(200)
      const help = await customer.caller.post('/space/mail/send', {
        type: 'apres_vente',
        MESSAGE: 'Une fenêtre ferme mal.',
      })
      const friend = { type: 'parrain', MESSAGE: 'Mon voisin', FILLEUL: { NOM: 'Petit', PORTABLE: '0639980099' } }
      const recommended = await customer.caller.post('/space/mail/send', friend)
      await customer.caller.post(`/devis_consultation`, { IDDEVIS: id })
      expect((await toldTo(company, 'zoe')).map(([kind, record]) => [kind, record]).sort()).toEqual(
        [
          ['demande_recue', help.data.id],
          ['demande_recue', recommended.data.id],
        ].sort(),
      )
      for (const name of ['alice', 'camille'] as const) expect(await toldTo(company, name)).toEqual([])
      expect(await toldTo(company, 'colin')).toContainEqual(['devis_ouvert', id, 1, null])
      const mails = (await messagesOf(server(), company)).filter(({ channel }) => channel === 'mail')
      expect(mails.map(({ recipient }) => recipient)).toEqual(['zoe@example.com', 'zoe@example.com'])
    })

    it('[DAY-07 notices] [I10] [PULL-3] only its person has a notice: no colleague, no director, no other company', async () => {
      const [company, other] = [await server().company(), await server().company()]
      const others = [company.as('zoe'), company.as('diane'), company.as('alice'), other.as('camille')]
      const before = await Promise.all(others.map((caller) => caller.pull('/notifications')))
      await newRdv(company.as('alice'), { ...TOMORROW, IDPERSONNELS: ['camille'] })
      const [notice] = (await company.as('camille').get('/notifications')).list
      const path = `/notifications/${notice?.id}`
      expect((await company.as('camille').get(path)).status).toBe(200)
      for (const [at, caller] of others.entries()) {
        expect((await caller.get('/notifications')).list).toEqual([])
        expect((await caller.pull('/notifications', before[at]?.checkpoint)).rows).toEqual([])
        expect((await caller.get(path)).status).toBe(404)
        expect((await caller.put(path, { LU: 1 }, { base: { LU: 0 } })).status).toBe(404)
      }
      expect((await company.as('camille').post('/notifications', { id: 'n', TYPE: 'devis_signe' })).status).toBe(403)
      expect((await company.as('camille').put(path, { NOMBRE: 3 }, { base: { NOMBRE: 1 } })).status).toBe(422)
    })

    it('[DAY-07 notices] nobody is told of what they may not see, nor when they have no role or no login any more', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const quote = await givenQuote(server(), company, customer, { IDRESPONSABLEPROJET: 'colin' })
      await customer.caller.post(`/space/devis/${quote}/refuse`, {})
      expect((await company.as('colin').get(`/devis/${quote}`)).status).toBe(404)
      expect(await toldTo(company, 'colin')).toEqual([])
      await server().db.inTenant(company.id, async (tx) => {
        await sql`update personnel set "ROLES" = '{}', seq = take_seq(1) where "IDPERSONNEL" = 'marc'`.execute(tx)
      })
      await newRdv(company.as('diane'), { ...TOMORROW, IDPERSONNELS: ['marc', 'camille'] })
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<{ to: string }>`select "IDPERSONNEL" as to from notification where "TYPE" = 'rdv_cree'`.execute(tx),
      )
      expect(rows).toEqual([{ to: 'camille' }])
    })

    it('[DAY-07 off] each kind can be turned off, by the person alone', async () => {
      const company = await server().company()
      const camille = company.as('camille')
      expect((await camille.get('/account/notifications')).data).toEqual({ SANS: [], NOMS: false })
      const off = { SANS: ['rdv_cree'], NOMS: false }
      expect((await camille.put('/account/notifications', off)).data).toEqual(off)
      const bad = await camille.put('/account/notifications', { SANS: ['tout'], NOMS: false })
      expect([bad.status, Object.keys(bad.body.errors as Values)]).toEqual([422, ['SANS']])
      const rdv = await newRdv(company.as('alice'), { ...TOMORROW, IDPERSONNELS: ['camille', 'colin'] })
      await company.as('alice').del(`/rdvs/${rdv.IDRDV}`, { seen: 99 })
      expect(await toldTo(company, 'camille')).toEqual([['rdv_annule', rdv.IDRDV, 1, 'alice']])
      expect((await toldTo(company, 'colin')).map(([kind]) => kind)).toEqual(['rdv_cree', 'rdv_annule'])
      expect((await company.as('colin').get('/account/notifications')).data.SANS).toEqual([])
    })

    it('[DAY-07 notices] a burst is one notice and one push: 200 projects that one person gives, and an import', async () => {
      const company = await server().company()
      const diane = company.as('diane')
      await company.as('camille').post('/push/subscribe', browser().subscription)
      const { IDCLIENT } = await newClient(diane)
      const give = (IDPROJET: string) => newProjet(diane, { IDPROJET, IDCLIENT, IDRESPONSABLEPROJET: 'camille' })
      await give('p-0')
      // However slow the machine is, the push waits for the rest of its burst.
      await server().db.inTenant(company.id, (tx) =>
        sql`update message set due_at = now() + interval '1 hour' where channel = 'push'`.execute(tx),
      )
      // Devices send several writes at once.
      for (let from = 1; from < 200; from += 20)
        await Promise.all(Array.from({ length: Math.min(20, 200 - from) }, (_, i) => give(`p-${from + i}`)))
      expect(await toldTo(company, 'camille')).toEqual([['projet_affecte', null, 200, 'diane']])
      const pushes = (await messagesOf(server(), company)).filter(({ channel }) => channel === 'push')
      expect(pushes.map(({ payload }) => payload)).toMatchObject([
        { title: '200 projets vous sont affectés', url: '/manager/notifications' },
      ])
      await read(company.as('camille'))
      await give('p-new')
      expect(await toldTo(company, 'camille')).toContainEqual(['projet_affecte', 'p-new', 1, 'diane'])

      const id = uuidv7()
      const lines = Array.from({ length: 250 }, (_, n) => [
        `Nom${n}`,
        `06399${String(50_000 + n)}`,
        'Fenêtres',
        'colin',
      ])
      const file = csvText([['Nom', 'Portable', 'Projet', 'Commercial'], ...lines])
      await server().app.inject({
        method: 'POST',
        url: '/api/imports',
        query: { id, nom: 'clients.csv' },
        headers: { authorization: `Bearer ${diane.token}`, 'content-type': 'application/octet-stream' },
        payload: Buffer.from(file),
      })
      const state = async () => (await diane.get(`/imports/${id}`)).data
      await expect.poll(async () => (await state()).etat).not.toBe('essai')
      const columns = ['NOM', 'PORTABLE', 'PROJET', 'COMMERCIAL']
      expect((await diane.put(`/imports/${id}/colonnes`, { colonnes: columns })).status).toBe(200)
      await expect.poll(async () => (await state()).etat).toBe('pret')
      await diane.post(`/imports/${id}/lancer`, {})
      await expect.poll(async () => (await state()).etat).toBe('fini')
      expect(await toldTo(company, 'colin')).toEqual([['projet_affecte', null, 250, 'diane']])
    })

    it('[DAY-07 notices] a change of somebody’s day rings again once the push of its burst has left; a project that is given does not', async () => {
      const company = await server().company()
      const [alice, camille] = [company.as('alice'), company.as('camille')]
      const at = (hour: number) => ({ RDV_DEBUT: `2026-11-27 ${hour}:00`, RDV_FIN: `2026-11-27 ${hour}:30` })
      const book = async (hour: number) =>
        (await newRdv(alice, { ...at(hour), IDPERSONNELS: ['camille'] })).IDRDV as string
      const [first, second, third] = [await book(10), await book(11), await book(12)]
      await newProjet(alice, { IDRESPONSABLEPROJET: 'camille' })
      await read(camille)
      await camille.post('/push/subscribe', browser().subscription)
      const pushes = async (kind: string) =>
        (await messagesOf(server(), company))
          .filter(({ channel, payload }) => channel === 'push' && (payload as Pushed).notice.kind === kind)
          .map(({ payload }) => [(payload as Pushed).title, (payload as Pushed).message])
      const leave = () =>
        server().db.inTenant(company.id, (tx) =>
          sql`update message set status = 'sent' where channel = 'push' and status = 'queued'`.execute(tx),
        )
      const move = (id: string, hour: number) => alice.put(`/rdvs/${id}`, at(hour))
      await move(first, 14)
      await move(first, 15)
      const one = ['Un rendez-vous a été déplacé', '27/11/2026 à 15:00']
      expect(await pushes('rdv_deplace')).toEqual([one])
      await leave()
      await move(first, 16)
      await move(first, 17)
      expect(await pushes('rdv_deplace')).toEqual([one, ['Un rendez-vous a été déplacé', '27/11/2026 à 17:00']])
      const due = await server().db.inTenant(company.id, (tx) =>
        sql<{ waits: boolean }>`select due_at > now() as waits from message
          where channel = 'push' and status = 'queued'`.execute(tx),
      )
      expect(due.rows).toEqual([{ waits: true }])

      await alice.del(`/rdvs/${second}`, { seen: 99 })
      await leave()
      await alice.del(`/rdvs/${third}`, { seen: 99 })
      expect((await pushes('rdv_annule')).map(([title]) => title)).toEqual([
        'Un rendez-vous n’est plus dans votre agenda',
        '2 rendez-vous ne sont plus dans votre agenda',
      ])
      await newProjet(alice, { IDRESPONSABLEPROJET: 'camille' })
      await leave()
      await newProjet(alice, { IDRESPONSABLEPROJET: 'camille' })
      expect(await pushes('projet_affecte')).toHaveLength(1)
      expect((await toldTo(company, 'camille')).map(([kind, , count]) => [kind, count])).toEqual([
        ['rdv_cree', 3],
        ['projet_affecte', 1],
        ['rdv_deplace', 1],
        ['rdv_annule', 2],
        ['projet_affecte', 2],
      ])
    })

    it('[DAY-07 notices] what is read on one device is read on the others; a notice that was read is not changed by what comes after', async () => {
      const company = await server().company()
      const [camille, alice] = [company.as('camille'), company.as('alice')]
      const rdv = await newRdv(alice, { ...TOMORROW, IDPERSONNELS: ['camille'] })
      const { checkpoint } = await camille.pull('/notifications')
      await read(camille)
      expect((await camille.pull('/notifications', checkpoint)).rows).toMatchObject([
        { IDENREGISTREMENT: rdv.IDRDV, LU: 1 },
      ])
      await newRdv(alice, { ...TOMORROW, IDPERSONNELS: ['camille'] })
      expect((await camille.get('/notifications')).list.map(({ LU, NOMBRE }) => [LU, NOMBRE])).toEqual([
        [0, 1],
        [1, 1],
      ])
    })

    it('[DAY-07 lock-screen] the notices decrypted by a stock Web Push client (http_ece): the lock screen names nobody unless the person allows it', async () => {
      const company = await server().company()
      const [camille, alice] = [company.as('camille'), company.as('alice')]
      const phone = browser()
      expect((await camille.post('/push/subscribe', phone.subscription)).status).toBe(204)
      const client = await newClient(alice, { NOM: 'MARTIN', PRENOM: 'Zoé' })
      const projet = await newProjet(alice, { IDCLIENT: client.IDCLIENT, IDRESPONSABLEPROJET: 'camille' })
      const book = async () => {
        const { IDPROJET } = projet
        const rdv = await newRdv(alice, { ...TOMORROW, IDPROJET, IDPERSONNELS: ['camille'], RDV_OBJET: 'Zoé MARTIN' })
        const { list } = await camille.get('/notifications')
        const [pushed] = (await messagesOf(server(), company)).filter(
          ({ key }) => key === `notification:${list[0]?.id}`,
        )
        const clear = await phone.receive(pushed?.payload)
        await read(camille)
        return { rdv, clear, notice: { id: list[0]?.id, kind: 'rdv_cree' } }
      }
      const first = await book()
      expect(first.clear).toEqual({
        title: 'Un rendez-vous est dans votre agenda',
        message: '27/11/2026 à 09:00',
        url: `/manager/rdv/${first.rdv.IDRDV}`,
        notice: first.notice,
      })
      await camille.put('/account/notifications', { SANS: [], NOMS: true })
      expect((await book()).clear.message).toBe('MARTIN Zoé · par alice · 27/11/2026 à 09:00')
    })

    it('[DAY-07 notices] whoever is expected at a visit to come of a project that is stopped is told once, and when it goes on', async () => {
      const company = await server().company()
      const [diane, alice] = [company.as('diane'), company.as('alice')]
      const { IDPROJET } = await newProjet(diane, { IDRESPONSABLEPROJET: 'camille' })
      const visit = async (days: number, IDPERSONNELS: PersonName[], more: Values = {}) =>
        (await newRdv(diane, { IDPROJET, IDPERSONNELS, RDV_DEBUT: at(days, 9), RDV_FIN: at(days, 10), ...more })).IDRDV
      await visit(-2, ['colin'])
      const coming = await visit(3, ['camille', 'diane'])
      const gone = await visit(4, ['camille'])
      await diane.del(`/rdvs/${gone}`, { seen: 99 })
      const slot = (id: string, IDPERSONNEL: PersonName, days: number) => ({
        ...{ id, IDPERSONNEL },
        ...{ DEBUT: at(days, 8), FIN: at(days, 17) },
      })
      const works = await newIntervention(
        diane,
        { IDPROJET },
        { IDINTERVENTION_PLANNING: [slot('p1', 'theo', -1), slot('p2', 'theo', 5), slot('p3', 'marc', -1)] },
      )
      for (const name of ['camille', 'colin', 'theo', 'marc'] as const) await read(company.as(name))
      const told = async (name: PersonName) => {
        const { list } = await company.as(name).get('/notifications')
        return list
          .filter(({ LU }) => LU === 0)
          .map(({ TYPE, RESSOURCE, IDENREGISTREMENT, DETAIL, AUTEUR }) => [
            TYPE,
            RESSOURCE,
            IDENREGISTREMENT,
            DETAIL,
            AUTEUR,
          ])
      }
      const put = async (values: Values) => expect((await alice.put(`/projets/${IDPROJET}`, values)).status).toBe(200)
      await put({ DATE_SANS_SUITE: today('Europe/Paris') })
      const ended = (resource: string, id: unknown, days: number, hour: number) => [
        ...['visite_arretee', resource, id],
        ...[`${noticeTime(at(days, hour))} (projet arrêté)`, 'alice'],
      ]
      expect(await told('camille')).toEqual([ended('rdv', coming, 3, 9)])
      expect(await told('theo')).toEqual([ended('intervention', works.IDINTERVENTION, 5, 8)])
      // Who made them is told too: it was somebody else who stopped it.
      expect(await told('diane')).toEqual([ended('rdv', coming, 3, 9)])
      // What was is over, and so are the hours of whoever worked there before.
      for (const name of ['colin', 'marc', 'alice'] as const) expect([name, await told(name)]).toEqual([name, []])
      // Another day of the same stop is none.
      await put({ DATE_SANS_SUITE: addDays(today('Europe/Paris'), -1) })
      expect(await told('camille')).toHaveLength(1)
      for (const name of ['camille', 'theo'] as const) await read(company.as(name))
      await put({ DATE_SANS_SUITE: null })
      expect((await told('camille')).map(([kind, , id, detail]) => [kind, id, detail])).toEqual([
        ['rdv_cree', coming, `${noticeTime(at(3, 9))} (projet rouvert)`],
      ])
      expect((await told('theo')).map(([kind, , id]) => [kind, id])).toEqual([
        ['intervention_affectee', works.IDINTERVENTION],
      ])
      expect(await told('colin')).toEqual([])
    })

    it('[DAY-07 notices] [VER-5] so is whoever works for an order that ends; an older app knows the notice as another one', async () => {
      const company = await server().company()
      const alice = company.as('alice')
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const { IDPROJET } = (await alice.get(`/devis/${id}`)).data
      const works = async (person: PersonName, IDDEVIS: string | null) => {
        const slot = { id: 'p1', IDPERSONNEL: person, DEBUT: at(3, 8), FIN: at(3, 17) }
        return (await newIntervention(alice, { IDPROJET }, { IDDEVIS, IDINTERVENTION_PLANNING: [slot] })).IDINTERVENTION
      }
      const ordered = await works('theo', id)
      await works('marc', null)
      for (const name of ['theo', 'marc'] as const) await read(company.as(name))
      const declared = await customer.caller.post(`/space/devis/${id}/withdrawal`, { step: 'declare' })
      const { token } = declared.data
      expect((await customer.caller.post(`/space/devis/${id}/withdrawal`, { step: 'confirm', token })).status).toBe(200)
      const told = async (name: PersonName, version = VERSIONS.current) => {
        const { list } = await company.as(name).get('/notifications', { [HEADER.version]: String(version) })
        return list
          .filter(({ LU }) => LU === 0)
          .map(({ TYPE, IDENREGISTREMENT, DETAIL }) => [TYPE, IDENREGISTREMENT, DETAIL])
      }
      const detail = `${noticeTime(at(3, 8))} (rétractation)`
      expect(await told('theo')).toEqual([['visite_arretee', ordered, detail]])
      expect(await told('theo', VERSIONS.current - 1)).toEqual([['rdv_annule', ordered, detail]])
      // Works of no order go on.
      expect(await told('marc')).toEqual([])
      // The project that is stopped afterwards tells only whoever was still expected.
      await alice.put(`/projets/${IDPROJET}`, { REFUSE: 1 })
      expect(await told('theo')).toHaveLength(1)
      expect((await told('marc')).map(([kind]) => kind)).toEqual(['visite_arretee'])
    })

    it('[DAY-07 notices] a withdrawal says that it is one', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const declared = await customer.caller.post(`/space/devis/${id}/withdrawal`, { step: 'declare' })
      await customer.caller.post(`/space/devis/${id}/withdrawal`, { step: 'confirm', token: declared.data.token })
      const [last] = (await company.as('camille').get('/notifications')).list
      expect([last?.TYPE, last?.DETAIL]).toEqual(['devis_refuse', expect.stringContaining('(rétractation)')])
    })
  },
  WITH_OUTBOX,
)

/** A browser of a person: its subscription, and how it reads a push that our port sends. */
function browser() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  const endpoint = `https://push.example.com/send/${randomBytes(8).toString('hex')}`
  return {
    subscription: { endpoint, keys: { p256dh, auth } },
    receive: async (payload: unknown): Promise<Values> => {
      let sent = Buffer.alloc(0)
      const port = webPush({
        privateKey: Buffer.alloc(32, 7),
        subject: 'mailto:essai@example.com',
        send: async ({ body }) => {
          sent = Buffer.from(body as Uint8Array)
          return { status: 201, headers: {}, body: Buffer.alloc(0) }
        },
      })
      const id = uuidv7()
      await port.send({ id, subscription: { endpoint, p256dh, auth }, payload: payload as never })
      return JSON.parse(decrypt(sent, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString('utf8'))
    },
  }
}
