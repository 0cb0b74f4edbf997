import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { addDays, frenchDate, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { withdrawalDeadline } from '../../schemas/rules/withdrawal.ts'
import { verifyChain } from '../../server/evidence/verify.ts'
import { type Answer, type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import { newId, newIntervention } from '../support/contract-records.ts'
import { type Customer, givenQuote, messagesOf, newCustomer, signedQuote, WITH_OUTBOX } from '../support/space.ts'
import { testSecrets } from '../support/test-app.ts'

const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000
const MOTIF = 'Prêt refusé par la banque'
const AGREED = { GENRE: 'annulation', MOTIF } as const

describeContract(
  'an order that ends outside of the space',
  (server) => {
    let company: ContractCompany
    let alice: Caller
    let customer: Customer

    beforeEach(async () => {
      company = await server().company()
      alice = company.as('alice')
      customer = await newCustomer(server(), company)
    })

    const day = (back = 0): string => addDays(today(ZONE, new Date()), -back)
    const cancel = (id: string, body: Values, by = alice, key?: string): Promise<Answer> =>
      by.post(`/devis/${id}/annulation`, body, key === undefined ? {} : { key })
    const read = async (id: string): Promise<Values> => (await alice.get(`/devis/${id}`)).data
    const chain = () => server().db.inTenant(company.id, (tx) => verifyChain(tx, testSecrets.evidence))
    const mails = async (): Promise<Values[]> =>
      (await messagesOf(server(), company)).filter((one) => one.channel === 'mail').slice(1)
    /** Signed in the past by SQL, because a trigger and the chain forbid such an edit of a signature. */
    const signedDaysAgo = async (days: number): Promise<string> => {
      const id = await givenQuote(server(), company, customer)
      const at = new Date(Date.now() - days * DAY_MS).toISOString()
      await server().db.inTenant(company.id, (tx) =>
        sql`update devis set "DEVIS_SIGNE" = 1, "DATE_SIGNATURE" = ${at}, "SOLDE" = "PRIX_TTC", seq = take_seq(1)
          where "IDDEVIS" = ${id}`.execute(tx),
      )
      return id
    }

    it('[API-13] [DAY-02 journal] the office records an agreed cancellation: evidence, journal, trail, mails, and nothing is due', async () => {
      const id = await signedQuote(server(), company, customer)
      const before = await read(id)
      const when = { RDV_DEBUT: '2026-12-01 08:00', RDV_FIN: '2026-12-01 12:00' }
      const work = { IDINTERVENTION: newId('intervention'), IDPROJET: before.IDPROJET, IDDEVIS: id, ...when }
      expect((await alice.post('/interventions', work)).data).toMatchObject({ SOLDE_DEVIS: before.PRIX_TTC })
      const done = await cancel(id, { ...AGREED, MOTIF: `  ${MOTIF} ` })
      expect([done.status, done.data]).toMatchObject([200, { IDDEVIS: id, mail: true }])
      const after = await read(id)
      expect(after).toMatchObject({ REFUSE: 1, DATE_REFUSE: done.data.DATE_REFUSE, SOLDE: 0 })
      for (const name of ['LIGNES', 'PRIX_TTC', 'DEVIS_SIGNE', 'DATE_SIGNATURE', 'IDCLIENT', 'OBJET'])
        expect([name, after[name]]).toEqual([name, before[name]])
      expect((await alice.get(`/interventions/${work.IDINTERVENTION}`)).data).toMatchObject({ SOLDE_DEVIS: 0 })
      const projet = (await alice.get(`/projets/${String(before.IDPROJET)}`)).data
      expect(projet.IDETAT_PROJET).toBe(2)
      expect((projet.JOURNAL as Values[]).at(-1)).toMatchObject({
        GENRE: 'evenement',
        RESULTAT: `Commande ${String(before.NUMERO_DEVIS)} annulée`,
        TEXTE: MOTIF,
        IDPERSONNEL: 'alice',
      })
      const { data: proof } = await alice.get(`/devis/${id}/evidence`)
      const records = proof.preuves as { type: string; numero: number; enregistrement: string }[]
      expect([proof.verifie, records.map(({ type }) => type)]).toEqual([true, ['signature', 'cancellation']])
      expect(records[1]?.numero).toBe((done.data.preuve as Values).numero)
      expect(JSON.parse(records[1]?.enregistrement ?? '')).toMatchObject({
        par: { id: 'alice', administrateur: null },
        fin: { motif: MOTIF, conserve: 0 },
        requete: { acces: 'entreprise' },
        client: { id: customer.id },
      })
      expect(await chain()).toEqual({ count: 2, broken: null })
      const sent = await mails()
      expect(sent.map(({ recipient }) => recipient).sort()).toEqual([customer.record.MAIL, 'alice@example.com'].sort())
      for (const { payload } of sent) {
        const { text } = payload as { text: string }
        expect(text).toContain(done.data.texte)
        expect(text).toContain(`Motif : ${MOTIF}`)
      }
      const trail = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select action, actor from audit where action like 'quote.%' order by at desc limit 1`.execute(tx),
      )
      expect(trail.rows[0]).toMatchObject({ action: 'quote.cancelled' })
      // Its salesperson is told, and of what; who recorded it is not.
      const told = (await company.as('camille').get('/notifications')).list.filter((one) => one.IDENREGISTREMENT === id)
      expect(told.map(({ TYPE, DETAIL }) => [TYPE, DETAIL])).toContainEqual([
        'devis_refuse',
        `${String(before.NUMERO_DEVIS)} (commande annulée)`,
      ])
      // The customer reads that it is cancelled, not that they withdrew, and has nothing left to decide.
      expect((await customer.caller.get(`/space/commande/${id}`)).data).toMatchObject({
        etat: 'retracte',
        annule: true,
      })
      expect((await customer.caller.get(`/space/devis/${id}/evidence`)).data.verifie).toBe(true)
      const withdraw = await customer.caller.post(`/space/devis/${id}/withdrawal`, { step: 'declare' })
      expect([withdraw.status, withdraw.code]).toEqual([409, 'CONFLICT'])
    })

    it('[API-13] a letter of withdrawal counts by its day: from the signature to the deadline, never a day to come', async () => {
      const id = await signedDaysAgo(40)
      const { DATE_SIGNATURE } = await read(id)
      const last = withdrawalDeadline(String(DATE_SIGNATURE), ZONE)
      const signed = today(ZONE, new Date(String(DATE_SIGNATURE)))
      const letter = (DATE_COURRIER: string) => cancel(id, { GENRE: 'retractation', DATE_COURRIER })
      for (const [at, message] of [
        [day(-1), 'La date du courrier est à venir.'],
        [addDays(signed, -1), `La date du courrier précède la signature, du ${frenchDate(signed)}.`],
        [
          addDays(last, 1),
          `Le délai de rétractation s’est terminé le ${frenchDate(last)} : choisissez « Annulation convenue » et donnez le motif.`,
        ],
      ] as const) {
        const refused = await letter(at)
        expect([refused.status, refused.body.message]).toEqual([422, message])
        expect(refused.body.errors).toEqual({ DATE_COURRIER: [message] })
      }
      expect((await read(id)).REFUSE).toBe(0)
      // Sent on the last day, recorded weeks after it.
      const done = await letter(last)
      expect([done.status, String(done.data.texte)]).toEqual([200, expect.stringContaining(frenchDate(last))])
      const { data: proof } = await alice.get(`/devis/${id}/evidence`)
      const [record] = proof.preuves as { type: string; enregistrement: string }[]
      expect(record?.type).toBe('withdrawal_letter')
      expect(JSON.parse(record?.enregistrement ?? '').fin).toEqual({ courrier: last })
      const told = (await company.as('camille').get('/notifications')).list.find((one) => one.IDENREGISTREMENT === id)
      expect(told?.DETAIL).toMatch(/\(rétractation\)$/)
    })

    it.each([
      [{}],
      [{ GENRE: 'annulation' }],
      [{ GENRE: 'annulation', MOTIF: '  ' }],
      [{ GENRE: 'annulation', MOTIF: 'x'.repeat(1001) }],
      [{ GENRE: 'retractation' }],
      [{ GENRE: 'retractation', DATE_COURRIER: '2026-02-31' }],
      [{ GENRE: 'retractation', DATE_COURRIER: '2026-11-20', MOTIF }],
      [{ GENRE: 'autre', MOTIF }],
      [{ ...AGREED, MONTANT_CONSERVE: -1 }],
      [{ ...AGREED, MONTANT_CONSERVE: 0.5 }],
      [{ ...AGREED, MONTANT_CONSERVE: '100' }],
      [{ GENRE: 'retractation', DATE_COURRIER: '2026-11-20', MONTANT_CONSERVE: 100 }],
    ])('[SEC] a body that says neither a letter with its day nor a reason is refused (%j)', async (body) => {
      const id = await signedQuote(server(), company, customer)
      const refused = await cancel(id, body)
      expect(refused.status).toBe(422)
      expect((await read(id)).REFUSE).toBe(0)
    })

    it('[AUT-10] only the office that sees it: not who sold it, not another agency, not another company', async () => {
      const id = await signedQuote(server(), company, customer)
      for (const name of ['camille', 'marc', 'theo'] as const)
        expect([name, (await cancel(id, AGREED, company.as(name))).status]).toEqual([name, 403])
      expect((await customer.caller.post(`/devis/${id}/annulation`, AGREED)).status).toBe(403)
      const other = await server().company()
      for (const stranger of [company.as('bruno'), other.as('alice')])
        expect((await cancel(id, AGREED, stranger)).status).toBe(404)
      expect((await read(id)).REFUSE).toBe(0)
      expect((await cancel(id, AGREED, company.as('diane'))).status).toBe(200)
    })

    it('[SYN-04] twice is once: the same key gets the first answer, another one a conflict; what is not signed is no order', async () => {
      const id = await signedQuote(server(), company, customer)
      const key = newId('key')
      const first = await cancel(id, AGREED, alice, key)
      expect([first.status, (await cancel(id, AGREED, alice, key)).data]).toEqual([200, first.data])
      const again = await cancel(id, AGREED)
      expect([again.status, again.code]).toEqual([409, 'CONFLICT'])
      expect(again.body.message).toBe(`Cette commande est déjà rétractée ou annulée depuis le ${frenchDate(day())}.`)
      const both = await signedQuote(server(), company, customer)
      const answers = await Promise.all([cancel(both, AGREED), cancel(both, AGREED, company.as('diane'))])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const unsigned = await givenQuote(server(), company, customer)
      expect((await cancel(unsigned, AGREED)).status).toBe(409)
      expect(await chain()).toEqual({ count: 4, broken: null })
    })

    it('[DAY-06 payments] [SPA-06] what was received is to be given back; nothing is asked for any more', async () => {
      const id = await signedDaysAgo(40)
      const { IDPROJET } = await read(id)
      const enter = (more: Values) =>
        alice.post('/paiements', {
          id: newId('paiement'),
          IDDEVIS: id,
          IDPROJET,
          MONTANT: 100_00,
          MOYEN: 'cheque',
          GENRE: 'acompte',
          DATE_PAIEMENT: day(),
          ...more,
        })
      expect((await enter({})).status).toBe(201)
      expect((await cancel(id, AGREED)).status).toBe(200)
      expect((await read(id)).SOLDE).toBe(-100_00)
      expect((await enter({ GENRE: 'remboursement' })).status).toBe(201)
      expect((await read(id)).SOLDE).toBe(0)
      const asked = await customer.caller.post('/fintecture/generate_link', { IDDEVIS: id })
      expect([asked.status, asked.body.message]).toEqual([422, expect.stringMatching(/rétractée ou annulée/)])
    })

    it('[API-13] [DAY-06 payments] (kept) what the company keeps by agreement is due: balances, evidence, journal, mail and space say it', async () => {
      const id = await signedDaysAgo(40)
      const { IDPROJET, PRIX_TTC } = await read(id)
      const cheque = { MONTANT: 100_00, MOYEN: 'cheque', GENRE: 'acompte', DATE_PAIEMENT: day() }
      const paid = { id: newId('paiement'), IDDEVIS: id, IDPROJET, ...cheque }
      expect((await alice.post('/paiements', paid)).status).toBe(201)
      const when = { RDV_DEBUT: '2026-12-01 08:00', RDV_FIN: '2026-12-01 12:00' }
      const work = { IDINTERVENTION: newId('intervention'), IDPROJET, IDDEVIS: id, ...when }
      expect((await alice.post('/interventions', work)).status).toBe(201)
      const more = await cancel(id, { ...AGREED, MONTANT_CONSERVE: Number(PRIX_TTC) + 1 })
      expect([more.status, more.body.errors]).toEqual([
        422,
        { MONTANT_CONSERVE: [expect.stringMatching(/plus que le prix/)] },
      ])
      expect((await read(id)).REFUSE).toBe(0)
      const done = await cancel(id, { ...AGREED, MONTANT_CONSERVE: 60_00 })
      expect(done.status).toBe(200)
      expect(done.data.texte).toMatch(/ L’entreprise conserve 60.€, comme convenu\. Preuve n° /)
      expect(await read(id)).toMatchObject({ REFUSE: 1, MONTANT_CONSERVE: 60_00, SOLDE: -40_00 })
      expect((await alice.get(`/interventions/${work.IDINTERVENTION}`)).data.SOLDE_DEVIS).toBe(0)
      const { JOURNAL } = (await alice.get(`/projets/${String(IDPROJET)}`)).data
      expect((JOURNAL as Values[]).at(-1)?.RESULTAT).toMatch(/ annulée, montant conservé : 60.€$/)
      const { preuves } = (await alice.get(`/devis/${id}/evidence`)).data
      const record = (preuves as { enregistrement: string }[]).at(-1)?.enregistrement ?? ''
      expect(JSON.parse(record).fin).toEqual({ motif: MOTIF, conserve: 60_00 })
      expect((await customer.caller.get(`/space/commande/${id}`)).data).toMatchObject({ annule: true, conserve: 60_00 })
      // The cheque comes back unpaid: what was agreed is still due.
      const cancelled = await alice.post(`/paiements/${paid.id}/cancel`, { MOTIF_ANNULATION: 'Chèque impayé' })
      expect([cancelled.status, (await read(id)).SOLDE]).toEqual([200, 60_00])
    })

    it('[SPA-02] its customer expects nobody any more: works to come leave its page as all others, those that were stay', async () => {
      const id = await signedQuote(server(), company, customer)
      const { IDPROJET } = await read(id)
      const works = async (at: string, IDDEVIS: string | null): Promise<unknown> => {
        const hours = { RDV_DEBUT: `${at} 08:00`, RDV_FIN: `${at} 12:00` }
        return (await newIntervention(alice, { IDPROJET }, { ...hours, IDDEVIS })).IDINTERVENTION
      }
      const been = await works(day(3), id)
      const coming = await works(day(-3), id)
      const loose = await works(day(-4), null)
      const shown = async (): Promise<unknown[][]> => {
        const { data } = await customer.caller.get(`/space/commande/${id}`)
        const [listed] = (await customer.caller.get('/space/commande')).list
        return [data, listed ?? {}].map(({ interventions }) =>
          (interventions as Values[]).map(({ IDINTERVENTION }) => IDINTERVENTION),
        )
      }
      const before = [been, coming, loose]
      expect(await shown()).toEqual([before, before])
      expect((await cancel(id, AGREED)).status).toBe(200)
      expect(await shown()).toEqual([[been], [been]])
      // Works of no order go on, and are where such works are read.
      const going = (await customer.caller.get('/space/intervention')).list
      expect(going.map(({ IDINTERVENTION }) => IDINTERVENTION)).toEqual([loose])
    })

    it('[API-13] while the customer may still withdraw, nothing is kept', async () => {
      const id = await signedQuote(server(), company, customer)
      const refused = await cancel(id, { ...AGREED, MONTANT_CONSERVE: 1 })
      expect([refused.status, refused.body.message]).toEqual([422, expect.stringMatching(/peut encore se rétracter/)])
      expect((await cancel(id, { ...AGREED, MONTANT_CONSERVE: 0 })).status).toBe(200)
      expect(await read(id)).toMatchObject({ MONTANT_CONSERVE: 0, SOLDE: 0 })
    })
  },
  WITH_OUTBOX,
)
