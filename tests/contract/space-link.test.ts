import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { publicToken } from '../../server/space/public-link.ts'
import { type Caller, type ContractApp, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newDevis, newIntervention } from '../support/contract-records.ts'
import {
  anonymous,
  type Customer,
  givenQuote,
  lastCode,
  newCustomer,
  newMobile,
  plantFile,
  setQuote,
  signedQuote,
  TRANSMITTED,
  WITH_OUTBOX,
} from '../support/space.ts'
import { testSecrets } from '../support/test-app.ts'

const linkOf = async (company: ContractCompany, id: string): Promise<string> =>
  (await company.as('camille').post(`/devis/${id}/public_link`, undefined)).data.token as string

async function opened(server: ContractApp, company: ContractCompany, id: string): Promise<Caller> {
  const answer = await anonymous(server, company).post('/space/login_public', { token: await linkOf(company, id) })
  if (answer.status !== 200) throw new Error(`not opened: ${answer.status}`)
  return callerOf(server.app, answer.data.token as string)
}

/** Calls of the contract that a link's session must not have, besides those of its quote. */
const elsewhere = (id: string, customer: Customer): [method: 'get' | 'post' | 'put' | 'del', path: string][] => [
  ['get', '/space/client'],
  ['get', '/space/rdv'],
  ['get', '/space/devis_attente'],
  ['get', '/space/project'],
  ['get', '/space/project/any'],
  ['get', '/space/commande'],
  ['get', '/space/intervention'],
  ['get', `/space/commande/${id}`],
  ['get', `/space/devis/${id}/evidence`],
  ['post', `/space/devis/${id}/refuse`],
  ['post', `/space/devis/${id}/withdrawal`],
  ['post', '/space/mail/send'],
  ['get', `/devis_consultation?IDDEVIS=${id}`],
  ['get', `/devis/${id}`],
  ['put', `/devis/${id}`],
  ['del', `/devis/${id}`],
  ['post', `/devis/${id}/public_link`],
  ['get', `/devis/${id}/evidence`],
  ['get', `/clients/${customer.id}`],
  ['get', '/clients'],
  ['get', '/projets'],
  ['get', '/datacache'],
  ['get', '/sync/bootstrap'],
  ['post', '/drive/search'],
]

