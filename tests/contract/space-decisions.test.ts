import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { frenchDate, today, wallClock } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { withdrawalDeadline } from '../../schemas/rules/withdrawal.ts'
import { verifyChain } from '../../server/evidence/verify.ts'
import { describeContract } from '../support/contract.ts'
import { newId } from '../support/contract-records.ts'
import { givenQuote, messagesOf, newCustomer, signBody, signedQuote, WITH_OUTBOX } from '../support/space.ts'
import { testSecrets } from '../support/test-app.ts'

const DAY_MS = 86_400_000

describeContract(
  'refusal and withdrawal',
  (server) => {
    /** Moves a signature into the past by SQL, because the trigger and the chain forbid such an edit. */
    const signedDaysAgo = async (companyId: string, id: string, days: number): Promise<void> => {
      const at = new Date(Date.now() - days * DAY_MS).toISOString()
      await server().db.inTenant(companyId, async (tx) => {
        await sql`update devis set "DEVIS_SIGNE" = 1, "DATE_SIGNATURE" = ${at}, seq = take_seq(1) where "IDDEVIS" = ${id}`.execute(
          tx,
        )
      })
    }

    it('[API-13] a customer refuses a quote with a reason; the salesperson is told, the evidence records it', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer, { DATE_VALIDITE: '2020-01-01' })
      const MOTIF = 'Trop cher <script>'
      const key = 'refus-1'
      const refused = await customer.caller.post(`/space/devis/${id}/refuse`, { MOTIF }, { key })
      expect(refused.data).toMatchObject({ etat: 'refuse', isPublicDevis: false })
      expect((await customer.caller.post(`/space/devis/${id}/refuse`, { MOTIF }, { key })).data).toEqual(refused.data)
      const { data } = await company.as('camille').get(`/devis/${id}`)
      expect(data).toMatchObject({ REFUSE: 1, DATE_REFUSE: refused.data.DATE_REFUSE, DEVIS_SIGNE: 0 })
      const { data: proof } = await customer.caller.get(`/space/devis/${id}/evidence`)
      expect([proof.verifie, (proof.preuves as { type: string }[]).map(({ type }) => type)]).toEqual([
        true,
        ['refusal'],
      ])
      const told = (await company.as('camille').get('/notifications')).list
      expect(told.map(({ TYPE, IDENREGISTREMENT }) => [TYPE, IDENREGISTREMENT])).toEqual([['devis_refuse', id]])
      // Once, though the call came twice.
      const projet = (await company.as('camille').get(`/projets/${String(data?.IDPROJET)}`)).data
      expect(projet?.JOURNAL).toEqual([expect.objectContaining({ TEXTE: MOTIF })])
      const again = await customer.caller.post(`/space/devis/${id}/refuse`, {})
      expect([again.status, again.body.details]).toEqual([409, { reason: 'refuse' }])
      // The company may then make another version.
      expect((await company.as('camille').put(`/devis/${id}`, { OBJET: 'Moins cher' })).status).toBe(200)
      expect(await server().db.inTenant(company.id, (tx) => verifyChain(tx, testSecrets.evidence))).toMatchObject({
        broken: null,
      })
    })

    it('[DAY-06 balance] a signature says what the order brings, a withdrawal that nothing is due', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const read = async () => (await company.as('camille').get(`/devis/${id}`)).data
      const { SOLDE, PRIX_TTC } = await read()
      expect(Number(PRIX_TTC)).toBeGreaterThan(0)
      expect(SOLDE).toBe(PRIX_TTC)
      const path = `/space/devis/${id}/withdrawal`
      const declared = await customer.caller.post(path, { step: 'declare' })
      expect((await customer.caller.post(path, { step: 'confirm', token: declared.data.token })).status).toBe(200)
      expect(await read()).toMatchObject({ REFUSE: 1, SOLDE: 0 })
    })

    it('[ENT-07] the project says that a quote is ready only while one waits for its customer and is valid', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const stateOf = async (id: string) => {
        const { IDPROJET } = (await company.as('camille').get(`/devis/${id}`)).data
        const { etatProjet } = (await customer.caller.get(`/space/project/${String(IDPROJET)}`)).data
        const { title, description } = etatProjet as { title: string; description: string }
        return [title, description]
      }
      const ready = ['Devis prêt', 'Votre devis est prêt : vous pouvez le lire et le signer.']
      const none = ['Projet en cours', "Aucun devis n'attend votre réponse : votre conseiller reste à votre écoute."]
      const refused = await givenQuote(server(), company, customer)
      expect(await stateOf(refused)).toEqual(ready)
      await customer.caller.post(`/space/devis/${refused}/refuse`, {})
      expect(await stateOf(refused)).toEqual(none)
      expect(await stateOf(await givenQuote(server(), company, customer, { DATE_VALIDITE: '2020-01-01' }))).toEqual(
        none,
      )
      const day = today('Europe/Paris', new Date())
      expect(await stateOf(await givenQuote(server(), company, customer, { DATE_VALIDITE: day }))).toEqual(ready)
      const withdrawn = await signedQuote(server(), company, customer)
      const path = `/space/devis/${withdrawn}/withdrawal`
      const { token } = (await customer.caller.post(path, { step: 'declare' })).data
      expect((await customer.caller.post(path, { step: 'confirm', token })).status).toBe(200)
      expect(await stateOf(withdrawn)).toEqual(none)
    })

    it.each(['withdrawal', 'refuse'])(
      '[ENT-05] works have a balance from the signature on, and nothing is due for them after a %s',
      async (answer) => {
        const company = await server().company()
        const customer = await newCustomer(server(), company)
        const id = await givenQuote(server(), company, customer)
        const alice = company.as('alice')
        const quote = (await alice.get(`/devis/${id}`)).data
        const when = { RDV_DEBUT: '2026-12-01 08:00', RDV_FIN: '2026-12-01 12:00' }
        const work = { IDINTERVENTION: newId('intervention'), IDPROJET: quote.IDPROJET, IDDEVIS: id, ...when }
        const none = { SOLDE_DEVIS: null, SOLDE_DEVIS_POURCENTAGE: null }
        expect((await alice.post('/interventions', work)).data).toMatchObject(none)
        if (answer !== 'refuse') {
          const signed = await signBody(server(), company, customer, id)
          expect((await customer.caller.post(`/space/devis/${id}/sign`, signed)).status).toBe(200)
          const due = { SOLDE_DEVIS: quote.PRIX_TTC, SOLDE_DEVIS_POURCENTAGE: 100 }
          expect((await alice.get(`/interventions/${work.IDINTERVENTION}`)).data).toMatchObject(due)
        }
        const path = `/space/devis/${id}/${answer}`
        const first = await customer.caller.post(path, answer === 'refuse' ? {} : { step: 'declare' })
        const token = first.data.token
        if (answer !== 'refuse') expect((await customer.caller.post(path, { step: 'confirm', token })).status).toBe(200)
        const nothing = answer === 'refuse' ? none : { SOLDE_DEVIS: 0, SOLDE_DEVIS_POURCENTAGE: 0 }
        expect((await alice.get(`/interventions/${work.IDINTERVENTION}`)).data).toMatchObject(nothing)
        const later = { ...work, IDINTERVENTION: newId('intervention') }
        expect((await alice.post('/interventions', later)).data).toMatchObject(nothing)
      },
    )

    it('[API-13] [DAY-02 journal] the customer withdraws from a signed quote in two steps, with a dated receipt; the document stays unchanged', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const { data: before } = await company.as('camille').get(`/devis/${id}`)
      const path = `/space/devis/${id}/withdrawal`
      const declared = await customer.caller.post(path, { step: 'declare' })
      expect(declared.data.DATE_LIMITE).toBe(withdrawalDeadline(before.DATE_SIGNATURE as string, 'Europe/Paris'))
      expect(declared.data.texte).toContain('rétractation')
      expect((await company.as('camille').get(`/devis/${id}`)).data).toEqual(before)
      const { token } = declared.data
      const confirmed = await customer.caller.post(path, { step: 'confirm', token })
      expect(confirmed.data).toMatchObject({ etat: 'retracte', mail: true })
      const day = today('Europe/Paris', new Date(confirmed.data.DATE_REFUSE as string))
        .split('-')
        .reverse()
        .join('/')
      expect(confirmed.data.texte).toContain(day)
      const { data: after } = await company.as('camille').get(`/devis/${id}`)
      const { REFUSE, DATE_REFUSE, VERSION, SOLDE, ...rest } = after
      expect([REFUSE, DATE_REFUSE, SOLDE]).toEqual([1, confirmed.data.DATE_REFUSE, 0])
      const { REFUSE: _r, DATE_REFUSE: _d, VERSION: _v, SOLDE: _s, ...signed } = before
      expect(JSON.parse(JSON.stringify({ ...rest, PROJET: null }))).toEqual({ ...signed, PROJET: null })
      const projet = (await company.as('camille').get(`/projets/${after.IDPROJET}`)).data
      expect(projet.IDETAT_PROJET).toBe(2)
      expect((projet.JOURNAL as Values[]).map(({ GENRE, RESULTAT }) => [GENRE, RESULTAT])).toEqual([
        ['evenement', `Devis ${after.NUMERO_DEVIS} signé par le client`],
        ['evenement', `Devis ${after.NUMERO_DEVIS} rétracté par le client`],
      ])
      const receipts = (await messagesOf(server(), company)).filter((message) => message.channel === 'mail').slice(1)
      expect(receipts.map((message) => message.recipient).sort()).toEqual(
        [customer.record.MAIL, 'alice@example.com'].sort(),
      )
      const { data: proof } = await customer.caller.get(`/space/devis/${id}/evidence`)
      expect(proof.verifie).toBe(true)
      expect((proof.preuves as { type: string }[]).map(({ type }) => type)).toEqual(['signature', 'withdrawal'])
      expect((await customer.caller.post(path, { step: 'confirm', token })).status).toBe(409)
      expect((await customer.caller.post(path, { step: 'declare' })).status).toBe(409)
    })

    it('[API-13] the receipt says when the withdrawal was declared, on the screen and in the mails, and so does the quote', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const at = new Date(Date.now() - 50 * 60_000)
      const token = server().app.secrets.seal(
        JSON.stringify({
          purpose: 'withdrawal',
          company: company.id,
          client: customer.id,
          devis: id,
          at: at.toISOString(),
        }),
      )
      const confirmed = await customer.caller.post(`/space/devis/${id}/withdrawal`, { step: 'confirm', token })
      const [day, time] = wallClock(at, 'Europe/Paris').split(' ') as [string, string]
      const words = `le ${frenchDate(day)} à ${time}`
      expect(confirmed.data.texte).toContain(words)
      const mails = (await messagesOf(server(), company)).filter((message) => message.channel === 'mail').slice(1)
      expect(mails.map(({ payload }) => (payload as { text: string }).text.includes(words))).toEqual([true, true])
      const said = [
        confirmed.data.DATE_REFUSE,
        (await customer.caller.get(`/space/devis/${id}`)).data.DATE_REFUSE,
        (await company.as('camille').get(`/devis/${id}`)).data.DATE_REFUSE,
      ]
      expect(said).toEqual(said.map(() => at.toISOString()))
      const again = await customer.caller.post(`/space/devis/${id}/withdrawal`, { step: 'declare' })
      expect(again.body.message).toContain(`le ${frenchDate(day)}`)
      // The evidence is dated by its own line of the chain.
      const { data: proof } = await customer.caller.get(`/space/devis/${id}/evidence`)
      const [, withdrawal] = proof.preuves as { date: string }[]
      expect(Date.parse(String(withdrawal?.date)) - at.getTime()).toBeGreaterThanOrEqual(50 * 60_000)
    })

    it('[API-13] [SEC] a confirmation is valid only for its customer and quote, and only when we issued it', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const other = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const second = await signedQuote(server(), company, customer)
      const theirs = await signedQuote(server(), company, other)
      const declare = async (who: typeof customer, devis: string) =>
        (await who.caller.post(`/space/devis/${devis}/withdrawal`, { step: 'declare' })).data.token as string
      const mine = await declare(customer, id)
      const path = `/space/devis/${id}/withdrawal`
      const middle = Math.floor(mine.length / 2)
      const bent = `${mine.slice(0, middle)}${mine[middle] === 'A' ? 'B' : 'A'}${mine.slice(middle + 1)}`
      const sealed = server().app.secrets.seal(
        JSON.stringify({ company: company.id, client: customer.id, devis: id, at: new Date().toISOString() }),
      )
      const old = new Date(Date.now() - 2 * 3_600_000).toISOString()
      const stale = server().app.secrets.seal(
        JSON.stringify({ purpose: 'withdrawal', company: company.id, client: customer.id, devis: id, at: old }),
      )
      for (const token of [await declare(customer, second), await declare(other, theirs), bent, sealed, stale, 'x'])
        expect((await customer.caller.post(path, { step: 'confirm', token })).status).toBe(422)
      expect((await other.caller.post(path, { step: 'confirm', token: mine })).status).toBe(422)
      expect((await company.as('camille').get(`/devis/${id}`)).data.REFUSE).toBe(0)
      expect((await customer.caller.post(path, { step: 'confirm', token: mine })).status).toBe(200)
    })

    it('[API-13] a withdrawal needs a signature and is possible for fourteen days', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const declare = (id: string) => customer.caller.post(`/space/devis/${id}/withdrawal`, { step: 'declare' })
      const unsigned = await givenQuote(server(), company, customer)
      expect((await declare(unsigned)).status).toBe(409)
      /** What the order's page goes by: a phone's clock may be wrong. */
      const said = async (id: string) => (await customer.caller.get(`/space/commande/${id}`)).data.retractable
      // Week-end and holidays add at most four days to the fourteenth.
      const late = await givenQuote(server(), company, customer)
      await signedDaysAgo(company.id, late, 20)
      const refused = await declare(late)
      expect([refused.status, String(refused.body.message)]).toEqual([409, expect.stringContaining('délai')])
      expect(await said(late)).toBe(false)
      const early = await givenQuote(server(), company, customer)
      await signedDaysAgo(company.id, early, 13)
      // So is what its payments go by (seven days).
      const fresh = await givenQuote(server(), company, customer)
      await signedDaysAgo(company.id, fresh, 5)
      const payable = async (id: string) => (await customer.caller.get(`/space/commande/${id}`)).data.payable
      expect([await payable(fresh), await payable(early)]).toEqual([false, true])
      const declared = await declare(early)
      expect(declared.status).toBe(200)
      expect(await said(early)).toBe(true)
      const body = { step: 'confirm', token: declared.data.token }
      expect((await customer.caller.post(`/space/devis/${early}/withdrawal`, body)).status).toBe(200)
      expect(await said(early)).toBe(false)
    })

    it('[SYN-04] [API-13] two confirmations at once withdraw once', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await signedQuote(server(), company, customer)
      const path = `/space/devis/${id}/withdrawal`
      const { token } = (await customer.caller.post(path, { step: 'declare' })).data
      const answers = await Promise.all([1, 2, 3].map(() => customer.caller.post(path, { step: 'confirm', token })))
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
      expect(await server().db.inTenant(company.id, (tx) => verifyChain(tx, testSecrets.evidence))).toEqual({
        count: 2,
        broken: null,
      })
    })
  },
  WITH_OUTBOX,
)
