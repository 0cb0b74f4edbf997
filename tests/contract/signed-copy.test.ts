import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { reducedVat } from '../../documents/devis-words.ts'
import type { Values } from '../../schemas/merge.ts'
import { appendEvidence } from '../../server/evidence/chain.ts'
import { documentOf, readParties } from '../../server/evidence/document.ts'
import { requeue } from '../../server/messages/message-rows.ts'
import { DeliveryError } from '../../server/ports/delivery.ts'
import type { MailPort, OutgoingMail } from '../../server/ports/mail/mail.ts'
import { readRow } from '../../server/repositories/rows.ts'
import { describeContract } from '../support/contract.ts'
import { pdfPages, pdfText } from '../support/pdf-text.ts'
import {
  type Customer,
  givenQuote,
  messagesOf,
  newCustomer,
  setQuote,
  signBody,
  signedQuote,
  WITH_OUTBOX,
} from '../support/space.ts'

const mails: OutgoingMail[] = []
/** What the mail server says of the next mails: null takes them. */
let refusal: DeliveryError | null = null
const mail: MailPort = {
  sends: () => true,
  async send(one) {
    if (refusal) throw refusal
    mails.push(one)
    return { status: 'sent', providerId: 'test' }
  },
}

describeContract(
  'the customer’s copy of a signed quote',
  (server) => {
    const pdfOf = async (customer: Customer, id: string): Promise<string> => {
      const answer = await server().app.inject({
        url: `/api/space/devis/${id}/pdf`,
        headers: { authorization: `Bearer ${customer.caller.token}` },
      })
      return pdfText(answer.rawPayload)
    }
    const copyOf = (id: string, rows: Values[]): Values[] =>
      rows.filter(({ key, record_id }) => record_id === id && key === `mail:devis-contrat:${id}`)

    it('[SPA-04] is mailed at once and once: the signed PDF, its conditions, the withdrawal form and its deadline', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const answer = await customer.caller.post(
        `/space/devis/${id}/sign`,
        await signBody(server(), company, customer, id),
      )
      expect(answer.data.mail).toBe(true)
      await server().app.messages.drain()
      await server().app.messages.drain()
      const sent = mails.filter(({ to }) => to === customer.record.MAIL)
      expect(sent).toHaveLength(1)
      const [{ payload } = { payload: null }] = sent
      expect(payload?.text).toMatch(/ci-joint.*contrat signé.*formulaire de rétractation/)
      const [file] = payload?.attachments ?? []
      expect(file).toMatchObject({ name: expect.stringMatching(/^Devis D-.*\.pdf$/), type: 'application/pdf' })
      const pages = await pdfPages((await file?.read?.()) ?? new Uint8Array())
      expect(pages.join('\n')).toContain('Signé par Marie Durand')
      expect(pages.at(-1)).toContain('Formulaire de rétractation')
      expect(copyOf(id, await messagesOf(server(), company))).toMatchObject([{ status: 'sent', attempts: 1 }])
    })

    it('[SPA-04] [DAY-15 sent] the quote’s page says to whom and when it left', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      await server().app.messages.drain()
      const { data } = await company.as('camille').get(`/devis/${id}/envois?limit=1`)
      expect(data.CONTRAT).toEqual({
        DESTINATAIRE: customer.record.MAIL,
        ETAT: 'sent',
        ENVOYE_LE: expect.stringMatching(/^\d{4}-/),
      })
      // A quote that is not signed has no contract.
      const other = await givenQuote(server(), company, customer)
      expect((await company.as('camille').get(`/devis/${other}/envois`)).data.CONTRAT).toBeUndefined()
    })

    it('[SPA-04] a customer without an address is told so, and the quote’s page knows that no copy left', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { MAIL: null })
      const id = await givenQuote(server(), company, customer)
      const body = await signBody(server(), company, customer, id)
      expect((await customer.caller.post(`/space/devis/${id}/sign`, body)).data.mail).toBe(false)
      expect((await company.as('camille').get(`/devis/${id}/envois`)).data.CONTRAT).toBeNull()
    })

    it('[SPA-04] what is signed says its conditions; the box is ticked for the same words of reduced VAT', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const LIGNES = [{ id: 'a', LIBELLE: 'Fenêtre', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 50_000, TAUX_TVA: 550 }]
      const id = await givenQuote(server(), company, customer, { LIGNES })
      const { data: read } = await customer.caller.get(`/space/devis/${id}`)
      const vat = reducedVat(LIGNES)
      expect(vat).toContain('rénovation énergétique')
      expect(read.conditions).toContainEqual(expect.stringContaining(`le client certifie que ${vat}`))
      expect(read.consentement).toContain(`Je certifie que ${vat}`)
      expect(read.conditions).toContainEqual(expect.stringContaining('quatorze jours'))
      expect(read.formulaire).toContainEqual(expect.stringContaining('ma rétractation du contrat'))
      await customer.caller.post(`/space/devis/${id}/sign`, await signBody(server(), company, customer, id))
      const [proof] = (await customer.caller.get(`/space/devis/${id}/evidence`)).data.preuves as Values[]
      expect(JSON.parse(String(proof?.document))).toMatchObject({ conditions: read.conditions })
      // Another insurance later is not what was signed.
      await server().db.inTenant(company.id, (tx) =>
        sql`update company set "ASSURANCE" = 'Un autre assureur'`.execute(tx),
      )
      expect((await customer.caller.get(`/space/devis/${id}`)).data.conditions).toEqual(read.conditions)
      expect(await pdfOf(customer, id)).not.toContain('Un autre assureur')
    })

    it('[SPA-04] [I13] a quote that was signed before its conditions were sealed keeps the words of its time', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      await server().db.inTenant(company.id, async (tx) => {
        const row = await readRow(tx, { resource: 'devis', id })
        const quote = row?.record as unknown as Parameters<typeof documentOf>[0]
        const document = documentOf(quote, await readParties(tx, quote))
        const at = '2026-11-02T09:00:00.000Z'
        await appendEvidence(tx, server().app.secrets.evidence, {
          devisId: id,
          kind: 'signature',
          document,
          at,
          facts: { client: { telephone: '' } },
        })
      })
      await setQuote(server(), company, id, { DEVIS_SIGNE: 1, DATE_SIGNATURE: '2026-11-02T09:00:00.000Z' })
      const said = await pdfOf(customer, id)
      expect(said).toContain('Contrat conclu hors établissement : le client peut se rétracter sans motif')
      expect(said).not.toContain('démarchage')
      const { data } = await customer.caller.get(`/space/devis/${id}`)
      expect(data.conditions).toContainEqual(expect.stringContaining('peut se rétracter sans motif'))
      expect((await customer.caller.get(`/space/devis/${id}/evidence`)).data.verifie).toBe(true)
    })

    it('[SPA-04] nothing is said once the list of messages is old enough to be deleted', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { MAIL: null })
      const id = await givenQuote(server(), company, customer)
      await setQuote(server(), company, id, { DEVIS_SIGNE: 1, DATE_SIGNATURE: '2019-01-07T09:00:00.000Z' })
      expect((await company.as('camille').get(`/devis/${id}/envois`)).data.CONTRAT).toBeUndefined()
    })

    it('[SPA-04] [API-13] one that the mail server refuses is told to the seller; sent again it goes to the corrected address', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { IDPERSONNEL: 'camille' })
      refusal = new DeliveryError('failed', 'Adresse inconnue.')
      try {
        const id = await signedQuote(server(), company, customer)
        await server().app.messages.drain()
        const told = (await company.as('camille').get('/notifications')).list
        expect(told.map(({ TYPE, IDENREGISTREMENT }) => [TYPE, IDENREGISTREMENT])).toContainEqual(['message_perdu', id])
        expect((await company.as('camille').get(`/devis/${id}/envois`)).data.CONTRAT).toMatchObject({ ETAT: 'failed' })
        const [lost] = copyOf(id, await messagesOf(server(), company))
        refusal = null
        const MAIL = `corrige-${customer.record.MAIL}`
        await company.as('camille').put(`/clients/${customer.id}`, { MAIL })
        await server().db.inTenant(company.id, (tx) => requeue(tx, lost?.id as string))
        await server().app.messages.drain()
        expect(mails.filter(({ to }) => to === MAIL).map(({ id }) => id)).toEqual([lost?.id])
        expect((await company.as('camille').get(`/devis/${id}/envois`)).data.CONTRAT).toMatchObject({
          DESTINATAIRE: MAIL,
          ETAT: 'sent',
        })
      } finally {
        refusal = null
      }
    })
  },
  WITH_OUTBOX,
  { mail },
)
