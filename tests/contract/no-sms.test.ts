import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, addMinutes, today, wallClock } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { requeueFailed } from '../../server/messages/message-rows.ts'
import { sendOutbound } from '../../server/ports/http/outbound.ts'
import { brevoSms } from '../../server/ports/sms/brevo-sms.ts'
import { sendReminders } from '../../server/rdvs/reminders.ts'
import { statePapers } from '../support/company-papers.ts'
import { type ContractCompany, describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newDevis, newProjet, newRdv } from '../support/contract-records.ts'
import { anonymous, givenQuote, messagesOf, newCustomer, newMobile } from '../support/space.ts'
import { testSecrets } from '../support/test-app.ts'

const ZONE = 'Europe/Paris'
/** An installation without a key of its own. */
const sms = brevoSms({
  baseUrl: 'http://127.0.0.1:9',
  key: null,
  sender: 'Lolapp',
  secrets: testSecrets,
  send: sendOutbound,
})

describeContract(
  'a company without an SMS service',
  (server) => {
    const sentBy = async (company: ContractCompany, channel = 'sms') => {
      await server().app.messages.drain()
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select status, error from message where channel = ${channel} order by created_at, id`.execute(tx),
      )
      return rows
    }
    const giveKey = (company: ContractCompany) =>
      server().db.inTenant(company.id, (tx) =>
        sql`update company set "SMS_CLE" = ${testSecrets.seal('cle')} where id = ${company.id}`.execute(tx),
      )

    it('[DAY-07 notices] who asks for an SMS is told that it did not leave, and it can be sent again', async () => {
      const company = await server().company()
      const client = await newClient(company.as('camille'), { PORTABLE: newMobile(), IDPERSONNEL: 'camille' })
      const asked = await company.as('alice').post('/sms', { IDCLIENT: client.IDCLIENT, message: 'À demain' })
      expect(asked.status).toBe(201)
      expect(await sentBy(company)).toEqual([
        { status: 'failed', error: 'Aucun service de SMS n’est réglé : le message n’est pas parti.' },
      ])
      expect((await company.as('alice').pull('/notifications')).rows).toMatchObject([
        { TYPE: 'message_perdu', IDENREGISTREMENT: client.IDCLIENT, DETAIL: 'SMS non parti' },
      ])
      const again = { companyId: company.id, channel: 'sms' } as const
      expect(await server().db.inTenant(company.id, (tx) => requeueFailed(tx, again))).toBe(1)
    })

    it('[DAY-09 customer-rdv] (confirm) its devices know it before they offer one, and as soon as there is a service', async () => {
      const company = await server().company()
      const canaux = async () => (await company.as('camille').get('/lolapp/start')).data.CANAUX
      expect(await canaux()).toEqual(['mail'])
      const { body } = await company.as('camille').get('/lolapp/start')
      expect(JSON.stringify(body)).not.toMatch(/SMTP|SMS_CLE/)
      await giveKey(company)
      server().app.companies.forget()
      expect(await canaux()).toEqual(['mail', 'sms'])
    })

    it('[AUT-03] the customer who asks for a code is told to call the agency, whether their number is known or not', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      const reader = anonymous(server(), company)
      const answers = [phone, newMobile()].map((PORTABLE) => reader.post('/space/generateOtp', { PORTABLE }))
      for (const { status, body } of await Promise.all(answers))
        expect([status, body.message]).toEqual([
          422,
          'Les codes par SMS ne sont pas disponibles pour le moment : appelez votre agence.',
        ])
      expect(await sentBy(company)).toEqual([])
      await giveKey(company)
      expect((await reader.post('/space/generateOtp', { PORTABLE: phone })).status).toBe(200)
    })

    it('[API-09] nor is a code to sign promised', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const IDDEVIS = await givenQuote(server(), company, customer)
      const asked = await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS })
      expect([asked.status, asked.body.message]).toEqual([
        422,
        'Les codes par SMS ne sont pas disponibles pour le moment : appelez votre agence.',
      ])
    })

    it('[MGR-12] the mails of a quote promise a signature online only to who can have its code; a company’s own words stay', async () => {
      const company = await server().company()
      await statePapers(server().db, company.id)
      server().app.companies.forget()
      const camille = company.as('camille')
      const { IDADRESSE } = await newAdresse(camille)
      /** What the customer reads of a new quote, or of two variants that are sent together. */
      const mailed = async (PORTABLE: string | null, count = 1) => {
        const client = await newClient(camille, {
          IDADRESSE,
          PORTABLE,
          TELEPHONE: '04 72 00 00 00',
          MAIL: 'lea@example.com',
        })
        const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: IDADRESSE })
        const given = { OBJET: 'Deux fenêtres', DATE_EDITION: '2026-11-20', DATE_VALIDITE: '2999-12-31' }
        const first = await newDevis(camille, projet, given)
        const others =
          count === 1 ? [] : [await newDevis(camille, projet, { ...given, GROUPE_VARIANTES: first.IDDEVIS })]
        const ids = [first, ...others].map(({ IDDEVIS }) => IDDEVIS)
        for (const id of ids) expect((await camille.post(`/devis/${id}/transmit`, {})).status).toBe(200)
        const all = (await messagesOf(server(), company)).filter(({ record_id }) => ids.includes(record_id))
        return (all.at(-1)?.payload as { text: string } | undefined)?.text
      }
      const mobile = newMobile()
      expect(await mailed(mobile)).toContain('Vous pouvez le consulter en ligne :')
      expect(await mailed(mobile, 2)).toContain('Comparez-les en ligne :')
      await giveKey(company)
      expect(await mailed(mobile)).toContain('Vous pouvez le consulter en ligne et le signer :')
      expect(await mailed(mobile, 2)).toContain('Comparez-les en ligne et signez celle qui vous convient :')
      expect(await mailed(null)).toContain('Vous pouvez le consulter en ligne :')
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into mail_template (id, company_id, code, subject, body)
          values (${`own-${company.id}`}, ${company.id}, 'devis_transmis', 'Devis', 'À signer en ligne : {{lien}}')`.execute(
          tx,
        ),
      )
      expect(await mailed(null)).toMatch(/^À signer en ligne : http/)
    })

    it('[DAY-09 reminder] by SMS is neither noted nor queued, until there is a service', async () => {
      const company = await server().company()
      const camille = company.as('camille')
      const client = await newClient(camille, { PORTABLE: newMobile(), MAIL: null, IDPERSONNEL: 'camille' })
      const { IDPROJET } = await newProjet(camille, { IDCLIENT: client.IDCLIENT })
      const RDV_DEBUT = `${addDays(today(ZONE), 1)} 10:00`
      const rdv = { IDPROJET, IDPERSONNELS: ['camille'], RDV_DEBUT, RDV_FIN: addMinutes(RDV_DEBUT, 60) }
      const { IDRDV } = await newRdv(camille, rdv)
      const noon = new Date(`${today(ZONE)}T12:00:00Z`)
      const offset = Number(wallClock(noon, ZONE).slice(11, 13)) === 14 ? '+02:00' : '+01:00'
      const evening = new Date(`${today(ZONE)}T18:00:00${offset}`)
      await sendReminders(server().app, evening)
      expect(await sentBy(company)).toEqual([])
      expect((await camille.get(`/rdvs/${IDRDV}`)).data.ANNONCES).toEqual([])
      await giveKey(company)
      await sendReminders(server().app, evening)
      expect(await sentBy(company)).toHaveLength(1)
      expect((await camille.get(`/rdvs/${IDRDV}`)).data.ANNONCES).toMatchObject([{ GENRE: 'rappel', CANAL: 'sms' }])
    })
  },
  {},
  { sms },
)
