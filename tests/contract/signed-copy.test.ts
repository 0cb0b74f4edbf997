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
import { PAPERS, statePapers } from '../support/company-papers.ts'
import { type ContractCompany, describeContract } from '../support/contract.ts'
import { newAdresse } from '../support/contract-records.ts'
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
      await statePapers(server().db, company.id)
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
      const [{ payload, sender } = { payload: null, sender: null }] = sent
      // A withdrawal that is written as the answer to this mail reaches the company.
      expect(sender).toMatchObject({ MAIL: PAPERS.MAIL, MAIL_EXPEDITEUR: null })
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

    /** A quote signed for a site in Lyon, after which the company, the customer and the site have other names and addresses. */
    const signedThenMoved = async (company: ContractCompany, customer: Customer) => {
      const camille = company.as('camille')
      const id = await givenQuote(server(), company, customer)
      const projet = String((await camille.get(`/devis/${id}`)).data.IDPROJET)
      const build = async (ADRESSE: string, VILLE: string) => {
        const { IDADRESSE } = await newAdresse(camille, { ADRESSE, CODE_POSTAL: '69003', VILLE })
        const moved = await camille.put(`/projets/${projet}`, { ADRESSE_CHANTIER: IDADRESSE })
        expect(moved.status).toBe(200)
      }
      await build('9 rue Haute', 'Lyon')
      const body = await signBody(server(), company, customer, id)
      const read = async () => (await customer.caller.get(`/space/devis/${id}`)).data
      const before = await read()
      expect((await customer.caller.post(`/space/devis/${id}/sign`, body)).status).toBe(200)
      await build('1 quai Bas', 'Nantes')
      expect((await camille.put(`/clients/${customer.id}`, { NOM: 'Nouveau' })).status).toBe(200)
      await server().db.inTenant(company.id, (tx) =>
        sql`update company set "NOM" = 'Maison Neuve', "ADRESSE" = '2 place Neuve'`.execute(tx),
      )
      return { id, before, read }
    }
    const proofsOf = async (customer: Customer, id: string) => {
      const { data } = await customer.caller.get(`/space/devis/${id}/evidence`)
      return {
        verifie: data.verifie,
        proofs: data.preuves as { type: string; document: string; sha256_avant: string }[],
      }
    }

    it('[SPA-04] [I13] the page of a signed quote names the parties and the site that were signed; the form goes to the company of today', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const { id, before, read } = await signedThenMoved(company, customer)
      const after = await read()
      expect(before.chantier).toMatchObject({ ADRESSE: '9 rue Haute', VILLE: 'Lyon' })
      for (const name of ['entreprise', 'client', 'chantier', 'conditions', 'sha256'])
        expect([name, after[name]]).toEqual([name, before[name]])
      const { proofs } = await proofsOf(customer, id)
      expect(proofs.map(({ sha256_avant }) => sha256_avant)).toEqual([after.sha256])
      const form = (after.formulaire as string[]).join('\n')
      expect(form).toContain('Maison Neuve, 2 place Neuve')
      expect(form).toContain(`Nom du consommateur : ${String(customer.record.NOM)}`)
    })

    it.each(['withdrawal', 'cancellation'])(
      '[API-13] [I13] the evidence of an end is about the document that was signed (%s), and one about the parties of its day still verifies',
      async (how) => {
        const company = await server().company()
        const customer = await newCustomer(server(), company)
        const { id } = await signedThenMoved(company, customer)
        const path = `/space/devis/${id}/withdrawal`
        const ended =
          how === 'withdrawal'
            ? await customer.caller.post(path, {
                step: 'confirm',
                token: (await customer.caller.post(path, { step: 'declare' })).data.token,
              })
            : await company.as('alice').post(`/devis/${id}/annulation`, { GENRE: 'annulation', MOTIF: 'Prêt refusé' })
        expect(ended.status).toBe(200)
        const { verifie, proofs } = await proofsOf(customer, id)
        expect([verifie, proofs.map(({ type }) => type)]).toEqual([true, ['signature', how]])
        expect(proofs[1]?.document).toBe(proofs[0]?.document)
        // As a former version wrote it.
        await server().db.inTenant(company.id, async (tx) => {
          const row = await readRow(tx, { resource: 'devis', id })
          const quote = row?.record as unknown as Parameters<typeof documentOf>[0]
          const { conditions } = JSON.parse(proofs[0]?.document ?? '') as { conditions: string[] }
          const document = documentOf(quote, { ...(await readParties(tx, quote)), conditions })
          expect(document).toContain('Nantes')
          await appendEvidence(tx, server().app.secrets.evidence, {
            devisId: id,
            kind: 'withdrawal',
            document,
            at: new Date().toISOString(),
            facts: { client: { telephone: '' } },
          })
        })
        expect((await proofsOf(customer, id)).verifie).toBe(true)
      },
    )

    it('[SPA-04] nothing is said once the list of messages is old enough to be deleted', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { MAIL: null })
      const id = await givenQuote(server(), company, customer)
      await setQuote(server(), company, id, { DEVIS_SIGNE: 1, DATE_SIGNATURE: '2019-01-07T09:00:00.000Z' })
      expect((await company.as('camille').get(`/devis/${id}/envois`)).data.CONTRAT).toBeUndefined()
    })

    it('[SPA-04] [API-13] one that the mail server refuses is told to the office where its seller has left', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { IDPERSONNEL: 'camille' })
      const id = await givenQuote(server(), company, customer)
      const body = await signBody(server(), company, customer, id)
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into credential (company_id, personnel_id, mail, password_hash, disabled)
          values (${company.id}, 'camille', ${`camille-${company.id}@example.com`}, 'x', true)`.execute(tx),
      )
      refusal = new DeliveryError('failed', 'Adresse inconnue.')
      try {
        expect((await customer.caller.post(`/space/devis/${id}/sign`, body)).status).toBe(200)
        await server().app.messages.drain()
      } finally {
        refusal = null
      }
      const told = (await company.as('alice').get('/notifications')).list
      expect(told.map(({ TYPE, IDENREGISTREMENT }) => [TYPE, IDENREGISTREMENT])).toContainEqual(['message_perdu', id])
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
