import { sql } from 'kysely'
import ical, { type VEvent } from 'node-ical'
import { expect, it } from 'vitest'
import { addDays, addMinutes, isDateTime, today, wallClock } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { saveCredential } from '../../server/accounts/credentials.ts'
import { sendReminders } from '../../server/rdvs/reminders.ts'
import { serviceWrite } from '../../server/writes/service-write.ts'
import { type Caller, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newId, newProjet, newRdv } from '../support/contract-records.ts'
import { anonymous, messagesOf, newMobile, WITH_OUTBOX } from '../support/space.ts'

const ZONE = 'Europe/Paris'
const IN_TEN_DAYS = addDays(today(ZONE), 10)
const DEBUT = `${IN_TEN_DAYS} 14:00`
const MOVED = `${addDays(IN_TEN_DAYS, 1)} 09:30`

interface Sent {
  subject: string
  text: string
  html?: string
  replyTo?: string
  ical?: { method: string; content: string }
}

describeContract(
  'an appointment and its customer',
  (server) => {
    async function setUp(customer: Values = {}, rdv: Values = {}) {
      const company = await server().company()
      const camille = company.as('camille')
      const adresse = await newAdresse(camille)
      const client = await newClient(camille, {
        NOM: 'Noël',
        PRENOM: 'Léa',
        MAIL: `${newId('lea')}@example.com`,
        PORTABLE: newMobile(),
        IDADRESSE: adresse.IDADRESSE,
        IDPERSONNEL: 'camille',
        IDAGENCE: 'lyon',
        ...customer,
      })
      const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: adresse.IDADRESSE })
      const made = await newRdv(camille, {
        IDPROJET: projet.IDPROJET,
        IDPERSONNELS: ['camille'],
        RDV_DEBUT: DEBUT,
        RDV_FIN: addMinutes(DEBUT, 60),
        ...rdv,
      })
      const id = String(made.IDRDV)
      const one = async (caller: Caller = camille) => (await caller.get(`/rdvs/${id}`)).data
      const journal = async () => (await camille.get(`/projets/${projet.IDPROJET}`)).data.JOURNAL as Values[]
      return { company, camille, client, projet, id, one, journal }
    }
    const notify = (caller: Caller, id: string, CANAL = 'mail', GENRE = 'confirmation', annonce = newId('annonce')) =>
      caller.post(`/rdvs/${id}/notify`, { ANNONCES: [{ id: annonce, GENRE, CANAL }] })
    /** What was sent about the appointment, oldest first, once the queue is empty. */
    const sentOf = async (company: ContractCompany) => {
      await server().app.messages.drain()
      const all = (await messagesOf(server(), company)).filter(
        ({ resource, channel }) => resource === 'rdv' && channel !== 'push',
      )
      return all.map((one) => ({ ...one, payload: one.payload as Sent })) as (Values & { payload: Sent })[]
    }
    const eventOf = ({ payload }: { payload: Sent }): VEvent =>
      Object.values(ical.parseICS(payload.ical?.content ?? '')).find((part) => part.type === 'VEVENT') as VEvent
    const tokenOf = ({ payload }: { payload: Sent }): string => /#([\w-]+)/.exec(payload.text)?.[1] ?? ''

    it('[DAY-09 journal] (confirm) is mailed once with its link and a calendar part, and noted in the journal', async () => {
      const { company, camille, client, id, one, journal } = await setUp()
      const annonce = newId('annonce')
      for (const time of [1, 2])
        expect([time, (await notify(camille, id, 'mail', 'confirmation', annonce)).status]).toEqual([time, 200])
      const sent = await sentOf(company)
      expect(
        sent.map(({ channel, recipient, status, created_by }) => [channel, recipient, status, created_by]),
      ).toEqual([['mail', client.MAIL, 'recorded', 'personnel:camille']])
      const [mail] = sent
      if (!mail) throw new Error('no mail')
      expect(mail.payload.subject).toContain('14:00')
      expect(mail.payload.text).toContain('Léa Noël')
      expect(mail.payload.text).toMatch(/https?:\/\/\S+\/rdv\/public#[\w-]{20,}/)
      expect(eventOf(mail)).toMatchObject({ uid: expect.stringContaining(`rdv-${id}@`), status: 'CONFIRMED' })
      expect(wallClock(eventOf(mail).start, ZONE)).toBe(DEBUT)
      expect((await one()).ANNONCES).toMatchObject([
        { id: annonce, GENRE: 'confirmation', CANAL: 'mail', DEBUT, IDPERSONNEL: 'camille' },
      ])
      expect(await journal()).toMatchObject([{ GENRE: 'message', RESULTAT: 'Rendez-vous annoncé au client par mail' }])
    })

    it('[DAY-09 customer-rdv] (confirm) by SMS too; the reason is said where it cannot be, and nobody else may', async () => {
      const { company, camille, client, id, one } = await setUp()
      expect((await notify(camille, id, 'sms')).status).toBe(200)
      expect((await sentOf(company)).at(-1)?.payload.text).toMatch(/prévu le .* à 14:00.*#[\w-]{20,}/)
      await company.as('diane').put(`/clients/${client.IDCLIENT}`, { PORTABLE: null, MAIL: null })
      const refused = await notify(camille, id, 'mail')
      expect([refused.status, refused.body.message]).toEqual([422, "Le client n'a pas d'adresse email."])
      expect((await notify(camille, id, 'sms')).status).toBe(422)
      expect((await notify(company.as('theo'), id)).status).toBe(403)
      expect((await notify(company.as('colin'), id)).status).toBe(404)
      expect((await notify((await server().company()).as('diane'), id)).status).toBe(404)
      expect((await one()).ANNONCES).toHaveLength(1)
      expect((await camille.put(`/rdvs/${id}`, { REPONSE_CLIENT: null })).status).toBe(422)
    })

    it('[DAY-09 ics] a move keeps the UID and grows the SEQUENCE; a cancellation is one', async () => {
      const { company, camille, id } = await setUp()
      await notify(camille, id)
      await sentOf(company)
      await camille.put(`/rdvs/${id}`, { RDV_DEBUT: MOVED, RDV_FIN: addMinutes(MOVED, 60) })
      await notify(camille, id, 'mail', 'deplacement')
      await sentOf(company)
      await camille.del(`/rdvs/${id}`)
      expect((await notify(camille, id, 'mail', 'annulation')).status).toBe(200)
      const sent = await sentOf(company)
      const events = sent.map(eventOf)
      expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
      const sequences = events.map(({ sequence }) => Number(sequence))
      expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))
      expect(events.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
      expect(sent[1]?.payload.subject).toContain('déplacé')
      expect(sent[2]?.payload.ical?.method).toBe('CANCEL')
      expect(wallClock(events[1]?.start as Date, ZONE)).toBe(MOVED)
    })

    it('[DAY-09 ics] a change of the company’s sub-domain keeps the UID, in the mail, the space and the staff’s feed', async () => {
      const { company, camille, client, projet, id } = await setUp()
      await notify(camille, id)
      await sentOf(company)
      const session = { accountId: String(client.IDCLIENT), companyId: company.id, deviceId: null }
      const { token } = await server().app.sessions.open({ kind: 'client', ...session })
      const uids = async () => {
        const visits = (await callerOf(server().app, token).get('/space/rdv')).list
        await server().db.inTenant(company.id, (tx) =>
          saveCredential(tx, { id: 'camille', mail: `${newId('camille')}@example.com`, passwordHash: 'x' }),
        )
        const { data } = await camille.post('/ics/token', undefined)
        const feed = await server().app.inject({ url: new URL(String(data.url)).pathname })
        return [...visits.map(({ UID }) => UID), ...[...feed.body.matchAll(/UID:(rdv-\S+)/g)].map(([, uid]) => uid)]
      }
      const before = await uids()
      const key = newId('neuve').toLowerCase()
      await server().db.inTenant(company.id, (tx) => sql`update company set key = ${key}`.execute(tx))
      server().app.companies.forget()
      await camille.put(`/rdvs/${id}`, { RDV_DEBUT: MOVED, RDV_FIN: addMinutes(MOVED, 60) })
      await notify(camille, id, 'mail', 'deplacement')
      const sent = await sentOf(company)
      expect(sent[1]?.payload.text).toContain(`//${key}.`)
      expect(new Set([...sent.map((mail) => eventOf(mail).uid), ...before, ...(await uids())]).size).toBe(1)
      // What is made since has the present one everywhere: a former version announced it so.
      const LATER = { RDV_DEBUT: addMinutes(MOVED, 120), RDV_FIN: addMinutes(MOVED, 180) }
      const next = await newRdv(camille, { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['camille'], ...LATER })
      await notify(camille, String(next.IDRDV))
      const [last] = (await sentOf(company)).reverse()
      const named = `rdv-${String(next.IDRDV)}@${key}.lolapp`
      expect(eventOf(last as NonNullable<typeof last>).uid).toBe(named)
      const all = await uids()
      expect([all.filter((uid) => uid === named).length, new Set(all).size]).toEqual([2, 2])
    })

    it('[DAY-09 customer-rdv] (true) names and gives the addresses of those who still work here, and of nobody who left', async () => {
      const { company, id } = await setUp({}, { IDPERSONNELS: ['camille', 'colin'] })
      const leave = (person: string) =>
        server().db.inTenant(company.id, (tx) =>
          sql`insert into credential (company_id, personnel_id, mail, password_hash, disabled)
            values (${company.id}, ${person}, ${`${person}@example.com`}, 'x', true)`.execute(tx),
        )
      const told = async (GENRE: string) => {
        await notify(company.as('alice'), id, 'mail', GENRE)
        const [last] = (await sentOf(company)).reverse()
        const said = `${last?.payload.text}\n${last?.payload.ical?.content}`
        return { names: ['camille', 'colin'].filter((name) => said.includes(name)), replyTo: last?.payload.replyTo }
      }
      expect(await told('confirmation')).toEqual({ names: ['camille', 'colin'], replyTo: 'camille@example.com' })
      await leave('camille')
      expect(await told('rappel')).toEqual({ names: ['colin'], replyTo: 'colin@example.com' })
      await leave('colin')
      expect(await told('rappel')).toEqual({ names: [], replyTo: undefined })
    })

    it('[DAY-09 customer-rdv] (true) what waited tells the time that is, and nothing of what is cancelled', async () => {
      const { company, camille, id } = await setUp()
      // A device without a network asked before the move; a mail server that answers late is the same.
      await camille.put(`/rdvs/${id}`, { RDV_DEBUT: MOVED, RDV_FIN: addMinutes(MOVED, 60) })
      await notify(camille, id)
      expect((await sentOf(company)).at(-1)?.payload.subject).toContain('09:30')

      const other = await setUp()
      await other.company.as('diane').del(`/rdvs/${other.id}`)
      const refused = await notify(other.camille, other.id)
      expect([refused.status, refused.body.message]).toEqual([422, 'Ce rendez-vous est annulé.'])
      expect(await sentOf(other.company)).toEqual([])
    })

    it('[DAY-09 customer-rdv] (true) a message that waited for the mail server is written when it leaves', async () => {
      const { company, camille, id } = await setUp()
      await notify(camille, id)
      await sentOf(company)
      const again = () =>
        server().db.inTenant(company.id, (tx) =>
          sql`update message set status = 'queued', due_at = now(), attempts = 0`.execute(tx),
        )
      await camille.put(`/rdvs/${id}`, { RDV_DEBUT: MOVED, RDV_FIN: addMinutes(MOVED, 60) })
      await again()
      expect((await sentOf(company)).map(({ status, payload }) => [status, /09:30/.test(payload.subject)])).toEqual([
        ['recorded', true],
      ])
      await camille.del(`/rdvs/${id}`)
      await again()
      expect((await sentOf(company)).map(({ status, error }) => [status, error])).toEqual([
        ['failed', 'Ce rendez-vous est annulé.'],
      ])
    })

    it('[DAY-09 customer-rdv] (true) of a stopped project only the cancellation is told, also where the message waited', async () => {
      const why = 'Le projet de ce rendez-vous est arrêté : rouvrez-le d’abord.'
      const { company, camille, projet, id } = await setUp()
      await notify(camille, id)
      await sentOf(company)
      await camille.put(`/projets/${projet.IDPROJET}`, { DATE_SANS_SUITE: today(ZONE) })
      await server().db.inTenant(company.id, (tx) =>
        sql`update message set status = 'queued', due_at = now(), attempts = 0 where resource = 'rdv'`.execute(tx),
      )
      expect((await sentOf(company)).map(({ status, error }) => [status, error])).toEqual([['failed', why]])
      const refused = await notify(camille, id)
      expect([refused.status, refused.body.message]).toEqual([422, why])
      await camille.del(`/rdvs/${id}`)
      expect((await notify(camille, id, 'mail', 'annulation')).status).toBe(200)
      expect((await sentOf(company)).at(-1)).toMatchObject({ status: 'recorded' })
    })

    it('[DAY-09 answer] opening confirms nothing; confirming does, once, and tells the person and the journal', async () => {
      const { company, camille, id, one, journal } = await setUp()
      await notify(camille, id)
      const [mail] = await sentOf(company)
      const token = tokenOf(mail as { payload: Sent })
      const reader = anonymous(server(), company)
      const opened = await reader.post('/space/rdv_link', { token })
      expect(opened.data).toMatchObject({ RDV_DEBUT: DEBUT, etat: 'attente', personnes: [{ NOM: expect.any(String) }] })
      expect(JSON.stringify(opened.data)).not.toMatch(/Noël|Léa/)
      expect((await one()).REPONSE_CLIENT).toBeNull()
      for (const time of [1, 2]) {
        const confirmed = await reader.post('/space/rdv_link/confirm', { token, RDV_DEBUT: DEBUT })
        expect([time, confirmed.status, confirmed.data.etat]).toEqual([time, 200, 'confirme'])
      }
      expect((await one()).REPONSE_CLIENT).toMatchObject({ ETAT: 'confirme', DEBUT })
      expect((await journal()).map(({ RESULTAT }) => RESULTAT)).toEqual([
        'Rendez-vous annoncé au client par mail',
        'Rendez-vous confirmé par le client',
      ])
      const { rows } = await camille.pull('/notifications')
      expect(rows).toMatchObject([
        { TYPE: 'rdv_confirme', RESSOURCE: 'rdv', IDENREGISTREMENT: id, IDPERSONNEL: 'camille' },
      ])
    })

    it('[DAY-09 answer] another time becomes a request of the office, once; after a move the answer is to a former time', async () => {
      const { company, camille, id, one, client, projet } = await setUp()
      await notify(camille, id)
      const token = tokenOf((await sentOf(company)).at(-1) as { payload: Sent })
      const reader = anonymous(server(), company)
      const ask = (body: Values = {}) => reader.post('/space/rdv_link/other', { token, RDV_DEBUT: DEBUT, ...body })
      expect((await ask()).status).toBe(422)
      for (const time of [1, 2]) {
        const asked = await ask({ MESSAGE: 'Plutôt le soir', SOUHAITS: [MOVED] })
        expect([time, asked.status, asked.data.etat]).toEqual([time, 200, 'autre_moment'])
      }
      const { rows } = await company.as('alice').pull('/demandes')
      expect(rows).toMatchObject([{ GENRE: 'rdv', IDCLIENT: client.IDCLIENT, IDPROJET: projet.IDPROJET }])
      expect(rows[0]?.MESSAGE).toMatch(/Souhaité : .* à 09:30\.\nPlutôt le soir/)
      expect((await one()).REPONSE_CLIENT).toMatchObject({ ETAT: 'autre_moment', IDDEMANDE: rows[0]?.id })
      expect((await camille.pull('/notifications')).rows.map(({ TYPE }) => TYPE)).toContain('rdv_autre_moment')
      await camille.put(`/rdvs/${id}`, { RDV_DEBUT: MOVED, RDV_FIN: addMinutes(MOVED, 60) })
      expect((await reader.post('/space/rdv_link', { token })).data.etat).toBe('attente')
      const late = await reader.post('/space/rdv_link/confirm', { token, RDV_DEBUT: DEBUT })
      expect([late.status, late.code]).toEqual([409, 'CONFLICT'])
      // The time that they asked for stays, after the move and after the next answer.
      expect((await one()).REPONSE_CLIENT).toMatchObject({ ETAT: 'autre_moment', SOUHAITS: [MOVED] })
      expect((await reader.post('/space/rdv_link/confirm', { token, RDV_DEBUT: MOVED })).status).toBe(200)
      expect((await one()).REPONSE_CLIENT).toMatchObject({
        ETAT: 'confirme',
        DEBUT: MOVED,
        SOUHAITS: [MOVED],
        IDDEMANDE: rows[0]?.id,
      })
    })

    /** An appointment whose customer has its link, and how they answer by it. */
    async function linked(rdv: Values = {}) {
      const made = await setUp({}, rdv)
      await notify(made.camille, made.id)
      const token = tokenOf((await sentOf(made.company)).at(-1) as { payload: Sent })
      const reader = anonymous(server(), made.company)
      const RDV_DEBUT = rdv.RDV_DEBUT ?? DEBUT
      return {
        ...made,
        open: () => reader.post('/space/rdv_link', { token }),
        confirm: () => reader.post('/space/rdv_link/confirm', { token, RDV_DEBUT }),
        other: (MESSAGE: string) => reader.post('/space/rdv_link/other', { token, RDV_DEBUT, MESSAGE }),
        requests: async () => (await made.company.as('alice').pull('/demandes')).rows,
      }
    }
    const saidOf = (requests: Values[]): unknown[] => requests.map(({ MESSAGE }) => MESSAGE).sort()
    const DAY_TOLD = /^Rendez-vous du .* à \d\d:\d\d/

    it('[DAY-09 customer-rdv] (cancelled) says so, takes each wish for a new one, and answers that it has it', async () => {
      const { camille, id, open, confirm, other, requests, projet } = await linked()
      // Moved, then cancelled, since the customer opened the page.
      await camille.put(`/rdvs/${id}`, { RDV_DEBUT: MOVED, RDV_FIN: addMinutes(MOVED, 60) })
      await camille.del(`/rdvs/${id}`)
      expect((await open()).data).toMatchObject({ etat: 'annule', demande: false })
      const confirmed = await confirm()
      expect([confirmed.status, confirmed.code, confirmed.body.message, confirmed.body.details]).toEqual([
        409,
        'CONFLICT',
        'Ce rendez-vous a été annulé. Vous pouvez en demander un nouveau.',
        { reason: 'annule' },
      ])
      for (const words of ['Plutôt le soir', 'Plutôt le soir', 'Ou samedi matin']) {
        const asked = await other(words)
        expect([words, asked.status, asked.data.etat, asked.data.demande]).toEqual([words, 200, 'annule', true])
      }
      expect(saidOf(await requests())).toEqual([
        expect.stringMatching(/\(annulé\)\.\nOu samedi matin$/),
        expect.stringMatching(/\(annulé\)\.\nPlutôt le soir$/),
      ])
      expect((await requests()).map(({ IDPROJET }) => IDPROJET)).toEqual([projet.IDPROJET, projet.IDPROJET])
    })

    it('[DAY-09 customer-rdv] (past) says so, takes a wish for a new one, and what was answered of it stays', async () => {
      const { company, id, one, open, confirm, other, requests } = await linked()
      expect((await confirm()).status).toBe(200)
      const past = `${addDays(today(ZONE), -1)} 14:00`
      await server().db.inTenant(company.id, (tx) =>
        sql`update rdv set "RDV_DEBUT" = ${past}, "RDV_FIN" = ${addMinutes(past, 60)}, seq = take_seq(1)
          where company_id = ${company.id} and "IDRDV" = ${id}`.execute(tx),
      )
      expect((await open()).data.etat).toBe('passe')
      const confirmed = await confirm()
      expect([confirmed.status, confirmed.body.message, confirmed.body.details]).toEqual([
        409,
        'Ce rendez-vous est passé. Vous pouvez en demander un nouveau.',
        { reason: 'passe' },
      ])
      const asked = await other('Je n’étais pas là')
      expect([asked.status, asked.data.etat, asked.data.demande]).toEqual([200, 'passe', true])
      expect(saidOf(await requests())).toEqual([expect.stringMatching(/\(passé\)\.\nJe n’étais pas là$/)])
      expect((await one()).REPONSE_CLIENT).toMatchObject({ ETAT: 'confirme' })
    })

    it('[DAY-09 customer-rdv] (deleted) with its project: it is cancelled for the customer, whose wish is kept', async () => {
      const { company, projet, open, confirm, other, requests } = await linked()
      expect((await company.as('alice').del(`/projets/${projet.IDPROJET}`)).status).toBeLessThan(300)
      expect((await open()).data).toMatchObject({ etat: 'annule' })
      expect((await confirm()).body.details).toEqual({ reason: 'annule' })
      for (const _ of [1, 2]) expect((await other('Toujours intéressée')).data).toMatchObject({ demande: true })
      expect(await requests()).toMatchObject([
        { GENRE: 'rdv', IDPROJET: null, MESSAGE: expect.stringMatching(DAY_TOLD) },
      ])
    })

    it('[DAY-09 customer-rdv] (stopped) of a stopped project it is cancelled for the customer, until the project is reopened', async () => {
      const { camille, projet, one, open, confirm, other, requests } = await linked()
      const put = async (values: Values): Promise<void> =>
        expect((await camille.put(`/projets/${projet.IDPROJET}`, values)).status).toBe(200)
      await put({ DATE_SANS_SUITE: today(ZONE) })
      expect((await open()).data).toMatchObject({ etat: 'annule', demande: false })
      const confirmed = await confirm()
      expect([confirmed.status, confirmed.body.details]).toEqual([409, { reason: 'annule' }])
      expect((await one()).REPONSE_CLIENT).toBeNull()
      await put({ DATE_SANS_SUITE: null })
      expect((await open()).data.etat).toBe('attente')
      expect((await confirm()).data.etat).toBe('confirme')
      await put({ REFUSE: 1 })
      expect((await open()).data.etat).toBe('annule')
      expect((await other('Finalement si')).data).toMatchObject({ etat: 'annule', demande: true })
      expect(saidOf(await requests())).toEqual([expect.stringMatching(/\(annulé\)\.\nFinalement si$/)])
    })

    it('[DAY-09 answer] other words for the same time are another request, the same ones are one', async () => {
      const { other, requests } = await linked()
      for (const words of ['Plutôt le soir', 'Plutôt le soir', 'Ou samedi'])
        expect((await other(words)).status).toBe(200)
      expect(saidOf(await requests())).toEqual([expect.stringMatching(/Ou samedi$/), expect.stringMatching(/le soir$/)])
    })

    it('[DAY-09 answer] the same words are another request once they have confirmed, or once the office has answered', async () => {
      const { company, camille, id, one, confirm, other, requests } = await linked()
      const words = 'Plutôt le soir'
      await other(words)
      expect((await confirm()).data.etat).toBe('confirme')
      for (const _ of [1, 2]) expect((await other(words)).data).toMatchObject({ etat: 'autre_moment', demande: true })
      expect(await requests()).toHaveLength(2)
      const last = (await one()).REPONSE_CLIENT as Values
      expect(last.ETAT).toBe('autre_moment')
      expect((await requests()).map((request) => request.id)).toContain(last.IDDEMANDE)
      await camille.del(`/rdvs/${id}`)
      for (const _ of [1, 2]) await other(words)
      expect(await requests()).toHaveLength(3)
      const cancelled = (await requests()).find(({ MESSAGE }) => /\(annulé\)/.test(String(MESSAGE)))
      const REPONSES = [{ id: newId('reponse'), CANAL: 'mail', TEXTE: 'Nous n’avons rien le soir.' }]
      expect((await company.as('alice').post(`/demandes/${cancelled?.id}/answer`, { REPONSES })).status).toBe(200)
      for (const _ of [1, 2]) expect((await other(words)).data).toMatchObject({ etat: 'annule', demande: true })
      expect(await requests()).toHaveLength(4)
    })

    it('[DAY-09 customer-rdv] (link) is a secret of one company that ends, and the database holds no token', async () => {
      const { company, camille, id } = await setUp()
      await notify(camille, id)
      const token = tokenOf((await sentOf(company)).at(-1) as { payload: Sent })
      const open = (at: ContractCompany, given: string) =>
        anonymous(server(), at).post('/space/rdv_link', { token: given })
      expect((await open(company, `${token}x`)).status).toBe(404)
      expect((await open(await server().company(), token)).status).toBe(404)
      const { rows } = await server().db.inTenant(company.id, (tx) => sql<Values>`select * from rdv_link`.execute(tx))
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(token)
      await server().db.inTenant(company.id, (tx) =>
        sql`update rdv_link set expires_at = now() - interval '1 minute'`.execute(tx),
      )
      expect((await open(company, token)).status).toBe(404)
    })

    it('[DAY-09 customer-rdv] (link) of a cancellation asks for another time for a month, whenever the visit was', async () => {
      const { company, camille, id } = await setUp()
      await notify(camille, id)
      await sentOf(company)
      await camille.del(`/rdvs/${id}`)
      expect((await notify(camille, id, 'mail', 'annulation')).status).toBe(200)
      const [confirmation, cancellation] = (await sentOf(company)).map(tokenOf)
      const reader = anonymous(server(), company)
      const later = (days: number) =>
        server().db.inTenant(company.id, (tx) =>
          sql`update rdv_link set expires_at = expires_at - make_interval(days => ${days}::integer)`.execute(tx),
        )
      // The visit was to be in ten days.
      await later(12)
      expect((await reader.post('/space/rdv_link', { token: confirmation })).status).toBe(404)
      expect((await reader.post('/space/rdv_link', { token: cancellation })).data.etat).toBe('annule')
      const asked = { token: cancellation, RDV_DEBUT: DEBUT }
      expect((await reader.post('/space/rdv_link/confirm', asked)).status).toBe(409)
      const other = await reader.post('/space/rdv_link/other', { ...asked, MESSAGE: 'La semaine prochaine' })
      expect([other.status, other.data.demande]).toEqual([200, true])
      await later(19)
      expect((await reader.post('/space/rdv_link', { token: cancellation })).status).toBe(404)
    })

    /** The appointment of `setUp` was another customer's: its project is corrected, or its project's client. */
    const CORRECTIONS = ['IDPROJET', 'IDCLIENT'] as const
    async function correct(
      { camille, id, projet }: { camille: Caller; id: string; projet: Values },
      field: (typeof CORRECTIONS)[number],
    ): Promise<Values> {
      const other = await newClient(camille, {
        NOM: 'Martin',
        MAIL: `${newId('martin')}@example.com`,
        IDPERSONNEL: 'camille',
        IDAGENCE: 'lyon',
      })
      const { IDCLIENT } = other
      const changed =
        field === 'IDPROJET'
          ? await camille.put(`/rdvs/${id}`, { IDPROJET: (await newProjet(camille, { IDCLIENT })).IDPROJET })
          : await camille.put(`/projets/${projet.IDPROJET}`, { IDCLIENT })
      expect(changed.status).toBe(200)
      return other
    }

    it.each(CORRECTIONS)(
      '[SEC] (link) the link of a former customer opens and answers nothing once the %s is corrected, and their answer does not count',
      async (field) => {
        const made = await setUp()
        const { company, camille, id, one } = made
        await notify(camille, id)
        const token = tokenOf((await sentOf(company)).at(-1) as { payload: Sent })
        const reader = anonymous(server(), company)
        expect((await reader.post('/space/rdv_link/confirm', { token, RDV_DEBUT: DEBUT })).status).toBe(200)
        await correct(made, field)
        for (const [path, body] of [
          ['', {}],
          ['/confirm', { RDV_DEBUT: DEBUT }],
          ['/other', { RDV_DEBUT: DEBUT, MESSAGE: 'Le soir' }],
        ] as const)
          expect([path, (await reader.post(`/space/rdv_link${path}`, { token, ...body })).status]).toEqual([path, 404])
        expect(await one()).toMatchObject({ REPONSE_CLIENT: null, ANNONCES: [] })
        await notify(camille, id)
        const theirs = tokenOf((await sentOf(company)).at(-1) as { payload: Sent })
        expect((await reader.post('/space/rdv_link', { token: theirs })).data.etat).toBe('attente')
      },
    )

    it('[DAY-09 customer-rdv] (link) of a process of the former version, during an update, opens', async () => {
      const { company, camille, id } = await setUp()
      await notify(camille, id)
      const token = tokenOf((await sentOf(company)).at(-1) as { payload: Sent })
      await server().db.inTenant(company.id, async (tx) => {
        const { rows } = await sql<Record<'hash' | 'message' | 'ends', string>>`delete from rdv_link
          where company_id = ${company.id} and rdv_id = ${id}
          returning token_hash as hash, message_id as message, expires_at::text as ends`.execute(tx)
        for (const { hash, message, ends } of rows)
          await sql`insert into rdv_link (company_id, token_hash, rdv_id, message_id, expires_at)
            values (${company.id}, ${hash}, ${id}, ${message}, ${ends}::timestamptz)`.execute(tx)
      })
      const opened = await anonymous(server(), company).post('/space/rdv_link', { token })
      expect([opened.status, opened.data?.etat]).toEqual([200, 'attente'])
    })

    it('[DAY-09 customer-rdv] (link) of a client whose record was merged stays theirs', async () => {
      const { company, camille, id, client } = await setUp()
      await notify(camille, id)
      const token = tokenOf((await sentOf(company)).at(-1) as { payload: Sent })
      const kept = await newClient(company.as('alice'))
      const [alice, pair] = [company.as('alice'), { IDCLIENT: client.IDCLIENT }]
      const { EMPREINTE } = (await alice.post(`/clients/${kept.IDCLIENT}/fusions/apercu`, pair)).data
      const merged = await alice.post(`/clients/${kept.IDCLIENT}/fusions`, { ...pair, CHOIX: {}, EMPREINTE })
      expect(merged.status).toBe(201)
      expect((await anonymous(server(), company).post('/space/rdv_link', { token })).status).toBe(200)
    })

    it.each(CORRECTIONS)(
      '[DAY-09 customer-rdv] (true) what waits for a former customer is refused with the reason once the %s is corrected',
      async (field) => {
        const made = await setUp()
        const { company, camille, id } = made
        await notify(camille, id)
        await sentOf(company)
        await correct(made, field)
        await server().db.inTenant(company.id, (tx) =>
          sql`update message set status = 'queued', due_at = now(), attempts = 0`.execute(tx),
        )
        expect((await sentOf(company)).map(({ status, error }) => [status, error])).toEqual([
          ['failed', 'Ce rendez-vous est maintenant celui d’un autre client.'],
        ])
      },
    )

    it('[DAY-09 customer-rdv] (true) what waits leaves for the address and the number that the customer has now', async () => {
      const { company, camille, client, id } = await setUp()
      for (const canal of ['mail', 'sms']) await notify(camille, id, canal)
      await sentOf(company)
      const present = { MAIL: `${newId('corrigee')}@example.com`, PORTABLE: newMobile() }
      expect((await camille.put(`/clients/${client.IDCLIENT}`, present)).status).toBe(200)
      const again = () =>
        server().db.inTenant(company.id, (tx) =>
          sql`update message set status = 'queued', due_at = now(), attempts = 0 where resource = 'rdv'`.execute(tx),
        )
      await again()
      expect((await sentOf(company)).map(({ recipient, status }) => [recipient, status])).toEqual([
        [present.MAIL, 'recorded'],
        [present.PORTABLE, 'recorded'],
      ])
      expect((await camille.put(`/clients/${client.IDCLIENT}`, { MAIL: null })).status).toBe(200)
      await again()
      expect((await sentOf(company)).map(({ status, error }) => [status, error])).toEqual([
        ['failed', "Le client n'a pas d'adresse email."],
        ['recorded', null],
      ])
      expect((await camille.pull('/notifications')).rows).toMatchObject([
        { TYPE: 'message_perdu', RESSOURCE: 'rdv', IDENREGISTREMENT: id },
      ])
    })

    it('[DAY-09 customer-rdv] (true) a device that knows what the former customer was told does not tell the new one of a move', async () => {
      const made = await setUp()
      const { company, camille, id } = made
      await notify(camille, id)
      await correct(made, 'IDPROJET')
      expect((await notify(camille, id, 'mail', 'deplacement')).status).toBe(200)
      expect((await sentOf(company)).at(-1)?.payload.subject).toMatch(/^Votre rendez-vous du .* à 14:00$/)
    })

    it.each(CORRECTIONS)('[DAY-09 reminder] goes to who is the customer since the %s was corrected', async (field) => {
      const tomorrow = `${addDays(today(ZONE), 1)} 10:00`
      const made = await setUp({}, { RDV_DEBUT: tomorrow, RDV_FIN: addMinutes(tomorrow, 60) })
      const { company, camille, id } = made
      await notify(camille, id)
      const other = await correct(made, field)
      await sendReminders(server().app, new Date(`${today(ZONE)}T18:00:00${offset()}`))
      expect((await sentOf(company)).at(-1)).toMatchObject({ recipient: other.MAIL, status: 'recorded' })
    })

    it('[DAY-09 reminder] goes once the evening before, whatever the number of processes', async () => {
      const tomorrow = `${addDays(today(ZONE), 1)} 10:00`
      const times = { RDV_DEBUT: tomorrow, RDV_FIN: addMinutes(tomorrow, 60) }
      const { company, one, journal } = await setUp({}, times)
      const at = (hour: string): Date => new Date(`${today(ZONE)}T${hour}:00${offset()}`)
      const remind = (hour: string) => sendReminders(server().app, at(hour))
      await remind('16:59')
      expect(await sentOf(company)).toEqual([])
      await Promise.all([remind('17:05'), remind('17:05')])
      await remind('18:00')
      const sent = await sentOf(company)
      expect(sent.map(({ channel, status }) => [channel, status])).toEqual([['mail', 'recorded']])
      expect(sent[0]?.payload.subject).toContain('Rappel')
      expect((await one()).ANNONCES).toMatchObject([{ GENRE: 'rappel', DEBUT: tomorrow }])
      expect(await journal()).toMatchObject([{ RESULTAT: 'Rendez-vous rappelé au client par mail' }])
    })

    it('[DAY-09 reminder] none of an appointment whose people have all left, until a colleague has it', async () => {
      const tomorrow = `${addDays(today(ZONE), 1)} 10:00`
      const times = { RDV_DEBUT: tomorrow, RDV_FIN: addMinutes(tomorrow, 60) }
      const { company, id } = await setUp({}, { ...times, IDPERSONNELS: ['camille', 'colin'] })
      const leave = (person: string) =>
        server().db.inTenant(company.id, (tx) =>
          sql`insert into credential (company_id, personnel_id, mail, password_hash, disabled)
            values (${company.id}, ${person}, ${`${person}@example.com`}, 'x', true)`.execute(tx),
        )
      const remind = async (hour: string) => {
        await sendReminders(server().app, new Date(`${today(ZONE)}T${hour}:00${offset()}`))
        return (await sentOf(company)).map(({ payload }) => payload.text.includes('theo'))
      }
      await leave('camille')
      await leave('colin')
      expect(await remind('17:05')).toEqual([])
      await company.as('diane').put(`/rdvs/${id}`, { IDPERSONNELS: ['theo'] })
      expect(await remind('18:00')).toEqual([true])
    })

    it('[DAY-09 reminder] goes to who was told today, or after a reminder, that the appointment is cancelled, once it is not', async () => {
      const tomorrow = `${addDays(today(ZONE), 1)} 10:00`
      const times = { RDV_DEBUT: tomorrow, RDV_FIN: addMinutes(tomorrow, 60) }
      const { company, camille, id } = await setUp({}, times)
      const remind = (hour: string) => sendReminders(server().app, new Date(`${today(ZONE)}T${hour}:00${offset()}`))
      const reminders = async () =>
        (await sentOf(company)).filter(({ payload }) => payload.subject.includes('Rappel')).length
      const cancelAndRestore = async () => {
        expect((await camille.put(`/rdvs/${id}`, { SUPPRIME: 1 })).status).toBe(200)
        expect((await notify(camille, id, 'mail', 'annulation')).status).toBe(200)
        expect((await camille.put(`/rdvs/${id}`, { SUPPRIME: 0 })).status).toBe(200)
      }
      await cancelAndRestore()
      await remind('17:05')
      expect(await reminders()).toBe(1)
      await cancelAndRestore()
      await remind('18:00')
      expect(await reminders()).toBe(2)
      await remind('18:30')
      expect(await reminders()).toBe(2)
    })

    it('[DAY-09 reminder] [SERVER-6] none on the evening of a restore, which may have lost that it went', async () => {
      const tomorrow = `${addDays(today(ZONE), 1)} 10:00`
      const times = { RDV_DEBUT: tomorrow, RDV_FIN: addMinutes(tomorrow, 60) }
      const restoredAt = async (hour: string) => {
        const { company } = await setUp({}, times)
        await server().db.inTenant(company.id, (tx) =>
          sql`insert into company_epoch (company_id, epoch, seq, ended_at)
            values (${company.id}, gen_random_uuid(), 1, ${`${today(ZONE)}T${hour}:00${offset()}`}::timestamptz)`.execute(
            tx,
          ),
        )
        return company
      }
      const [after, before] = [await restoredAt('17:10'), await restoredAt('16:50')]
      await sendReminders(server().app, new Date(`${today(ZONE)}T18:00:00${offset()}`))
      expect([(await sentOf(after)).length, (await sentOf(before)).length]).toEqual([0, 1])
    })

    it('[DAY-09 reminder] [SEC] a time that no calendar has, sent or stored, keeps nobody from theirs', async () => {
      const tomorrow = `${addDays(today(ZONE), 1)} 10:00`
      const { company, camille, client, id, one, journal } = await setUp(
        {},
        { RDV_DEBUT: tomorrow, RDV_FIN: addMinutes(tomorrow, 60) },
      )
      const other = await newRdv(camille, {
        IDPROJET: (await one()).IDPROJET,
        IDPERSONNELS: ['camille'],
        RDV_DEBUT: `${tomorrow.slice(0, 10)} 15:00`,
        RDV_FIN: `${tomorrow.slice(0, 10)} 16:00`,
      })
      for (const LE of ['0000-05-05T00:00:00.000Z', '9999-12-31T23:30:00.000Z']) {
        const sent = { id: newId('annonce'), GENRE: 'confirmation', CANAL: 'mail', LE }
        expect((await camille.post(`/rdvs/${id}/notify`, { ANNONCES: [sent] })).status).toBe(200)
      }
      // Kept under the time of the server: the device's cannot be true.
      for (const { LE } of (await one()).ANNONCES as { LE: string }[])
        expect(LE.slice(0, 4)).toBe(today(ZONE).slice(0, 4))
      for (const { LE } of (await journal()) as { LE: string }[]) expect(isDateTime(LE)).toBe(true)
      await serviceWrite(server().app, company.id, async (write) => {
        const row = await write.lock('rdv', id)
        const stored = ['0000-05-05T00:00:00.000Z', '9999-12-31T23:30:00.000Z', 'no date'].map((LE) => ({
          id: newId('annonce'),
          LE,
          GENRE: 'confirmation',
          CANAL: 'mail',
          DEBUT: tomorrow,
        }))
        if (row) write.set('rdv', row, { ANNONCES: stored })
      })
      const before = (await sentOf(company)).length
      const evening = new Date(`${today(ZONE)}T18:00:00${offset()}`)
      expect(await sendReminders(server().app, evening).then(() => 'sent', String)).toBe('sent')
      const reminded = (await sentOf(company)).slice(before)
      expect(reminded.map(({ record_id, recipient }) => [record_id, recipient]).sort()).toEqual(
        [
          [id, client.MAIL],
          [other.IDRDV, client.MAIL],
        ].sort(),
      )
    })

    it('[DAY-09 reminder] one appointment or company that fails keeps nobody else from theirs, and is told', async () => {
      const tomorrow = `${addDays(today(ZONE), 1)} 10:00`
      const times = { RDV_DEBUT: tomorrow, RDV_FIN: addMinutes(tomorrow, 60) }
      const made = [await setUp({}, times), await setUp({}, times), await setUp({}, times)]
      const [first, ...others] = made.sort((a, b) => (a.company.id < b.company.id ? -1 : 1))
      if (!first) throw new Error('no company')
      const announce = (ANNONCES: unknown) =>
        serviceWrite(server().app, first.company.id, async (write) => {
          const row = await write.lock('rdv', first.id)
          if (row) write.set('rdv', row, { ANNONCES })
        })
      await announce({ broken: true })
      const evening = new Date(`${today(ZONE)}T18:00:00${offset()}`)
      await expect(sendReminders(server().app, evening)).rejects.toThrow(AggregateError)
      for (const { company } of others) expect(await sentOf(company)).toHaveLength(1)
      await announce([])
    })

    it('[DAY-09 reminder] not for who refuses it, not cancelled, not of a stopped project, not without a company that wants it; by SMS without an address', async () => {
      const tomorrow = `${addDays(today(ZONE), 1)} 10:00`
      const times = { RDV_DEBUT: tomorrow, RDV_FIN: addMinutes(tomorrow, 60) }
      const evening = new Date(`${today(ZONE)}T18:00:00${offset()}`)
      const refusing = await setUp({ SANS_RAPPELS: 1 }, times)
      const cancelled = await setUp({}, times)
      await cancelled.camille.del(`/rdvs/${cancelled.id}`)
      const stops = [sql`"DATE_SANS_SUITE" = ${today(ZONE)}`, sql`"REFUSE" = 1`]
      const stopped = []
      for (const stop of stops) {
        const one = await setUp({}, times)
        await server().db.inTenant(one.company.id, (tx) =>
          sql`update projet set ${stop}, seq = take_seq(1) where company_id = ${one.company.id}`.execute(tx),
        )
        stopped.push(one)
      }
      const off = await setUp({}, times)
      await server().db.inTenant(off.company.id, (tx) =>
        sql`update company set "RAPPEL_RDV" = null where id = ${off.company.id}`.execute(tx),
      )
      const bySms = await setUp({ MAIL: null }, times)
      await sendReminders(server().app, evening)
      for (const { company } of [refusing, cancelled, ...stopped, off]) expect(await sentOf(company)).toEqual([])
      expect((await sentOf(bySms.company)).map(({ channel }) => channel)).toEqual(['sms'])
    })
  },
  WITH_OUTBOX,
)

/** Of Paris today: « +02:00 ». */
function offset(): string {
  const noon = new Date(`${today(ZONE)}T12:00:00Z`)
  return Number(wallClock(noon, ZONE).slice(11, 13)) === 14 ? '+02:00' : '+01:00'
}