describeContract(
  'public link of a quote',
  (server) => {
    it('[API-10] a link opens its quote, which is read and signed by a code sent to the customer, and nothing else', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const link = await opened(server(), company, id)
      const view = await link.get(`/space/devis/${id}`)
      expect(view.data).toMatchObject({ IDDEVIS: id, isPublicDevis: true })
      const { IDPROJET } = (await company.as('camille').get(`/devis/${id}`)).data as { IDPROJET: string }
      const works = await newIntervention(company.as('alice'), { IDPROJET }, { IDDEVIS: id })
      const ofQuote = { RESSOURCE: 'devis', IDENREGISTREMENT: id, IDPROJET } as const
      const ofWorks = {
        RESSOURCE: 'intervention',
        IDENREGISTREMENT: String(works.IDINTERVENTION),
        IDPROJET,
      } as const
      await plantFile(server(), company, { ...ofWorks, ORIGINE: 'intervention_sign_pv', NOM: 'PV.pdf' })
      await plantFile(server(), company, { ...ofQuote, ORIGINE: 'document', NOM: 'Note interne.pdf' })
      const former = await plantFile(server(), company, { ...ofQuote, ORIGINE: 'devis', NOM: 'Ancien devis.pdf' })
      await plantFile(server(), company, { ...ofQuote, ORIGINE: 'devis', NOM: 'Devis.pdf' })
      expect((await company.as('alice').del(`/fichiers/${former}`)).status).toBe(204)
      const namesFor = async (caller: Caller) =>
        (await caller.get(`/space/devis/${id}/files`)).list.map(({ NOM }) => NOM).sort()
      expect(await namesFor(link)).toEqual(['Devis.pdf'])
      // Their own space gives them the PV as well.
      expect(await namesFor(customer.caller)).toEqual(['Devis.pdf', 'PV.pdf'])
      const { challenge } = (await link.post('/sms/otp', { purpose: 'sign', IDDEVIS: id })).data
      const CODE = await lastCode(server(), company, customer.phone)
      const body = { NOM_SIGNATAIRE: 'Marie Durand', consent: true, sha256: view.data.sha256, challenge, CODE }
      const signed = await link.post(`/space/devis/${id}/sign`, body)
      expect(signed.status).toBe(200)
      const record = JSON.parse((signed.data.preuve as { enregistrement: string }).enregistrement)
      expect(record.requete.acces).toBe('lien')
      // A signed quote is no longer public.
      expect((await link.get(`/space/devis/${id}`)).status).toBe(404)
    })

    it.each(['its quote', 'a variant of it'])(
      '[SPA-04] who signs %s again by the link, because the answer was lost, learns that it is signed; another link’s holder learns nothing',
      async (which) => {
        const company = await server().company()
        const camille = company.as('camille')
        const customer = await newCustomer(server(), company)
        const beside = await givenQuote(server(), company, await newCustomer(server(), company))
        const first = await givenQuote(server(), company, customer)
        const [link, other] = [await opened(server(), company, first), await opened(server(), company, beside)]
        let id = first
        if (which !== 'its quote') {
          const { IDPROJET } = (await camille.get(`/devis/${first}`)).data
          const dates = { DATE_EDITION: '2019-01-05', DATE_VALIDITE: '2999-12-31' }
          const variant = { ...dates, GROUPE_VARIANTES: first, VARIANTE: 'Confort' }
          id = String((await newDevis(camille, { IDPROJET, IDCLIENT: customer.id }, variant)).IDDEVIS)
          await setQuote(server(), company, id, { DATE_TRANSMISSION: TRANSMITTED })
        }
        const { sha256 } = (await link.get(`/space/devis/${id}`)).data
        const { challenge } = (await link.post('/sms/otp', { purpose: 'sign', IDDEVIS: id })).data
        const CODE = await lastCode(server(), company, customer.phone)
        const body = { NOM_SIGNATAIRE: 'Marie Durand', consent: true, sha256, challenge, CODE }
        const path = `/space/devis/${id}/sign`
        expect((await link.post(path, body)).status).toBe(200)
        const asked = { purpose: 'sign', IDDEVIS: id }
        for (const again of [await link.post(path, body), await link.post('/sms/otp', asked)])
          expect([again.status, again.body]).toEqual([
            409,
            expect.objectContaining({
              message: expect.stringMatching(/^Ce devis est déjà signé depuis le /),
              details: expect.objectContaining({ reason: 'signe' }),
            }),
          ])
        expect((await other.post(path, body)).status).toBe(404)
        expect((await other.post('/sms/otp', asked)).status).toBe(404)
      },
    )

    it('[API-10] staff who may see a quote get its link when it is transmitted and neither signed nor refused', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const answer = await company.as('camille').post(`/devis/${id}/public_link`, undefined)
      expect(answer.data.url).toBe(
        `http://${company.id.replace('company-', '')}.localhost:3000/devis/public#${answer.data.token}`,
      )
      expect((await company.as('bruno').post(`/devis/${id}/public_link`, undefined)).status).toBe(404)
      expect((await customer.caller.post(`/devis/${id}/public_link`, undefined)).status).toBe(403)
      await setQuote(server(), company, id, { DATE_TRANSMISSION: null })
      expect((await company.as('camille').post(`/devis/${id}/public_link`, undefined)).status).toBe(409)
      const signed = await signedQuote(server(), company, customer)
      expect((await company.as('camille').post(`/devis/${signed}/public_link`, undefined)).status).toBe(409)
    })

    it('[API-10] [SEC] a link ends with its transmission, a refusal or a signature', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const token = await linkOf(company, id)
      const session = await opened(server(), company, id)
      const login = () => anonymous(server(), company).post('/space/login_public', { token })
      await setQuote(server(), company, id, { DATE_TRANSMISSION: '2026-03-01T09:00:00.000Z' })
      expect((await login()).status).toBe(404)
      await setQuote(server(), company, id, { DATE_TRANSMISSION: TRANSMITTED })
      expect((await login()).status).toBe(200)
      await customer.caller.post(`/space/devis/${id}/refuse`, {})
      expect((await login()).status).toBe(404)
      expect((await session.get(`/space/devis/${id}`)).status).toBe(404)
    })

    it('[API-10] [SEC] a link’s session lasts a day; link and session end with the validity of the quote', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer, { DATE_VALIDITE: '2999-12-31' })
      const token = await linkOf(company, id)
      const login = () => anonymous(server(), company).post('/space/login_public', { token })
      const answer = await login()
      expect(Date.parse(String(answer.data.expires_at)) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
      const session = callerOf(server().app, answer.data.token as string)
      const reads = async () => (await session.get(`/space/devis/${id}`)).status
      expect(await reads()).toBe(200)
      await setQuote(server(), company, id, { DATE_VALIDITE: '2020-02-03' })
      expect([await reads(), (await login()).status]).toEqual([404, 404])
      expect((await company.as('camille').post(`/devis/${id}/public_link`, undefined)).status).toBe(409)
      // Its customer still reads it in their own space, and the staff makes it valid again.
      expect((await customer.caller.get(`/space/devis/${id}`)).status).toBe(200)
      await setQuote(server(), company, id, { DATE_VALIDITE: '2999-12-31' })
      expect([await reads(), (await login()).status]).toEqual([200, 200])
    })

    it('[API-10] [SEC] forged links: other quotes, other companies, other keys and cut tokens open nothing, and get the same answer', async () => {
      const company = await server().company()
      const other = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const second = await givenQuote(server(), company, customer)
      const token = await linkOf(company, id)
      const digest = token.slice(token.lastIndexOf('.') + 1)
      const contact = { mail: String(customer.record.MAIL).toLowerCase(), phone: customer.phone }
      const sentTo = { staff: contact }
      const quote = { IDDEVIS: id, IDCLIENT: customer.id, DATE_TRANSMISSION: TRANSMITTED, sentTo }
      expect(publicToken(testSecrets, company.id, quote)).toBe(token)
      const forged = [
        `${second}.${digest}`,
        `${id}.${'0'.repeat(64)}`,
        `${id}.${digest.slice(1)}`,
        `${id}.`,
        id,
        '.',
        `absent.${digest}`,
        publicToken(testSecrets, other.id, quote),
        publicToken(testSecrets, company.id, { ...quote, DATE_TRANSMISSION: null }),
        publicToken(testSecrets, company.id, {
          ...quote,
          sentTo: { staff: { ...contact, mail: 'autre@example.com' } },
        }),
        publicToken(testSecrets, company.id, { ...quote, sentTo: { mail: 'autre@example.com' } }),
        publicToken(testSecrets, company.id, { ...quote, sentTo: { sms: '0639980000' } }),
        publicToken(testSecrets, company.id, { ...quote, sentTo: { mail: '' } }),
      ]
      const refused = (await anonymous(server(), company).post('/space/login_public', { token: 'x.y' })).body
      for (const text of forged) {
        const answer = await anonymous(server(), company).post('/space/login_public', { token: text })
        expect([text, answer.status, answer.body]).toEqual([text, 404, refused])
      }
      expect((await anonymous(server(), other).post('/space/login_public', { token })).status).toBe(404)
    })

    it('[API-10] a link that the staff made opens after a first address or number of the customer, and ends with a change of it', async () => {
      const company = await server().company()
      const write = async (id: string, values: Values) =>
        expect((await company.as('camille').put(`/clients/${id}`, values)).status).toBe(200)
      const cases: [was: Values, first: Values, changed: Values][] = [
        [{ MAIL: null }, { MAIL: 'premiere@example.com' }, { MAIL: 'autre@example.com' }],
        [{ PORTABLE: null, TELEPHONE: null }, { PORTABLE: newMobile() }, { PORTABLE: newMobile() }],
        [
          { MAIL: null, PORTABLE: null, TELEPHONE: null },
          { MAIL: 'deux@example.com', PORTABLE: newMobile() },
          { MAIL: null, PORTABLE: null },
        ],
      ]
      for (const [was, first, changed] of cases) {
        const customer = await newCustomer(server(), company, was)
        const id = await givenQuote(server(), company, customer)
        const login = async (token: string) =>
          (await anonymous(server(), company).post('/space/login_public', { token })).status
        const before = await linkOf(company, id)
        await write(customer.id, first)
        expect([was, await login(before)]).toEqual([was, 200])
        const after = await linkOf(company, id)
        await write(customer.id, changed)
        // It may have gone there.
        expect([was, await login(after)]).toEqual([was, 404])
      }
    })

    it("[API-10] [AUT-11] [SEC] a session of a link is refused everywhere else, also for its customer's other quotes", async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const second = await givenQuote(server(), company, customer)
      const link = await opened(server(), company, id)
      for (const [method, path] of elsewhere(id, customer)) {
        const answer = method === 'get' || method === 'del' ? await link[method](path) : await link[method](path, {})
        expect([method, path, answer.status]).toEqual([method, path, 403])
      }
      expect((await link.get(`/space/devis/${second}`)).status).toBe(404)
      expect((await link.get(`/space/devis/${second}/files`)).status).toBe(404)
      expect((await link.post('/sms/otp', { purpose: 'sign', IDDEVIS: second })).status).toBe(404)
      expect((await link.post('/devis_consultation', { IDDEVIS: second })).status).toBe(404)
      const body = { NOM_SIGNATAIRE: 'Marie', consent: true, sha256: '0'.repeat(64), challenge: 'x', CODE: '000000' }
      expect((await link.post(`/space/devis/${second}/sign`, body)).status).toBe(404)
    })
  },
  WITH_OUTBOX,
)
