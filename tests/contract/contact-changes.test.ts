import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { BASE, HEADER } from '../../schemas/protocol.ts'
import { answerFrom, askCode, byLink, later, linkSentTo, sentTo } from '../support/contact-changes.ts'
import { type Caller, type ContractApp, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newClient, newDevis, newProjet } from '../support/contract-records.ts'
import {
  anonymous,
  givenQuote,
  lastCode,
  newCustomer,
  newMobile,
  setQuote,
  signBody,
  TRANSMITTED,
  WITH_OUTBOX,
} from '../support/space.ts'
import type { PersonName } from '../support/staffed-company.ts'

/** A customer with an unanswered quote, and their rep. */
async function setUp(server: ContractApp, values: Values = {}) {
  const company = await server.company()
  const customer = await newCustomer(server, company, values)
  const quote = await givenQuote(server, company, customer)
  return { company, customer, quote, rep: company.as('camille') }
}

/** As if the company had sent so many texts about changed numbers. */
const fillTexts = ({ db }: ContractApp, company: ContractCompany, { count, ago }: { count: number; ago: string }) =>
  db.inTenant(company.id, (tx) =>
    sql`insert into message (id, company_id, key, channel, recipient, payload, status, created_at)
      select gen_random_uuid()::text, ${company.id}, 'contact:' || gen_random_uuid(), 'sms', '0639980001', '{}', 'sent',
        now() - ${ago}::interval from generate_series(1, ${count}::int)`.execute(tx),
  )

/** What a person was told of changed contacts. */
const toldOf = async (company: ContractCompany, person: PersonName) =>
  (await company.as(person).pull('/notifications')).rows.filter(({ TYPE }) => TYPE === 'contact_conteste')

/** A session of the office, with a proof of identity that is new or not. */
async function officeOf({ app }: ContractApp, company: ContractCompany, { proven = true } = {}): Promise<Caller> {
  const session = {
    kind: 'personnel',
    accountId: 'alice',
    companyId: company.id,
    deviceId: null,
    proven,
  } as const
  return callerOf(app, (await app.sessions.open(session)).token)
}

