import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Caller } from '../support/contract.ts'
import { describeEngines } from '../support/engines.ts'
import { TTC, withPaymentShops } from '../support/payment-shop.ts'

const COVERED = 'Un lien de paiement est déjà ouvert pour ce qui reste à payer.'

describeEngines('payment links that are open', (db) => {
  const { server, provider, shop, link, paymentsOf, sessionOf, pay } = withPaymentShops(db)

  const cheque = async (caller: Caller, IDDEVIS: string, MONTANT: number): Promise<void> => {
    const DATE_PAIEMENT = addDays(today('Europe/Paris'), 0)
    const made = await caller.post('/paiements', {
      id: randomUUID(),
      IDDEVIS,
      IDPROJET: 'projet',
      MONTANT,
      MOYEN: 'cheque',
      GENRE: 'acompte',
      DATE_PAIEMENT,
    })
    expect(made.status).toBe(201)
  }
  const shownOf = async (caller: Caller, order: string) =>
    (await paymentsOf(caller, order)).map(({ MONTANT, ETAT }) => [MONTANT, ETAT])
  /** The order ended, its project was stopped: as another request does it. */
  const ends = (company: string, order: string) =>
    db().inTenant(company, (tx) =>
      sql`update devis set "REFUSE" = 1, seq = take_seq(1) where "IDDEVIS" = ${order}`.execute(tx),
    )
  const stops = (company: string) =>
    db().inTenant(company, (tx) =>
      sql`update projet set "DATE_SANS_SUITE" = '2026-01-10', seq = take_seq(1) where "IDPROJET" = 'projet'`.execute(
        tx,
      ),
    )
  const soldeOf = async (caller: Caller, order: string) => (await caller.get(`/devis/${order}`)).data.SOLDE

  it('[API-08] two requests for the whole balance, with two keys, also at once, get one link', async () => {
    const here = await shop()
    const [camille, zoe] = [await here.as('camille'), await here.client('client')]
    const order = await here.order(10)
    const both = await Promise.all([link(camille, order), link(zoe, order)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(both.map(({ data }) => data.LIEN)).size).toBe(1)
    expect((await link(zoe, order, { montant: TTC })).data).toEqual(both[0]?.data)
    expect(await shownOf(zoe, order)).toEqual([[TTC, 'en_attente']])
  })

  it('[API-08] an open link counts: the next one is for what it leaves, and none is for more', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    await link(camille, order, { montant: 200_00 })
    const more = await link(camille, order, { montant: 1_100_00 })
    expect([more.status, more.body.message]).toEqual([422, COVERED])
    expect((await link(camille, order)).data).toMatchObject({ MONTANT: 1_000_00, ETAT: 'en_attente' })
    expect((await link(camille, order)).body.message).toBe(COVERED)
    // Of the same amount as an open one, where nothing more may be asked: that one.
    expect((await link(camille, order, { montant: 200_00 })).data.MONTANT).toBe(200_00)
    expect(await shownOf(camille, order)).toHaveLength(2)
  })

  it('[API-08] a request that the provider did not answer is checked again before its link is made', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const failed = async (order: string): Promise<string> => {
      const key = randomUUID()
      provider().failWith = 503
      expect((await link(camille, order, {}, key)).status).toBe(503)
      provider().failWith = null
      return key
    }
    const [paid, withdrawn, open] = [await here.order(10), await here.order(10), await here.order(10)]
    const [one, two, three] = [await failed(paid), await failed(withdrawn), await failed(open)]
    await cheque(camille, paid, TTC)
    await ends(here.id, withdrawn)
    expect((await link(camille, paid, {}, one)).body.message).toBe('Cette commande est entièrement payée.')
    expect((await link(camille, withdrawn, {}, two)).body.message).toMatch(/rétractée ou annulée/)
    expect((await link(camille, open, {}, three)).data).toMatchObject({ MONTANT: TTC, ETAT: 'en_attente' })
    expect([...provider().sessions.values()].filter(({ amount }) => amount === '1200.00')).not.toEqual([])
  })

  it.each([
    ['ended', /rétractée ou annulée/],
    ['was stopped', /Ce projet a été arrêté/],
    ['was paid', /Cette commande est entièrement payée/],
    ['was paid in part', /Le montant dépasse ce qui reste à payer/],
  ] as const)('[API-08] a link that is being made while its order %s is given to nobody', async (how, said) => {
    const here = await shop()
    const [camille, zoe] = [await here.as('camille'), await here.client('client')]
    const order = await here.order(10)
    const { payments } = server().ports
    const made = vi.spyOn(payments, 'createLink').mockImplementationOnce(async (...args) => {
      if (how === 'ended') await ends(here.id, order)
      else if (how === 'was stopped') await stops(here.id)
      else await cheque(camille, order, how === 'was paid' ? TTC : 300_00)
      made.mockRestore()
      return payments.createLink(...args)
    })
    const asked = await link(zoe, order)
    expect([asked.status, asked.body.message]).toEqual([422, expect.stringMatching(said)])
    const open = (await paymentsOf(zoe, order)).filter(({ ETAT }) => ETAT !== 'confirme')
    expect(open).toMatchObject([{ ETAT: 'cree', LIEN: null }])
    // What is left by then can be asked for.
    if (how === 'was paid in part') expect((await link(zoe, order)).data).toMatchObject({ MONTANT: TTC - 300_00 })
  })

  it('[API-08] a link whose answer was lost is given again, but not of an order that has ended or was stopped, nor for more than is left', async () => {
    const here = await shop()
    const [camille, zoe] = [await here.as('camille'), await here.client('client')]
    const asked = async () => {
      const [order, key] = [await here.order(10), randomUUID()]
      const first = (await link(zoe, order, {}, key)).data
      return { order, first, again: () => link(zoe, order, {}, key) }
    }
    const [ended, paid, stopped] = [await asked(), await asked(), await asked()]
    expect((await ended.again()).data).toEqual(ended.first)
    await ends(here.id, ended.order)
    expect((await ended.again()).body.message).toMatch(/rétractée ou annulée/)
    await cheque(camille, paid.order, 300_00)
    expect((await paid.again()).data).toEqual({ ...paid.first, ETAT: 'echoue', LIEN: null })
    expect((await link(zoe, paid.order)).data).toMatchObject({ MONTANT: TTC - 300_00, ETAT: 'en_attente' })
    await stops(here.id)
    expect((await stopped.again()).body.message).toMatch(/Ce projet a été arrêté/)
  })

  it('[API-08] the link of an order that has ended is shown to nobody; its money counts all the same', async () => {
    const here = await shop()
    const [camille, alice, zoe] = [await here.as('camille'), await here.as('alice'), await here.client('client')]
    const order = await here.order(10)
    const open = (await link(zoe, order)).data
    const ended = await alice.post(`/devis/${order}/annulation`, { GENRE: 'annulation', MOTIF: 'Prêt refusé' })
    expect(ended.status).toBe(200)
    expect((await paymentsOf(zoe, order)).map(({ LIEN }) => LIEN)).toEqual([null])
    await pay(here, open)
    expect(await soldeOf(camille, order)).toBe(-TTC)
  })

  it('[API-08] a request without a link keeps nobody from asking for another amount', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    provider().failWith = 503
    await link(camille, order, { montant: 200_00 })
    provider().failWith = null
    expect((await link(camille, order)).data).toMatchObject({ MONTANT: TTC, ETAT: 'en_attente' })
    expect(await shownOf(camille, order)).toEqual([[TTC, 'en_attente']])
  })

  it('[API-08] once less is left, another link takes the place of the one for too much; its money counts all the same', async () => {
    const here = await shop()
    const [camille, zoe] = [await here.as('camille'), await here.client('client')]
    const order = await here.order(10)
    const key = randomUUID()
    const first = (await link(zoe, order, {}, key)).data
    await cheque(camille, order, 300_00)
    const next: Values = (await link(zoe, order)).data
    expect(next).toMatchObject({ MONTANT: 900_00, ETAT: 'en_attente' })
    expect(await shownOf(zoe, order)).toEqual([
      [300_00, 'confirme'],
      [900_00, 'en_attente'],
    ])
    expect((await link(zoe, order, {}, key)).data).toMatchObject({ id: first.id, LIEN: null })
    // The provider still tells of the former session that it waits.
    expect(sessionOf(first)).toBeDefined()
    await pay(here, first)
    expect(await soldeOf(camille, order)).toBe(-300_00)
    expect(await shownOf(zoe, order)).toContainEqual([TTC, 'confirme'])
  })
})
