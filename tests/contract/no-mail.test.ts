import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, addMinutes, today, wallClock } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { requeueFailed } from '../../server/messages/message-rows.ts'
import { smtpMail } from '../../server/ports/mail/smtp-mail.ts'
import { sendReminders } from '../../server/rdvs/reminders.ts'
import { adminCaller } from '../support/admin-caller.ts'
import { statePapers } from '../support/company-papers.ts'
import { type ContractCompany, describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newDevis, newId, newProjet, newRdv } from '../support/contract-records.ts'
import { givenQuote, newCustomer, newMobile, signBody, WITH_OUTBOX } from '../support/space.ts'
import type { PersonName } from '../support/staffed-company.ts'
import { call, testSecrets } from '../support/test-app.ts'

const ZONE = 'Europe/Paris'
const NO_SERVER = 'Aucun serveur de mail n’est réglé'
/** An installation without a mail server of its own. */
const mail = smtpMail({
  platform: null,
  from: 'envois@example.com',
  name: 'Lolapp',
  secrets: testSecrets,
  readFile: () => Promise.reject(new Error('no file')),
  keepsMails: false,
  allowPrivate: true,
})

describeContract(
  'a company without a mail server',
  (server) => {
    const messagesOf = async (company: ContractCompany) => {
      await server().app.messages.drain()
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select channel, status, error from message order by created_at, id`.execute(tx),
      )
      return rows
    }
    const giveServer = async (company: ContractCompany) => {
      const own = { host: '127.0.0.1', port: 9, secure: false, user: null, password: null }
      await server().db.inTenant(company.id, (tx) =>
        sql`update company set "SMTP" = ${JSON.stringify(own)} where id = ${company.id}`.execute(tx),
      )
      server().app.companies.forget()
    }
    /** A project of Camille's whose customer has a mail address and a mobile. */
    async function setUp() {
      const company = await server().company()
      const camille = company.as('camille')
      const adresse = await newAdresse(camille)
      const client = await newClient(camille, {
        MAIL: 'lea@example.com',
        PORTABLE: newMobile(),
        IDPERSONNEL: 'camille',
        IDADRESSE: adresse.IDADRESSE,
      })
      const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: adresse.IDADRESSE })
      const RDV_DEBUT = `${addDays(today(ZONE), 1)} 10:00`
      const rdv = await newRdv(camille, {
        IDPROJET: projet.IDPROJET,
        IDPERSONNELS: ['camille'],
        RDV_DEBUT,
        RDV_FIN: addMinutes(RDV_DEBUT, 60),
      })
      return { company, camille, projet, rdv: `/rdvs/${rdv.IDRDV}` }
    }
    const lost = async (company: ContractCompany, person: PersonName = 'camille') =>
      (await company.as(person).pull('/notifications')).rows.filter(({ TYPE }) => TYPE === 'message_perdu')

    it('[DAY-09 customer-rdv] (confirm) its devices know it before they offer one, and as soon as there is a server', async () => {
      const company = await server().company()
      const start = async () => (await company.as('camille').get('/lolapp/start')).data
      expect((await start()).CANAUX).toEqual(['sms'])
      await giveServer(company)
      const { CANAUX, ...rest } = await start()
      expect(CANAUX).toEqual(['mail', 'sms'])
      // Anybody may read it.
      expect(JSON.stringify(rest)).not.toContain('127.0.0.1')
    })

    it('[DAY-07 notices] who asked for a mail all the same is told that it did not leave, and it can be sent again', async () => {
      const { company, camille, rdv } = await setUp()
      const asked = { ANNONCES: [{ id: newId('annonce'), GENRE: 'confirmation', CANAL: 'mail' }] }
      expect((await camille.post(`${rdv}/notify`, asked)).status).toBe(200)
      expect(await messagesOf(company)).toEqual([
        { channel: 'mail', status: 'failed', error: `${NO_SERVER} : le message n’est pas parti.` },
      ])
      expect(await lost(company)).toMatchObject([{ DETAIL: expect.stringContaining('Mail non parti') }])
      const again = { companyId: company.id, channel: 'mail' } as const
      expect(await server().db.inTenant(company.id, (tx) => requeueFailed(tx, again))).toBe(1)
    })

    it('[DAY-09 reminder] goes by SMS to a customer who has both', async () => {
      const { company, camille, rdv } = await setUp()
      const noon = new Date(`${today(ZONE)}T12:00:00Z`)
      const offset = Number(wallClock(noon, ZONE).slice(11, 13)) === 14 ? '+02:00' : '+01:00'
      await sendReminders(server().app, new Date(`${today(ZONE)}T18:00:00${offset}`))
      expect(await messagesOf(company)).toMatchObject([{ channel: 'sms', status: 'recorded' }])
      expect((await camille.get(rdv)).data.ANNONCES).toMatchObject([{ GENRE: 'rappel', CANAL: 'sms' }])
    })

    it('[MGR-12] a quote is transmitted without a mail, and its journal does not say « par mail »', async () => {
      const { company, camille, projet } = await setUp()
      await statePapers(server().db, company.id)
      server().app.companies.forget()
      const devis = await newDevis(camille, projet, {
        OBJET: 'Deux fenêtres',
        DATE_EDITION: '2026-11-20',
        DATE_VALIDITE: '2999-12-31',
      })
      expect((await camille.post(`/devis/${devis.IDDEVIS}/transmit`, {})).status).toBe(200)
      expect(await messagesOf(company)).toEqual([])
      const [entry] = ((await camille.get(`/projets/${projet.IDPROJET}`)).data.JOURNAL as Values[]).slice(-1)
      expect(entry).toMatchObject({ GENRE: 'evenement', RESULTAT: `Devis ${devis.NUMERO_DEVIS} transmis` })
    })

    it('[SPA-04] who signs is told that no copy comes by mail, and the quote’s page that none left', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const body = await signBody(server(), company, customer, id)
      expect((await customer.caller.post(`/space/devis/${id}/sign`, body)).data.mail).toBe(false)
      await server().app.messages.drain()
      expect((await company.as('camille').get(`/devis/${id}/envois`)).data.CONTRAT).toMatchObject({ ETAT: 'failed' })
    })

    it('[SET-07] nobody is invited by a mail that would not leave', async () => {
      const company = await server().company()
      const refusal = `${NO_SERVER} : l’invitation ne partirait pas. Réglez-le d’abord.`
      const invite = async () => {
        const { status, body } = await company.as('diane').post('/entreprise/personnels/camille/invitation', {})
        return [status, body?.message]
      }
      expect(await invite()).toEqual([422, refusal])
      const admin = await adminCaller(server().app, server().db)
      const installation = await admin.call('POST', '/admin/send_installation_mail', {
        IDPERSONNEL: 'camille',
        company_id: company.id,
      })
      expect([installation.status, installation.body.message]).toEqual([422, refusal])
      const administrator = await admin.call('POST', '/admin/users', {
        name: 'Ève',
        email: `${newId('eve')}@example.com`,
      })
      expect([administrator.status, administrator.body.message]).toEqual([422, refusal])
      expect(await messagesOf(company)).toEqual([])
      await giveServer(company)
      expect((await invite())[0]).toBe(200)
    })

    it('[SET-07] [DAY-07 notices] an invitation is tried for three days, and who invited is told that it did not leave', async () => {
      const company = await server().company()
      // It does not answer.
      await giveServer(company)
      expect((await company.as('diane').post('/entreprise/personnels/camille/invitation', {})).status).toBe(200)
      const afterDays = async (days: number) => {
        await server().db.inTenant(company.id, (tx) =>
          sql`update message set due_at = now(), attempts = 8, created_at = now() - make_interval(days => ${days}::int)
            where channel = 'mail'`.execute(tx),
        )
        return (await messagesOf(company)).map(({ status }) => status)
      }
      expect(await afterDays(2)).toEqual(['queued'])
      expect(await lost(company, 'diane')).toEqual([])
      expect(await afterDays(3)).toEqual(['failed'])
      expect(await lost(company, 'diane')).toMatchObject([
        {
          RESSOURCE: 'personnel',
          IDENREGISTREMENT: 'camille',
          DETAIL: 'Invitation non partie : vérifiez l’adresse et invitez de nouveau',
        },
      ])
      expect([await lost(company, 'alice'), await lost(company)]).toEqual([[], []])
    })

    it('[SET-07] [AUT-02] nobody waits for the link of a forgotten password that would not leave, whether the address is known or not', async () => {
      const company = await server().company()
      const ask = async (email: string, headers: Record<string, string>) => {
        const { status, body } = await call<{ message?: string; data?: { message: string } }>(server().app, {
          method: 'POST',
          url: '/api/password/email',
          payload: { email },
          headers,
        })
        return [status, body.message ?? body.data?.message]
      }
      const staff = { host: 'demo.localhost', 'company-key': company.id }
      const known = 'diane.oubli@example.com'
      await server().db.inTenant(company.id, (tx) =>
        tx
          .insertInto('credential')
          .values({ company_id: company.id, personnel_id: 'diane', mail: known, password_hash: 'x' })
          .onConflict((one) => one.columns(['company_id', 'personnel_id']).doUpdateSet({ mail: known }))
          .execute(),
      )
      const refusal = expect.stringMatching(/^Les liens par mail ne sont pas disponibles .* un directeur/)
      expect(await ask(known, staff)).toEqual([422, refusal])
      expect(await ask('inconnue@example.com', staff)).toEqual([422, refusal])
      const [status, told] = await ask('admin@example.com', { host: 'admin.localhost' })
      expect([status, told]).toEqual([422, expect.stringContaining('npm run admin')])
      expect(await messagesOf(company)).toEqual([])
      await giveServer(company)
      expect((await ask(known, staff))[0]).toBe(200)
      expect((await ask('inconnue@example.com', staff))[0]).toBe(200)
    })
  },
  WITH_OUTBOX,
  { mail },
)