describeContract(
  'changes of a customer’s contact',
  (server) => {
    it('[SPA-04] [SEC] a rep who changes the mobile, opens the public link and reads the code signs nothing', async () => {
      const { company, customer, quote, rep } = await setUp(server())
      const mine = newMobile()
      expect((await rep.put(`/clients/${customer.id}`, { PORTABLE: mine })).status).toBe(200)
      const link = await byLink(server(), company, quote)
      const asked = await askCode(link, quote)
      expect([asked.status, asked.body.message]).toEqual([422, expect.stringContaining('coordonnées ont changé')])
      expect(await lastCode(server(), company, mine)).toBeNull()
      // Once the number is restored, its owner can sign at once.
      await rep.put(`/clients/${customer.id}`, { PORTABLE: customer.phone })
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
    })

    it('[SPA-04] [SEC] a code that was asked for before the change signs nothing after it', async () => {
      const { company, customer, quote, rep } = await setUp(server())
      const link = await byLink(server(), company, quote)
      const { data } = await link.get(`/space/devis/${quote}`)
      const { challenge } = (await askCode(link, quote)).data
      const CODE = await lastCode(server(), company, customer.phone)
      await rep.put(`/clients/${customer.id}`, { MAIL: 'autre@example.com' })
      const body = { NOM_SIGNATAIRE: 'Marie Durand', consent: true, sha256: data.sha256, challenge, CODE }
      const again = await byLink(server(), company, quote)
      const refused = await again.post(`/space/devis/${quote}/sign`, body)
      expect([refused.status, (refused.body.details as Values).reason]).toEqual([422, 'contact'])
    })

    it('[SPA-04] [SEC] any route that changes it counts: a form, a device that was offline, each field that codes may go to', async () => {
      for (const patch of [{ PORTABLE: null }, { TELEPHONE: newMobile(), PORTABLE: null }, { PORTABLE: newMobile() }]) {
        const { company, customer, quote, rep } = await setUp(server())
        const base = Object.fromEntries(Object.keys(patch).map((name) => [name, customer.record[name] ?? null]))
        const headers = { [HEADER.mutation]: crypto.randomUUID(), [HEADER.clock]: '40' }
        const sent = await rep.put(`/clients/${customer.id}`, { ...patch, [BASE]: base }, { headers })
        expect(sent.status).toBe(200)
        const refused = await askCode(await byLink(server(), company, quote), quote)
        expect([patch, refused.status, (refused.body.details as Values)?.reason]).toEqual([patch, 422, 'contact'])
      }
    })

    it('[SPA-04] [SEC] is told to the old number and address, never to the new ones, with both values in the audit', async () => {
      const { company, customer, rep } = await setUp(server())
      const mail = String(customer.record.MAIL)
      const [number, address] = [newMobile(), 'nouvelle@example.com']
      await rep.put(`/clients/${customer.id}`, { PORTABLE: number, MAIL: address })
      expect(await sentTo(server(), company, customer.phone)).toEqual([expect.stringContaining('numéro de téléphone')])
      expect(await sentTo(server(), company, mail)).toEqual([expect.stringContaining('adresse email')])
      // Both are tried for three days: the delay before a signature runs meanwhile.
      const { rows: queued } = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select channel, payload ->> 'secret' as secret, payload ->> 'lasting' as lasting from message
          where key like 'contact:%' order by channel`.execute(tx),
      )
      expect(queued).toEqual([
        { channel: 'mail', secret: 'true', lasting: 'true' },
        { channel: 'sms', secret: 'true', lasting: 'true' },
      ])
      // After a second change, the first new contact is not told either.
      await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile(), MAIL: 'encore@example.com' })
      expect([await sentTo(server(), company, number), await sentTo(server(), company, address)]).toEqual([[], []])
      expect(await sentTo(server(), company, customer.phone)).toHaveLength(2)
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select actor, target, details from audit where action = 'client.contact' order by at, id`.execute(
          tx,
        ),
      )
      expect(rows[0]).toEqual({
        actor: 'personnel:camille',
        target: `client:${customer.id}`,
        details: {
          ancien_numero: customer.phone,
          nouveau_numero: number,
          ancienne_adresse: mail,
          nouvelle_adresse: address,
        },
      })
    })

    it('[SPA-04] [SEC] texts about changed numbers end at the company’s limits: the change and its block stand, the mail and the audit tell it', async () => {
      const { company, customer, quote, rep } = await setUp(server())
      const fill = (count: number, ago: string) => fillTexts(server(), company, { count, ago })
      const change = async () => {
        const before = await sentTo(server(), company, customer.phone)
        await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile() })
        return (await sentTo(server(), company, customer.phone)).length - before.length
      }
      await fill(59, '1 minute')
      expect([await change(), await change()]).toEqual([1, 0])
      expect(await sentTo(server(), company, String(customer.record.MAIL))).toHaveLength(2)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(422)
      // An hour later, until the day's limit.
      await server().db.inTenant(company.id, (tx) =>
        sql`update message set created_at = created_at - interval '1 hour'`.execute(tx),
      )
      await fill(239, '2 hours')
      expect([await change(), await change()]).toEqual([1, 0])
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select target from audit where action = 'client.contact_untold'`.execute(tx),
      )
      expect(rows).toEqual([{ target: `client:${customer.id}` }, { target: `client:${customer.id}` }])
      // The mail told them: the delay ends the block, and the office has nothing to do.
      expect(await toldOf(company, 'alice')).toEqual([])
      await later(server(), company, 24)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
    })

    it('[SPA-04] [SEC] [DAY-07 notices] a change that the limit lets nobody be told of waits for the office, which is told at once; lifted, it signs at once', async () => {
      const { company, customer, quote, rep } = await setUp(server(), { MAIL: null, IDAGENCE: 'lyon' })
      const path = `/clients/${customer.id}/coordonnees`
      await fillTexts(server(), company, { count: 60, ago: '1 minute' })
      for (const PORTABLE of [newMobile(), newMobile()]) await rep.put(`/clients/${customer.id}`, { PORTABLE })
      expect(await sentTo(server(), company, customer.phone)).toEqual([])
      expect(
        (await toldOf(company, 'alice')).map(({ IDENREGISTREMENT, DETAIL }) => [IDENREGISTREMENT, DETAIL]),
      ).toEqual([[customer.id, 'Ancien numéro non prévenu : signature par code suspendue']])
      await later(server(), company, 500)
      const refused = await askCode(await byLink(server(), company, quote), quote)
      expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('Contactez votre agence')])
      expect((await rep.get(path)).data.BLOCAGE).toMatchObject({ JUSQUA: null, CONTESTE_LE: null })
      expect((await (await officeOf(server(), company)).post(`${path}/confirmer`, undefined)).data).toEqual({
        BLOCAGE: null,
      })
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
    })

    it('[SPA-04] [SEC] neither does one end by itself that came after the day’s texts to its number; a restored number is told to nobody', async () => {
      const { company, customer, quote, rep } = await setUp(server(), { MAIL: null, IDAGENCE: 'lyon' })
      const mine = newMobile()
      const write = (PORTABLE: string) => rep.put(`/clients/${customer.id}`, { PORTABLE })
      for (let n = 0; n < 3; n += 1) for (const number of [mine, customer.phone]) await write(number)
      expect(await sentTo(server(), company, customer.phone)).toHaveLength(5)
      expect(await toldOf(company, 'alice')).toEqual([])
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
      await write(mine)
      expect(await toldOf(company, 'alice')).toHaveLength(1)
      await later(server(), company, 24)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(422)
      await write(customer.phone)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
      // The restored number was no change to be told of: after the next one it would count as contested, for good.
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select untold from contact_change where client_id = ${customer.id} order by at desc limit 2`.execute(
          tx,
        ),
      )
      expect(rows).toEqual([{ untold: false }, { untold: true }])
    })

    it('[DAY-14 merge-duplicates] [SPA-04] [SEC] a merge that the limit lets nobody be told of is told to the office too', async () => {
      const { company, customer, quote } = await setUp(server(), { MAIL: null, IDAGENCE: 'lyon' })
      const office = company.as('alice')
      const { IDCLIENT: id } = await newClient(office, { IDAGENCE: 'lyon', PORTABLE: newMobile(), MAIL: null })
      await fillTexts(server(), company, { count: 60, ago: '1 minute' })
      const { data: seen } = await office.post(`/clients/${id}/fusions/apercu`, { IDCLIENT: customer.id })
      const order = { IDCLIENT: customer.id, CHOIX: {}, EMPREINTE: seen.EMPREINTE }
      expect((await office.post(`/clients/${id}/fusions`, order)).status).toBe(201)
      expect((await toldOf(company, 'alice')).map(({ IDENREGISTREMENT }) => IDENREGISTREMENT)).toEqual([id])
      await later(server(), company, 500)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(422)
    })

    it('[SPA-04] [SEC] ends the customer’s sessions at once', async () => {
      const { customer, rep } = await setUp(server())
      expect((await customer.caller.get('/space/client')).status).toBe(200)
      await rep.put(`/clients/${customer.id}`, { OBSERVATIONS: 'Rappeler', VILLE: 'Lyon' })
      expect((await customer.caller.get('/space/client')).status).toBe(200)
      await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile() })
      expect((await customer.caller.get('/space/client')).status).toBe(401)
    })

    it('[SPA-04] signs after the delay that the company sets', async () => {
      const { company, customer, quote, rep } = await setUp(server())
      await server().db.inTenant(company.id, (tx) =>
        sql`update company set "DELAI_CONTACT" = 48 where id = ${company.id}`.execute(tx),
      )
      await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile() })
      await later(server(), company, 47)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(422)
      await later(server(), company, 1)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
    })

    it('[SPA-04] [SEC] the customer confirms from the old contact, and signs at once with the new one', async () => {
      const { company, customer, quote, rep } = await setUp(server())
      const PORTABLE = newMobile()
      await rep.put(`/clients/${customer.id}`, { PORTABLE })
      const token = await linkSentTo(server(), company, customer.phone)
      const say = (given: string, reponse = 'confirme') =>
        anonymous(server(), company).post('/space/contact', { token: given, reponse })
      for (const forged of ['', 'x', `${token}0`, `x${token}`, token.replace(/\..*/, '.')])
        expect([forged, [404, 422].includes((await say(forged)).status)]).toEqual([forged, true])
      const elsewhere = await server().company()
      expect((await anonymous(server(), elsewhere).post('/space/contact', { token, reponse: 'confirme' })).status).toBe(
        404,
      )
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(422)
      expect((await say(token)).data).toEqual({ reponse: 'confirme' })
      expect([(await say(token)).status, (await say(token, 'conteste')).status]).toEqual([200, 409])
      const { token: session } = await server().app.sessions.open({
        kind: 'client',
        accountId: customer.id,
        companyId: company.id,
        deviceId: null,
      })
      const now = { ...customer, phone: PORTABLE, caller: callerOf(server().app, session) }
      const signed = await now.caller.post(`/space/devis/${quote}/sign`, await signBody(server(), company, now, quote))
      expect(signed.status).toBe(200)
      // The evidence lets a person who knows the number recognise it, and shows who changed it.
      const { data } = await now.caller.get(`/space/devis/${quote}/evidence`)
      const [proof] = data.preuves as { enregistrement: string }[]
      const { contact } = JSON.parse(proof?.enregistrement ?? '') as { contact: Values & { historique: Values[] } }
      const keyed = (value: string) => server().app.secrets.evidence.seal('contact', value)
      expect(contact).toMatchObject({ telephone: keyed(PORTABLE), mail: keyed(String(customer.record.MAIL)) })
      expect(contact.historique).toMatchObject([
        {
          par: 'personnel:camille',
          ancien_telephone: keyed(customer.phone),
          nouveau_telephone: keyed(PORTABLE),
          reponse: 'confirme',
        },
      ])
      expect(proof?.enregistrement).not.toContain(customer.phone)
    })

    it('[SPA-04] [SEC] a contact that the customer denies stays blocked until the old one is restored', async () => {
      const { company, customer, quote, rep } = await setUp(server())
      await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile() })
      const token = await linkSentTo(server(), company, customer.phone)
      expect((await anonymous(server(), company).post('/space/contact', { token, reponse: 'conteste' })).status).toBe(
        200,
      )
      await later(server(), company, 500)
      const refused = await askCode(await byLink(server(), company, quote), quote)
      expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('suspendue')])
      await rep.put(`/clients/${customer.id}`, { PORTABLE: customer.phone })
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
    })

    it('[SPA-04] [SEC] [DAY-07 notices] a denied change is told to the office and to whoever waits for the signature; the client’s page says how to go on', async () => {
      const { company, customer, rep } = await setUp(server(), { IDAGENCE: 'lyon', IDPERSONNEL: 'camille' })
      const path = `/clients/${customer.id}/coordonnees`
      const block = async () => (await company.as('theo').get(path)).data.BLOCAGE
      const told = async (person: PersonName) =>
        (await toldOf(company, person)).map(({ RESSOURCE, IDENREGISTREMENT, AUTEUR }) => [
          RESSOURCE,
          IDENREGISTREMENT,
          AUTEUR,
        ])
      expect(await block()).toBeNull()
      await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile() })
      const former = { ANCIEN_NUMERO: customer.phone, ANCIENNE_ADRESSE: customer.record.MAIL }
      expect(await block()).toEqual({
        DEPUIS: expect.any(String),
        JUSQUA: expect.any(String),
        CONTESTE_LE: null,
        ...former,
      })
      expect(await told('alice')).toEqual([])
      for (const time of [1, 2])
        expect([
          time,
          (await answerFrom(server(), company, { recipient: customer.phone, reponse: 'conteste' })).data,
        ]).toEqual([time, { reponse: 'conteste', suspendue: true }])
      expect((await toldOf(company, 'alice')).map(({ DETAIL }) => DETAIL)).toEqual([
        'Contesté : signature par code suspendue',
      ])
      const notice = ['client', customer.id, null]
      expect([await told('alice'), await told('camille'), await told('theo')]).toEqual([[notice], [notice], []])
      expect(await block()).toEqual({
        DEPUIS: expect.any(String),
        JUSQUA: null,
        CONTESTE_LE: expect.any(String),
        ...former,
      })
      const elsewhere = await server().company()
      expect((await elsewhere.as('alice').get(path)).status).toBe(404)
      await rep.put(`/clients/${customer.id}`, { PORTABLE: customer.phone })
      expect(await block()).toBeNull()
    })

    it('[SPA-04] [SEC] where the former contact is a stranger’s, the office ends the block with a new proof, not before the delay; the denial stays', async () => {
      const { company, customer, quote, rep } = await setUp(server())
      const path = `/clients/${customer.id}/coordonnees/confirmer`
      const lift = async (caller: Caller) => {
        const { status, code } = await caller.post(path, undefined)
        return [status, code]
      }
      const alice = await officeOf(server(), company)
      expect(await lift(alice)).toEqual([409, 'CONFLICT'])
      await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile() })
      await answerFrom(server(), company, { recipient: customer.phone, reponse: 'conteste' })
      // Who writes numbers in the field, and who sits at somebody's open session.
      expect(await lift(rep)).toEqual([403, 'UNAUTHORIZED'])
      expect(await lift(await officeOf(server(), company, { proven: false }))).toEqual([403, 'REAUTH_REQUIRED'])
      expect(await lift(alice)).toEqual([200, undefined])
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(422)
      await later(server(), company, 24)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
      expect(await lift(alice)).toEqual([409, 'CONFLICT'])
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select c.answer, c.lifted_by, a.actor from contact_change c
          join audit a on a.action = 'client.contact_lifted' and a.target = ${`client:${customer.id}`}`.execute(tx),
      )
      expect(rows).toEqual([{ answer: 'conteste', lifted_by: 'personnel:alice', actor: 'personnel:alice' }])
    })

    it('[SPA-04] [DAY-07 notices] a change that is undone already is denied without a word of a suspension, to the customer or the company', async () => {
      const { company, customer, quote, rep } = await setUp(server(), { IDAGENCE: 'lyon', IDPERSONNEL: 'diane' })
      await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile() })
      const token = await linkSentTo(server(), company, customer.phone)
      await rep.put(`/clients/${customer.id}`, { PORTABLE: customer.phone })
      const deny = () => anonymous(server(), company).post('/space/contact', { token, reponse: 'conteste' })
      for (const time of [1, 2])
        expect([time, (await deny()).data]).toEqual([time, { reponse: 'conteste', suspendue: false }])
      expect((await toldOf(company, 'alice')).map(({ DETAIL }) => DETAIL)).toEqual([
        'Contesté ; les coordonnées d’avant sont déjà remises',
      ])
      // They wait for a signature that nothing blocks.
      expect(await toldOf(company, 'camille')).toEqual([])
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
    })

    it('[SPA-04] [SEC] who denied by mistake confirms by the same link once the office has lifted the denial, and signs at once', async () => {
      const { company, customer, quote, rep } = await setUp(server())
      await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile() })
      const say = async (reponse: 'confirme' | 'conteste') =>
        (await answerFrom(server(), company, { recipient: customer.phone, reponse })).status
      expect([await say('conteste'), await say('confirme')]).toEqual([200, 409])
      const alice = await officeOf(server(), company)
      expect((await alice.post(`/clients/${customer.id}/coordonnees/confirmer`, undefined)).status).toBe(200)
      const waits = await askCode(await byLink(server(), company, quote), quote)
      expect([waits.status, waits.body.message]).toEqual([422, expect.stringContaining('confirmez le changement')])
      expect(await say('confirme')).toBe(200)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
      // Once they have said so, the denial is over for good.
      expect(await say('conteste')).toBe(409)
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select answer, lifted_by from contact_change`.execute(tx),
      )
      expect(rows).toEqual([{ answer: 'confirme', lifted_by: 'personnel:alice' }])
    })

    it('[SPA-04] [SEC] an address that the rep added first confirms nothing', async () => {
      const { company, customer, quote, rep } = await setUp(server(), { MAIL: null })
      await rep.put(`/clients/${customer.id}`, { MAIL: 'complice@example.com' })
      // A first address cannot sign, so it blocks nothing; the number is told of it.
      expect(await sentTo(server(), company, customer.phone)).toHaveLength(1)
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
      await rep.put(`/clients/${customer.id}`, { PORTABLE: newMobile() })
      expect(await sentTo(server(), company, 'complice@example.com')).toEqual([])
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(422)
    })

    it('[SPA-04] a first number of a customer without other contact counts like one given at the creation', async () => {
      const company = await server().company()
      const rep = company.as('camille')
      const record = await newClient(rep, { PORTABLE: null, TELEPHONE: null, MAIL: null })
      const devis = await newDevis(rep, await newProjet(rep, { IDCLIENT: record.IDCLIENT }), {
        DATE_EDITION: '2026-01-05',
        DATE_VALIDITE: '2999-12-31',
      })
      await setQuote(server(), company, devis.IDDEVIS as string, { DATE_TRANSMISSION: TRANSMITTED })
      await rep.put(`/clients/${record.IDCLIENT}`, { PORTABLE: newMobile() })
      const quote = devis.IDDEVIS as string
      expect((await askCode(await byLink(server(), company, quote), quote)).status).toBe(200)
    })
  },
  WITH_OUTBOX,
)
