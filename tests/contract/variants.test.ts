import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { verifyChain } from '../../server/evidence/verify.ts'
import { statePapers } from '../support/company-papers.ts'
import { type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newAdresse, newDevis, newId, newProjet } from '../support/contract-records.ts'
import { anonymous, type Customer, messagesOf, newCustomer, setQuote, signBody, WITH_OUTBOX } from '../support/space.ts'
import { testSecrets } from '../support/test-app.ts'

const LIGNE = { id: 'l', LIBELLE: 'Porte', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 20_000, TAUX_TVA: 1000 }

describeContract(
  'variants of a quote',
  (server) => {
    /** Three variants of one quote with all mandatory mentions, drafts; « Éco » is the first one. */
    async function setUp() {
      const company = await server().company()
      await statePapers(server().db, company.id)
      server().app.companies.forget()
      const camille = company.as('camille')
      const { IDADRESSE } = await newAdresse(camille)
      const customer = await newCustomer(server(), company, { IDADRESSE })
      const projet = await newProjet(camille, { IDCLIENT: customer.id, ADRESSE_CHANTIER: IDADRESSE })
      const common = { OBJET: 'Fenêtres', DATE_EDITION: '2026-11-20', DATE_VALIDITE: '2999-12-31' }
      const make = async (VARIANTE: string | undefined, more: Values = {}): Promise<string> => {
        const { IDDEVIS } = await newDevis(camille, projet, { ...common, ...(VARIANTE ? { VARIANTE } : {}), ...more })
        return IDDEVIS as string
      }
      const eco = await make('Éco')
      const dearer = { ...LIGNE, PRIX_UNITAIRE_HT: 30_000 }
      const confort = await make('Confort', { GROUPE_VARIANTES: eco, LIGNES: [dearer] })
      const premium = await make('Premium', { GROUPE_VARIANTES: eco })
      const give = (...ids: string[]) => Promise.all(ids.map((id) => camille.post(`/devis/${id}/transmit`, {})))
      return { company, camille, customer, projet, make, give, eco, confort, premium }
    }
    const mailsOf = async (company: ContractCompany): Promise<{ subject: string; text: string }[]> =>
      (await messagesOf(server(), company))
        .filter(({ channel, key }) => channel === 'mail' && /devis/.test(String(key)))
        .map(({ payload }) => payload as { subject: string; text: string })
    const shown = async (customer: Pick<Customer, 'caller'>, id: string): Promise<unknown[]> => {
      const { status, data } = await customer.caller.get(`/space/devis/${id}`)
      return status === 200 ? (data.variantes as Values[]).map(({ IDDEVIS }) => IDDEVIS) : [status]
    }

    it('[DAY-17 variants] (customer) reads those that were given, side by side; drafts, other projects and other quotes of the project are no part of it', async () => {
      const { company, camille, customer, make, give, eco, confort, premium } = await setUp()
      const alone = await make(undefined)
      const elsewhere = await newProjet(camille, { IDCLIENT: customer.id })
      const stranger = (await newDevis(camille, elsewhere, { GROUPE_VARIANTES: eco })).IDDEVIS as string
      await setQuote(server(), company, stranger, { DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z' })
      await give(confort, eco, alone)
      expect(await shown(customer, confort)).toEqual([eco, confort])
      expect(await shown(customer, alone)).toEqual([alone])
      expect(await shown(customer, stranger)).toEqual([stranger])
      expect(await shown(customer, premium)).toEqual([404])
      const { data } = await customer.caller.get(`/space/devis/${eco}`)
      expect(
        (data.variantes as Values[]).map(({ variante, groupe, PRIX_TTC }) => [variante, groupe, PRIX_TTC]),
      ).toEqual([
        ['Éco', eco, 22_000],
        ['Confort', eco, 33_000],
      ])
    })

    it('[DAY-17 variants] [I10] (link) the link of one opens its variants, no other quote; it signs one of them', async () => {
      const { company, customer, make, give, eco, confort } = await setUp()
      const alone = await make(undefined)
      await give(eco, confort, alone)
      const { token } = await server().app.sessions.open({
        kind: 'client',
        accountId: customer.id,
        companyId: company.id,
        deviceId: null,
        limitedTo: `devis:${eco}`,
      })
      const holder = { ...customer, caller: callerOf(server().app, token) }
      expect(await shown(holder, eco)).toEqual([eco, confort])
      expect(await shown(holder, confort)).toEqual([eco, confort])
      expect(await shown(holder, alone)).toEqual([404])
      const body = await signBody(server(), company, holder, confort)
      expect((await holder.caller.post(`/space/devis/${confort}/sign`, body)).status).toBe(200)
      expect(await shown(holder, confort)).toEqual([404])
      // A link whose own quote is answered opens nothing any more.
      await setQuote(server(), company, eco, { REFUSE: 1 })
      expect(await shown(holder, eco)).toEqual([404])
    })

    it('[DAY-17 variants] [I10] (link) whose own quote was refused still opens the others, one of which is signed, with its name; then nothing', async () => {
      const { company, camille, customer, give, eco, confort, premium } = await setUp()
      await give(eco, confort, premium)
      const { token } = (await camille.post(`/devis/${eco}/public_link`, undefined)).data
      const login = () => anonymous(server(), company).post('/space/login_public', { token })
      expect((await customer.caller.post(`/space/devis/${eco}/refuse`, {})).status).toBe(200)
      const session = await login()
      expect(session.status).toBe(200)
      const link = callerOf(server().app, session.data.token as string)
      const shownBy = (await link.get(`/space/devis/${eco}`)).data.variantes as Values[]
      expect(shownBy.map(({ IDDEVIS }) => IDDEVIS)).toEqual([eco, confort, premium])
      // Another refused one is only read by its customer.
      await customer.caller.post(`/space/devis/${premium}/refuse`, {})
      expect((await link.get(`/space/devis/${premium}`)).status).toBe(404)
      const body = await signBody(server(), company, { ...customer, caller: link }, confort)
      expect((await link.post(`/space/devis/${confort}/sign`, body)).status).toBe(200)
      expect((await login()).status).toBe(404)
      const { document, fine } = await server().db.inTenant(company.id, async (tx) => {
        const { rows } = await sql<{
          document: string
        }>`select document from devis_evidence where devis_id = ${confort}`.execute(tx)
        return { document: JSON.parse(rows[0]?.document ?? '{}'), fine: await verifyChain(tx, testSecrets.evidence) }
      })
      expect([document.devis.VARIANTE, fine.broken]).toEqual(['Confort', null])
    })

    it('[DAY-17 signs-one] two variants signed at once: one is, and the other is told; the rest ask for nothing any more', async () => {
      const { company, camille, customer, make, give, eco, confort, premium } = await setUp()
      const late = await make('Luxe', { GROUPE_VARIANTES: eco })
      await give(eco, confort, premium)
      const bodies = [
        await signBody(server(), company, customer, eco),
        await signBody(server(), company, customer, confort),
      ]
      const answers = await Promise.all(
        [eco, confort].map((id, at) => customer.caller.post(`/space/devis/${id}/sign`, bodies[at])),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const [signed, lost] = answers[0]?.status === 200 ? [eco, confort] : [confort, eco]
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body).toMatchObject({ details: { reason: 'autre' } })
      const { data } = await customer.caller.get(`/space/devis/${lost}`)
      expect(
        Object.fromEntries((data.variantes as Values[]).map((one) => [one.IDDEVIS, [one.etat, one.autreSigne]])),
      ).toEqual({
        [signed]: ['signe', false],
        [lost]: ['attente', true],
        [premium]: ['attente', true],
      })
      expect((await customer.caller.get('/space/devis_attente')).list).toEqual([])
      // Neither sent again, nor a draft of before.
      for (const id of [lost, late]) {
        const again = await camille.post(`/devis/${id}/transmit`, {})
        expect([again.status, (again.body.errors as Values).DATE_TRANSMISSION]).toEqual([
          422,
          [expect.stringContaining('autre variante')],
        ])
      }
      const { status } = await camille.put(`/devis/${signed}`, { VARIANTE: 'Autre nom' })
      expect(status).toBe(422)
      // A copy that is no variant is proposed in addition.
      const copy = await make(undefined)
      expect((await camille.post(`/devis/${copy}/transmit`, {})).status).toBe(200)
      expect(await shown(customer, copy)).toEqual([copy])
    })

    it('[DAY-17 signs-one] a withdrawal opens the others again; the group never changes', async () => {
      const { company, camille, customer, give, eco, confort } = await setUp()
      await give(eco, confort)
      await setQuote(server(), company, eco, { DEVIS_SIGNE: 1, DATE_SIGNATURE: new Date().toISOString() })
      expect((await customer.caller.get(`/space/devis/${confort}`)).data.autreSigne).toBe(true)
      await setQuote(server(), company, eco, { REFUSE: 1 })
      expect((await customer.caller.get(`/space/devis/${confort}`)).data.autreSigne).toBe(false)
      const moved = await camille.put(`/devis/${confort}`, { GROUPE_VARIANTES: confort })
      expect([moved.status, (await camille.get(`/devis/${confort}`)).data.GROUPE_VARIANTES]).toEqual([422, eco])
    })

    it('[DAY-17 variants] (one mail) what is sent together is one mail with every name and price; what is sent later, another one with all', async () => {
      const { company, give, camille, eco, confort, premium } = await setUp()
      await give(eco, confort)
      const [first, ...more] = await mailsOf(company)
      expect(more).toEqual([])
      expect(first?.subject).toBe('Vos 2 propositions : Fenêtres')
      for (const part of ['Éco : 220,00 € TTC', 'Confort : 330,00 € TTC', '/devis/public#'])
        expect(first?.text).toContain(part)
      await server().db.inTenant(company.id, (tx) => sql`update message set status = 'sent'`.execute(tx))
      await give(premium)
      const [, second] = await mailsOf(company)
      for (const name of ['Éco', 'Confort', 'Premium']) expect(second?.text).toContain(`${name} : `)
      // One reminder is for all of them, by the link that shows them side by side.
      const { status } = await camille.post(`/devis/${confort}/relance`, {
        RELANCES: [{ id: newId('relance'), CANAL: 'mail' }],
      })
      const [, , reminder] = await mailsOf(company)
      expect([status, reminder?.text.match(/ ou D-/g)?.length]).toEqual([200, 2])
      expect(reminder?.text).toContain('220,00 € ou 330,00 € ou ')
    })

    it('[DAY-17 variants] (one mail) [SEC] quotes of another project that name the same group take no words and no reader from it', async () => {
      const { company, camille, customer, give, eco, confort } = await setUp()
      await give(eco, confort)
      const { IDADRESSE } = await newAdresse(camille)
      const other = await newCustomer(server(), company, { IDADRESSE })
      const projet = await newProjet(camille, { IDCLIENT: other.id, ADRESSE_CHANTIER: IDADRESSE })
      const same = { OBJET: 'Portail', DATE_EDITION: '2026-11-20', DATE_VALIDITE: '2999-12-31', GROUPE_VARIANTES: eco }
      const quotes = [await newDevis(camille, projet, same), await newDevis(camille, projet, same)]
      await give(...quotes.map(({ IDDEVIS }) => IDDEVIS as string))
      const mails = (await messagesOf(server(), company)).filter(({ key }) => /devis/.test(String(key)))
      expect(mails.map(({ payload }) => payload)).toMatchObject([
        { client: customer.id, subject: 'Vos 2 propositions : Fenêtres' },
        { client: other.id, subject: 'Vos 2 propositions : Portail' },
      ])
    })

    it('[DAY-17 variants] (one mail) that waited leaves while one of them waits for an answer', async () => {
      const { company, give, eco, confort } = await setUp()
      await give(eco, confort)
      const leave = async () => {
        await server().db.inTenant(company.id, (tx) =>
          sql`update message set status = 'queued', due_at = now(), attempts = 0`.execute(tx),
        )
        await server().app.messages.drain()
        const mails = (await messagesOf(server(), company)).filter(({ key }) => String(key).startsWith('mail:devis_'))
        return mails.map(({ status, error }) => [status, error])
      }
      await setQuote(server(), company, eco, { REFUSE: 1 })
      expect(await leave()).toEqual([['recorded', null]])
      await setQuote(server(), company, confort, { DEVIS_SIGNE: 1, DATE_SIGNATURE: '2999-01-01T00:00:00.000Z' })
      expect(await leave()).toEqual([['failed', "Ce devis n'attend plus de réponse."]])
    })

    it('[DAY-17 variants] (one mail) a variant that is sent alone is mailed as any quote', async () => {
      const { company, camille, give, eco } = await setUp()
      await give(eco)
      const { NUMERO_DEVIS } = (await camille.get(`/devis/${eco}`)).data
      expect((await mailsOf(company)).map(({ subject }) => subject)).toEqual([`Votre devis ${NUMERO_DEVIS}`])
    })

    it('[DAY-17 variants] (one mail) leaves out a variant that is no longer valid, as the link does', async () => {
      const { company, give, eco, confort, premium } = await setUp()
      await give(eco)
      await server().db.inTenant(company.id, (tx) => sql`update message set status = 'sent'`.execute(tx))
      await setQuote(server(), company, eco, { DATE_VALIDITE: '2026-01-31' })
      await give(confort, premium)
      const [, mail] = await mailsOf(company)
      expect(mail?.subject).toBe('Vos 2 propositions : Fenêtres')
      expect(mail?.text).not.toContain('Éco')
    })

    it('[MGR-12] a quote whose validity is over is not transmitted', async () => {
      const { company, camille, eco } = await setUp()
      await setQuote(server(), company, eco, { DATE_EDITION: '2026-01-02', DATE_VALIDITE: '2026-01-31' })
      const refused = await camille.post(`/devis/${eco}/transmit`, {})
      const message = "Le devis était valable jusqu'au 31/01/2026 : changez sa date de validité."
      expect([refused.status, refused.body.errors]).toEqual([422, { DATE_VALIDITE: [message] }])
      expect((await camille.get(`/devis/${eco}`)).data.DATE_TRANSMISSION).toBeNull()
      const day = today('Europe/Paris', new Date())
      await setQuote(server(), company, eco, { DATE_VALIDITE: day })
      expect((await camille.post(`/devis/${eco}/transmit`, {})).status).toBe(200)
    })
  },
  WITH_OUTBOX,
)
