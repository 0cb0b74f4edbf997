import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { sha256 } from '../../server/evidence/canonical.ts'
import { describeContract } from '../support/contract.ts'
import { newDevis, newIntervention, newProjet } from '../support/contract-records.ts'
import {
  givenQuote,
  lastCode,
  messagesOf,
  newCustomer,
  otherThan,
  setQuote,
  signBody,
  signedQuote,
  signingCode,
  TRANSMITTED,
  WITH_OUTBOX,
} from '../support/space.ts'

const VALID = { DATE_EDITION: '2026-01-05', DATE_VALIDITE: '2999-12-31' }

describeContract(
  'signing a quote',
  (server) => {
    it('[API-10] [SPA-04] [API-09] name, code and hash of the document sign the quote; its project becomes an order', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const before = await company.as('camille').get(`/devis/${id}`)
      const { rows } = await company.as('camille').pull('/devis')
      const hints: unknown[] = []
      const stop = server().app.hints.subscribe(company.id, (hint) => hints.push(hint.resource))
      const body = await signBody(server(), company, customer, id)
      const answer = await customer.caller.post(`/space/devis/${id}/sign`, body)
      expect(answer.status).toBe(200)
      expect(answer.data).toMatchObject({ isCommande: true, etat: 'signe' })
      const after = await company.as('camille').get(`/devis/${id}`)
      expect(after.data).toMatchObject({ DEVIS_SIGNE: 1, DATE_SIGNATURE: answer.data.DATE_SIGNATURE })
      expect(after.data.VERSION).toBe((before.data.VERSION as number) + 1)
      const projet = await company.as('camille').get(`/projets/${before.data.IDPROJET}`)
      expect(projet.data.IDETAT_PROJET).toBe(4)
      // Devices get a hint and receive it.
      const pulled = (await company.as('camille').pull('/devis')).rows.find((row) => row.IDDEVIS === id)
      expect(pulled?._seq).toBeGreaterThan(rows.find((row) => row.IDDEVIS === id)?._seq as number)
      await expect.poll(() => hints).toEqual(expect.arrayContaining(['devis', 'projet']))
      stop()
    })

    it('[ENT-07] an order that is signed once the works of another one are over opens the finished project again', async () => {
      const company = await server().company()
      const camille = company.as('camille')
      const customer = await newCustomer(server(), company)
      const projet = await newProjet(camille, { IDCLIENT: customer.id })
      const [first, more] = [await newDevis(camille, projet, VALID), await newDevis(camille, projet, VALID)]
      const order = { DEVIS_SIGNE: 1, DATE_SIGNATURE: '2020-02-03T09:00:00.000Z' }
      await setQuote(server(), company, String(first.IDDEVIS), order)
      const works = await newIntervention(company.as('diane'), projet, {
        IDDEVIS: first.IDDEVIS,
        RDV_DEBUT: '2020-03-02 08:00',
        RDV_FIN: '2020-03-02 17:00',
      })
      await server().db.inTenant(company.id, async (tx) => {
        await sql`update intervention set "FEEDBACK" = 'bon', "DATE_FEEDBACK" = '2020-03-02T15:00:00.000Z', seq = take_seq(1)
          where "IDINTERVENTION" = ${works.IDINTERVENTION}`.execute(tx)
        await sql`update projet set "IDETAT_PROJET" = 5, seq = take_seq(1) where "IDPROJET" = ${projet.IDPROJET}`.execute(
          tx,
        )
      })
      const state = async () =>
        ((await customer.caller.get(`/space/project/${projet.IDPROJET}`)).data.etatProjet as Values).title
      const id = String(more.IDDEVIS)
      await setQuote(server(), company, id, { DATE_TRANSMISSION: TRANSMITTED })
      expect(await state()).toBe('Projet finalisé')
      const body = await signBody(server(), company, customer, id)
      expect((await customer.caller.post(`/space/devis/${id}/sign`, body)).status).toBe(200)
      expect(await state()).toBe('Commande en cours')
    })

    it('[SPA-04] the salesperson is told, the customer has a receipt with the hash by mail', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const evidence = await customer.caller.get(`/space/devis/${id}/evidence`)
      const [proof] = evidence.data.preuves as { empreinte: string }[]
      const messages = await messagesOf(server(), company)
      const told = (await company.as('camille').get('/notifications')).list
      expect(told.map(({ TYPE, IDENREGISTREMENT }) => [TYPE, IDENREGISTREMENT])).toContainEqual(['devis_signe', id])
      const [mail] = messages.filter((message) => message.channel === 'mail')
      expect(mail?.recipient).toBe(customer.record.MAIL)
      expect(JSON.stringify(mail?.payload)).toContain(proof?.empreinte)
    })

    it('[SPA-04] [OPS-03 proxy] the evidence holds identity, masked phone, code times, address, device, exact consent and both hashes', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const view = await customer.caller.get(`/space/devis/${id}`)
      const body = await signBody(server(), company, customer, id)
      await customer.caller.post(`/space/devis/${id}/sign`, body, {
        // An address that the customer forges is not sealed.
        headers: {
          'user-agent': 'Essai/1.0',
          'lolapp-device': 'telephone-1',
          'x-forwarded-for': '203.0.113.9',
          forwarded: 'for=203.0.113.9',
        },
      })
      const { data } = await customer.caller.get(`/space/devis/${id}/evidence`)
      expect(data.verifie).toBe(true)
      const [proof] = data.preuves as Record<string, string>[]
      const record = JSON.parse(proof?.enregistrement ?? '')
      expect(record).toMatchObject({
        kind: 'signature',
        company: company.id,
        devis: id,
        signataire: 'Marie Durand',
        client: { id: customer.id, telephone: `06 •• •• •• ${customer.phone.slice(-2)}` },
        code: { challenge: body.challenge },
        requete: { ip: '127.0.0.1', navigateur: 'Essai/1.0', appareil: 'telephone-1', acces: 'espace' },
        consentement: { texte: view.data.consentement, forme: 'case' },
        document: { sha256_before: view.data.sha256 },
      })
      expect(Date.parse(record.code.envoye)).toBeLessThanOrEqual(Date.parse(record.code.verifie))
      expect(Date.parse(record.code.verifie)).toBeLessThanOrEqual(Date.parse(record.at))
      expect(record.document.sha256_after).not.toBe(record.document.sha256_before)
      expect(proof?.enregistrement).not.toContain(customer.phone)
      expect(proof?.enregistrement).not.toContain(body.CODE)
      // The customer can check it without us.
      expect(sha256(proof?.enregistrement ?? '')).toBe(proof?.empreinte)
      expect(sha256(proof?.document ?? '')).toBe(view.data.sha256)
      const staff = await company.as('camille').get(`/devis/${id}/evidence`)
      expect(staff.data).toEqual(data)
    })

    it('[SPA-04] [SYN-04] a quote that changed after it was read: 409, nothing is signed; read again it can be signed', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const body = await signBody(server(), company, customer, id)
      await company.as('camille').put(`/devis/${id}`, { OBJET: 'Autre chose' })
      const answer = await customer.caller.post(`/space/devis/${id}/sign`, body)
      expect([answer.status, answer.code]).toEqual([409, 'CONFLICT'])
      const { sha256: fresh } = (await customer.caller.get(`/space/devis/${id}`)).data
      // A code is valid only for the document that it was requested for.
      expect((await customer.caller.post(`/space/devis/${id}/sign`, { ...body, sha256: fresh })).status).toBe(409)
      const { data } = await company.as('camille').get(`/devis/${id}`)
      expect([data.DEVIS_SIGNE, data.DATE_SIGNATURE]).toEqual([0, null])
      expect((await customer.caller.get(`/space/devis/${id}/evidence`)).data.preuves).toEqual([])
      expect((await messagesOf(server(), company)).map((message) => message.channel)).toEqual(['sms'])
      const anew = await signBody(server(), company, customer, id)
      expect((await customer.caller.post(`/space/devis/${id}/sign`, anew)).status).toBe(200)
    })

    it('[SPA-04] an edit takes no mandatory mention from a given quote, also when it comes late from a device', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const camille = company.as('camille')
      const before = (await camille.get(`/devis/${id}`)).data
      const [line] = before.LIGNES as Values[]
      const said = async (patch: Values): Promise<unknown[]> => {
        const base = Object.fromEntries(Object.keys(patch).map((name) => [name, before[name]]))
        const { status, body } = await camille.put(`/devis/${id}`, patch, { base })
        return [status, body.errors]
      }
      expect(await said({ LIGNES: [] })).toEqual([422, { LIGNES: ["Le devis n'a aucune ligne."] }])
      expect(await said({ LIGNES: [{ ...line, UNITE: '' }] })).toEqual([
        422,
        { LIGNES: [`L'unité de la ligne « ${String(line?.LIBELLE)} » manque.`] },
      ])
      expect(await said({ DATE_VALIDITE: null })).toEqual([
        422,
        { DATE_VALIDITE: ['La date de fin de validité du devis manque.'] },
      ])
      expect((await said({ LIGNES: [{ ...line, UNITE: 'm²' }] }))[0]).toBe(200)
      expect((await customer.caller.get(`/space/devis/${id}`)).data).toMatchObject({ DATE_VALIDITE: '2999-12-31' })
    })

    it('[SPA-04] a quote that lacks a mandatory mention is not signed, and its customer reads why', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const body = await signBody(server(), company, customer, id)
      await setQuote(server(), company, id, { DATE_VALIDITE: null })
      const asked = await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: id })
      const signed = await customer.caller.post(`/space/devis/${id}/sign`, body)
      for (const { status, body } of [asked, signed]) {
        expect([status, body.details]).toEqual([409, { reason: 'incomplet' }])
        expect(body.message).toMatch(/incomplet.*La date de fin de validité du devis manque.*conseiller/)
      }
      // Whoever does not want it may still refuse it.
      expect((await customer.caller.post(`/space/devis/${id}/refuse`, {})).status).toBe(200)
    })

    it('[SPA-04] an unknown hash, or a code without a hash, signs nothing', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const body = await signBody(server(), company, customer, id)
      const sign = (more: object) => customer.caller.post(`/space/devis/${id}/sign`, { ...body, ...more })
      expect((await sign({ sha256: '0'.repeat(64) })).status).toBe(409)
      for (const wrong of [{ sha256: undefined }, { consent: false }, { consent: undefined }, { NOM_SIGNATAIRE: '  ' }])
        expect([wrong, (await sign(wrong)).status]).toEqual([wrong, 422])
      expect((await sign({})).status).toBe(200)
    })

    it('[SPA-04] refused, expired and already signed quotes get their own messages', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const said = async (id: string): Promise<unknown[]> => {
        const { status, body } = await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: id })
        return [status, (body.details as { reason?: string } | undefined)?.reason, String(body.message)]
      }
      const refused = await givenQuote(server(), company, customer)
      await customer.caller.post(`/space/devis/${refused}/refuse`, {})
      expect(await said(refused)).toEqual([409, 'refuse', expect.stringContaining('refusé')])
      const expired = await givenQuote(server(), company, customer, { DATE_VALIDITE: '2020-02-03' })
      expect(await said(expired)).toEqual([409, 'expire', expect.stringContaining('03/02/2020')])
      const signed = await signedQuote(server(), company, customer)
      expect(await said(signed)).toEqual([409, 'signe', expect.stringContaining('déjà signé')])
      const draft = await givenQuote(server(), company, customer)
      await setQuote(server(), company, draft, { DATE_TRANSMISSION: null })
      expect((await said(draft))[0]).toBe(404)
    })

    it('[SPA-04] a quote that expires, or is refused, between the code and the signature is not signed', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const body = await signBody(server(), company, customer, id)
      await customer.caller.post(`/space/devis/${id}/refuse`, { MOTIF: 'Trop cher' })
      const answer = await customer.caller.post(`/space/devis/${id}/sign`, body)
      expect([answer.status, answer.body.details]).toEqual([409, { reason: 'refuse' }])
    })

    it('[API-09] a code can be checked before it signs, and stays valid', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const { challenge, CODE, ...body } = await signBody(server(), company, customer, id)
      const verify = (code: unknown) => customer.caller.post('/sms/otp/verify', { IDDEVIS: id, challenge, CODE: code })
      expect((await verify(otherThan(CODE as string))).status).toBe(422)
      expect((await verify(CODE)).data).toEqual({ verified: true })
      expect((await customer.caller.post(`/space/devis/${id}/sign`, { ...body, challenge, CODE })).status).toBe(200)
      expect((await verify(CODE)).status).toBe(422)
    })

    it('[API-09] the code is sent to the number in the client record, which the answer masks', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const asked = await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: id })
      expect(asked.data.PORTABLE).toBe(`06 •• •• •• ${customer.phone.slice(-2)}`)
      expect(JSON.stringify(asked.body)).not.toContain(customer.phone)
      expect(await lastCode(server(), company, customer.phone)).toMatch(/^\d{6}$/)
      const none = await newCustomer(server(), company, { PORTABLE: null })
      const quote = await givenQuote(server(), company, none)
      expect((await none.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: quote })).status).toBe(422)
    })

    it.each(['0478000001', '+32470123456', null])(
      '[API-09] no code is promised to a number that gets no SMS: %s',
      async (TELEPHONE) => {
        const company = await server().company()
        const customer = await newCustomer(server(), company, { PORTABLE: null, TELEPHONE })
        const id = await givenQuote(server(), company, customer)
        const asked = await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: id })
        expect([asked.status, asked.body.message]).toEqual([
          422,
          expect.stringMatching(/^Aucun numéro de portable français/),
        ])
      },
    )

    it('[SPA-04] [SEC] cross-purpose: a login code, a code of another quote, of another customer, signs nothing', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const other = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const second = await givenQuote(server(), company, customer)
      const theirs = await givenQuote(server(), company, other)
      const { sha256: seen } = (await customer.caller.get(`/space/devis/${id}`)).data
      const body = { NOM_SIGNATAIRE: 'Marie Durand', consent: true, sha256: seen }
      const login = await server().app.inject({
        method: 'POST',
        url: '/api/space/generateOtp',
        headers: { 'company-key': company.id },
        payload: { PORTABLE: customer.phone },
      })
      const challenge = login.json().data.challenge
      const CODE = await lastCode(server(), company, customer.phone)
      const codes = [
        { challenge, CODE },
        await signingCode(server(), company, customer, second),
        await signingCode(server(), company, other, theirs),
      ]
      for (const code of codes) {
        const answer = await customer.caller.post(`/space/devis/${id}/sign`, { ...body, ...code })
        expect([answer.status, answer.code]).toEqual([422, 'VALIDATION_ERROR'])
      }
      expect((await company.as('camille').get(`/devis/${id}`)).data.DEVIS_SIGNE).toBe(0)
    })

    it('[SPA-04] [SEC] brute force: five wrong signing codes invalidate the right one', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const body = await signBody(server(), company, customer, id)
      const sign = (CODE: unknown) => customer.caller.post(`/space/devis/${id}/sign`, { ...body, CODE })
      for (let tries = 0; tries < 5; tries += 1) expect((await sign(otherThan(body.CODE as string))).status).toBe(422)
      expect((await sign(body.CODE)).status).toBe(422)
      expect((await company.as('camille').get(`/devis/${id}`)).data.DEVIS_SIGNE).toBe(0)
    })

    it('[SPA-04] [SEC] two signatures at once: one is made, with one record and one receipt', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const one = await signBody(server(), company, customer, id)
      const two = { ...one, ...(await signingCode(server(), company, customer, id)) }
      const answers = await Promise.all(
        [one, one, two, two].map((body) => customer.caller.post(`/space/devis/${id}/sign`, body)),
      )
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
      for (const answer of answers) expect([200, 409, 422]).toContain(answer.status)
      const { data } = await customer.caller.get(`/space/devis/${id}/evidence`)
      expect([data.verifie, (data.preuves as unknown[]).length]).toEqual([true, 1])
      const mails = (await messagesOf(server(), company)).filter((message) => message.channel === 'mail')
      expect(mails).toHaveLength(1)
    })

    it('[SYN-04] [SEC] a signed quote is immutable: PUT, DELETE and a command of a device are refused with a message', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const { data: before } = await company.as('camille').get(`/devis/${id}`)
      const { OBJET, LIGNES } = before
      for (const refused of [
        await company.as('camille').put(`/devis/${id}`, { OBJET: 'Autre' }),
        await company
          .as('alice')
          .put(`/devis/${id}`, { LIGNES: [] }, { base: { LIGNES }, seen: before.VERSION as number }),
        await company.as('alice').put(`/devis/${id}`, { OBJET: 'Hors ligne' }, { base: { OBJET }, counter: 900 }),
        await company.as('alice').del(`/devis/${id}`),
      ])
        expect([refused.status, refused.code]).toEqual([422, 'IMMUTABLE'])
      expect((await company.as('camille').get(`/devis/${id}`)).data).toEqual(before)
      const update = server().db.inTenant(company.id, (tx) =>
        sql`update devis set "NET_HT" = 1, seq = take_seq(1) where "IDDEVIS" = ${id}`.execute(tx),
      )
      await expect(update).rejects.toMatchObject({ code: 'LO002' })
      const rewrite = server().db.inTenant(company.id, (tx) =>
        sql`update devis_evidence set kind = 'refusal'`.execute(tx),
      )
      await expect(rewrite).rejects.toMatchObject({ code: 'LO003' })
    })

    it('[SPA-04] once another quote of the project is signed it asks nothing any more, until it is sent again', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const { IDPROJET } = (await company.as('camille').get(`/devis/${id}`)).data
      const sibling = (await newDevis(company.as('camille'), { IDPROJET, IDCLIENT: customer.id }, VALID))
        .IDDEVIS as string
      await setQuote(server(), company, sibling, { DATE_TRANSMISSION: '2026-01-06T09:00:00.000Z' })
      // Both codes are there before the first signature.
      const both = [
        await signBody(server(), company, customer, id),
        await signBody(server(), company, customer, sibling),
      ]
      expect((await customer.caller.post(`/space/devis/${id}/sign`, both[0])).status).toBe(200)
      const answer = await customer.caller.post(`/space/devis/${sibling}/sign`, both[1])
      expect(answer.status).toBe(409)
      expect(answer.body.message).toBe(
        "Un autre devis de ce projet est signé. Celui-ci n'est plus à signer : parlez-en à votre conseiller.",
      )
      expect((await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: sibling })).status).toBe(409)
      expect((await customer.caller.get('/space/devis_attente')).data).toEqual([])
      expect((await customer.caller.get(`/space/devis/${sibling}`)).data).toMatchObject({ autreSigne: true })
      expect((await company.as('camille').post(`/devis/${sibling}/public_link`, undefined)).status).toBe(409)
      const reminder = { RELANCES: [{ id: 'relance-autre', CANAL: 'mail' }] }
      const reminded = await company.as('camille').post(`/devis/${sibling}/relance`, reminder)
      expect([reminded.status, reminded.body.message]).toEqual([422, 'Un autre devis de ce projet est signé.'])
      // A project with a draft only is not « Devis prêt » for its customer.
      const draft = await newProjet(company.as('camille'), { IDCLIENT: customer.id })
      await newDevis(company.as('camille'), draft, VALID)
      const shown = await customer.caller.get(`/space/project/${draft.IDPROJET}`)
      expect(shown.data.etatProjet).toMatchObject({ title: 'Nouveau projet' })
      // The company proposes it on purpose.
      await setQuote(server(), company, sibling, { DATE_TRANSMISSION: '2999-01-01T00:00:00.000Z' })
      const again = await signBody(server(), company, customer, sibling)
      expect((await customer.caller.post(`/space/devis/${sibling}/sign`, again)).status).toBe(200)
    })

    it("[SEC] stored XSS: the signatory's name stays text in the evidence, the push and the mail", async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const NOM_SIGNATAIRE = '<img src=x onerror=alert(1)>"\u2028'
      const body = { ...(await signBody(server(), company, customer, id)), NOM_SIGNATAIRE }
      const answer = await customer.caller.post(`/space/devis/${id}/sign`, body)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toContain('application/json')
      expect((answer.data.preuve as { signataire: string }).signataire).toBe(NOM_SIGNATAIRE)
      for (const { payload } of await messagesOf(server(), company)) expect(payload).not.toHaveProperty('html')
    })

    it('[AUT-07] [SEC] an administrator who acts as the customer reads and signs nothing, refuses nothing', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const body = await signBody(server(), company, customer, id)
      const { token } = await server().app.sessions.open({
        kind: 'client',
        accountId: customer.id,
        companyId: company.id,
        deviceId: null,
        impersonator: 'admin:root',
      })
      const headers = { authorization: `Bearer ${token}` }
      expect((await customer.caller.get(`/space/devis/${id}`, headers)).status).toBe(200)
      for (const [path, payload] of [
        [`/space/devis/${id}/sign`, body],
        [`/space/devis/${id}/refuse`, {}],
        [`/space/devis/${id}/withdrawal`, { step: 'declare' }],
        ['/sms/otp', { purpose: 'sign', IDDEVIS: id }],
      ] as const)
        expect([path, (await customer.caller.post(path, payload, { headers })).status]).toEqual([path, 403])
    })
  },
  WITH_OUTBOX,
)
