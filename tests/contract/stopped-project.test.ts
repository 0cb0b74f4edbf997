import { beforeEach, expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { PROJECT_STOPPED } from '../../schemas/rules/stopped.ts'
import { type Caller, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newId, newIntervention, newRdv } from '../support/contract-records.ts'
import {
  anonymous,
  type Customer,
  givenQuote,
  messagesOf,
  newCustomer,
  signBody,
  signedQuote,
  signingCode,
  WITH_OUTBOX,
} from '../support/space.ts'

describeContract(
  'a stopped project',
  (server) => {
    let company: ContractCompany
    let camille: Caller
    let customer: Customer
    let id: string
    let IDPROJET: string

    const STOPPED = [{ DATE_SANS_SUITE: '2026-01-10' }, { REFUSE: 1 }] as const
    const put = async (values: Values): Promise<void> =>
      expect((await camille.put(`/projets/${IDPROJET}`, values)).status).toBe(200)
    const waiting = async (): Promise<unknown[]> =>
      (await customer.caller.get('/space/devis_attente')).list.map((one) => one.IDDEVIS)

    beforeEach(async () => {
      company = await server().company()
      camille = company.as('camille')
      customer = await newCustomer(server(), company)
      id = await givenQuote(server(), company, customer)
      IDPROJET = (await camille.get(`/devis/${id}`)).data.IDPROJET as string
    })

    it.each(STOPPED)('[SPA-02] [SPA-04] its customer is not asked to sign, and cannot (%o)', async (values) => {
      const body = await signBody(server(), company, customer, id)
      await put(values)
      expect(await waiting()).toEqual([])
      expect((await customer.caller.get(`/space/devis/${id}`)).data).toMatchObject({ etat: 'attente', arrete: true })
      const { clos, etatProjet } = (await customer.caller.get(`/space/project/${IDPROJET}`)).data
      expect([clos, (etatProjet as Values).title]).toEqual([true, 'Projet en cours'])
      for (const refused of [
        await customer.caller.post(`/space/devis/${id}/sign`, body),
        await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: id }),
      ]) {
        expect([refused.status, refused.code]).toEqual([409, 'CONFLICT'])
        expect((refused.body.details as Values).reason).toBe('arrete')
        expect(refused.body.message).toBe(
          'Ce projet a été arrêté : ce devis n’est plus à signer. Contactez-nous pour le reprendre.',
        )
      }
      expect((await camille.get(`/devis/${id}`)).data.DEVIS_SIGNE).toBe(0)
      await put({ DATE_SANS_SUITE: null, REFUSE: 0 })
      expect(await waiting()).toEqual([id])
      const again = await signBody(server(), company, customer, id)
      expect((await customer.caller.post(`/space/devis/${id}/sign`, again)).status).toBe(200)
    })

    it.each(STOPPED)(
      '[SPA-02] its customer expects no visit any more, and still reads those that were (%o)',
      async (values) => {
        const next = addDays(today('Europe/Paris'), 3)
        const planned = (day: string) => ({ RDV_DEBUT: `${day} 09:00`, RDV_FIN: `${day} 10:00` })
        const been = (await newRdv(camille, { IDPROJET, IDPERSONNELS: ['camille'], ...planned('2026-01-05') })).IDRDV
        const coming = (await newRdv(camille, { IDPROJET, IDPERSONNELS: ['camille'], ...planned(next) })).IDRDV
        const hours = { DEBUT: `${next} 08:00`, FIN: `${next} 12:00` }
        const works = await newIntervention(
          company.as('alice'),
          { IDPROJET },
          { ...planned(next), IDINTERVENTION_PLANNING: [{ id: 'p1', IDPERSONNEL: 'theo', ...hours }] },
        )
        const visits = async (): Promise<unknown[]> => {
          const all = (await customer.caller.get('/space/rdv')).list
          const { rdvs, interventions } = (await customer.caller.get(`/space/project/${IDPROJET}`)).data as {
            rdvs: Values[]
            interventions: Values[]
          }
          const [ofAll, ofProject] = [all, rdvs].map((list) => list.map(({ IDRDV }) => IDRDV))
          return [ofAll, ofProject, interventions.map(({ IDINTERVENTION }) => IDINTERVENTION)]
        }
        const before = [[been, coming], [been, coming], [works.IDINTERVENTION]]
        expect(await visits()).toEqual(before)
        await put(values)
        expect(await visits()).toEqual([[been], [been], []])
        await put({ DATE_SANS_SUITE: null, REFUSE: 0 })
        expect(await visits()).toEqual(before)
      },
    )

    it('[AUT-04] the holder of a public link reads that it was stopped; nobody makes a new link for it', async () => {
      const { token } = (await camille.post(`/devis/${id}/public_link`, {})).data
      await put(STOPPED[0])
      const opened = await anonymous(server(), company).post('/space/login_public', { token })
      const holder = callerOf(server().app, opened.data.token as string)
      expect((await holder.get(`/space/devis/${id}`)).data).toMatchObject({ etat: 'attente', arrete: true })
      expect((await holder.post('/sms/otp', { purpose: 'sign', IDDEVIS: id })).status).toBe(409)
      const made = await camille.post(`/devis/${id}/public_link`, {})
      expect([made.status, made.body.message]).toEqual([
        409,
        'Ce projet est arrêté : rouvrez-le pour proposer de nouveau ce devis.',
      ])
    })

    it('[SPA-02] an order says that its project was stopped; it can still be withdrawn', async () => {
      const order = await signedQuote(server(), company, customer)
      IDPROJET = (await camille.get(`/devis/${order}`)).data.IDPROJET as string
      const worksIn = (days: number) => {
        const on = addDays(today('Europe/Paris'), days)
        const hours = { RDV_DEBUT: `${on} 08:00`, RDV_FIN: `${on} 12:00` }
        return newIntervention(company.as('alice'), { IDPROJET }, { ...hours, IDDEVIS: order })
      }
      const been = await worksIn(-3)
      await worksIn(3)
      await put(STOPPED[0])
      const { data } = await customer.caller.get(`/space/commande/${order}`)
      expect(data).toMatchObject({ etat: 'signe', arrete: true })
      // As on the project’s page: nobody comes any more, and what was stays.
      expect(data.interventions).toMatchObject([{ IDINTERVENTION: been.IDINTERVENTION }])
      const declared = await customer.caller.post(`/space/devis/${order}/withdrawal`, { step: 'declare' })
      expect(declared.status).toBe(200)
    })

    it.each(STOPPED)(
      '[MGR-12] nobody reminds of its quotes or sends them, until it is opened again (%o)',
      async (values) => {
        const mails = async () =>
          (await messagesOf(server(), company)).filter(({ channel }) => channel === 'mail').length
        const remind = (CANAL: string) =>
          camille.post(`/devis/${id}/relance`, { RELANCES: [{ id: newId('relance'), CANAL }] })
        const before = await mails()
        await put(values)
        const answers = [
          await remind('mail'),
          await remind('telephone'),
          await camille.post(`/devis/${id}/transmit`, {}),
        ]
        for (const { status, code, body } of answers)
          expect([status, code, body.message]).toEqual([422, 'VALIDATION_ERROR', PROJECT_STOPPED])
        expect([await mails(), (await camille.get(`/devis/${id}`)).data.RELANCES]).toEqual([before, []])
        await put({ DATE_SANS_SUITE: null, REFUSE: 0 })
        expect([(await remind('mail')).status, await mails()]).toEqual([200, before + 1])
      },
    )

    it('[SPA-04] its customer may still refuse the quote', async () => {
      await signingCode(server(), company, customer, id)
      await put(STOPPED[0])
      expect((await customer.caller.post(`/space/devis/${id}/refuse`, {})).status).toBe(200)
    })
  },
  WITH_OUTBOX,
)
