import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { removeAccount, writeAccount } from '../../server/payments/accounts.ts'
import { askSessions } from '../../server/payments/ask-sessions.ts'
import { answerOf, type Caller } from '../support/contract.ts'
import { describeEngines } from '../support/engines.ts'
import { TTC, withPaymentShops } from '../support/payment-shop.ts'
import { testSecrets } from '../support/test-app.ts'

const DAY = 86_400_000

describeEngines('events of the payment provider', (db) => {
  const { server, provider, shop, link, paymentsOf, sessionOf, deliver, pay } = withPaymentShops(db)
  /** As the provider calls: without token or company header, at the address that the company had when the link was made. */
  const payAtHost = async (label: string, payment: Values) => {
    const session = sessionOf(payment)
    Object.assign(session, { status: 'payment_created' })
    const { headers, body: payload } = provider().webhook(session.id)
    const host = `${label}.localhost`
    return answerOf(
      await server().inject({
        method: 'POST',
        url: '/api/fintecture/webhook',
        headers: { ...headers, host },
        payload,
      }),
    )
  }

  it('[API-08] [SEC] an event proves nothing: the server asks the provider for the session', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    const { data } = await link(camille, order, { montant: 100_00 })
    const session = sessionOf(data)
    const state = async () => (await paymentsOf(camille, order))[0]?.ETAT
    // Correctly signed, but false.
    expect((await deliver(here, provider().webhook(session.id, { status: 'payment_created' }))).status).toBe(200)
    expect(await state()).toBe('en_attente')
    // The provider says « paid », but another amount.
    for (const lie of [{ amount: '1.00' }, { currency: 'USD' }, { state: 'another-payment' }]) {
      const truth = { ...session }
      Object.assign(session, lie, { status: 'payment_created' })
      await deliver(here, provider().webhook(session.id))
      expect(await state()).toBe('en_attente')
      Object.assign(session, truth)
    }
    Object.assign(session, { status: 'payment_unsuccessful' })
    await deliver(here, provider().webhook(session.id))
    expect(await state()).toBe('echoue')
    Object.assign(session, { status: 'payment_created' })
    await deliver(here, provider().webhook(session.id))
    expect(await state()).toBe('confirme')
    // A confirmed payment stays confirmed.
    Object.assign(session, { status: 'payment_unsuccessful' })
    await deliver(here, provider().webhook(session.id))
    expect(await state()).toBe('confirme')
  })

  it('[API-08] [DAY-06 payments] (rejected) a transfer that the bank rejects afterwards stays in the list, is told, and the office cancels it', async () => {
    const here = await shop()
    const [camille, alice, bruno] = [await here.as('camille'), await here.as('alice'), await here.as('bruno')]
    const order = await here.order(10, { NUMERO_DEVIS: 'D-2026-00042', IDRESPONSABLEPROJET: 'camille' })
    const { data } = await link(camille, order, { montant: 100_00 })
    await pay(here, data)
    const path = `/paiements/${String(data.id)}`
    const cancel = (caller: Caller) => caller.post(`${path}/cancel`, { MOTIF_ANNULATION: 'Paiement rejeté' })
    const row = async () => (await alice.pull('/paiements')).rows[0]
    const solde = async () => (await alice.get(`/devis/${order}`)).data.SOLDE
    const say = async (transfer_state: string) => {
      Object.assign(sessionOf(data), { transfer_state })
      expect((await deliver(here, provider().webhook(sessionOf(data).id))).status).toBe(200)
    }
    const trail = async () => {
      const { rows } = await db().inTenant(here.id, (tx) =>
        sql<{ action: string }>`select action from audit where action like 'payment.%' order by id`.execute(tx),
      )
      return rows.map(({ action }) => action).slice(2)
    }
    expect(await row()).toMatchObject({ MOYEN: 'en_ligne', REJETE_LE: null, VERSION: 1 })
    // The provider repeats its event.
    for (let i = 0; i < 2; i += 1) await say('rejected')
    expect(await row()).toMatchObject({ REJETE_LE: expect.any(String), ANNULE_LE: null, VERSION: 2 })
    expect(await solde()).toBe(TTC - 100_00)
    expect(await trail()).toEqual(['payment.rejected'])
    for (const told of [camille, alice]) {
      const { rows } = await told.pull('/notifications')
      expect(rows.filter(({ TYPE }) => TYPE === 'paiement_rejete')).toMatchObject([
        { RESSOURCE: 'devis', IDENREGISTREMENT: order, DETAIL: 'Paiement de 100\u00a0€ rejeté, D-2026-00042' },
      ])
    }
    expect((await bruno.pull('/notifications')).rows).toEqual([])
    // An app that has not been updated has neither the field nor the kind.
    const old = { [HEADER.version]: '6' }
    expect((await alice.get('/paiements', old)).list[0]).not.toHaveProperty('REJETE_LE')
    // Its confirmation was told too.
    const known = (await alice.get('/notifications', old)).list
    expect(known.map(({ TYPE }) => TYPE)).toEqual(['demande_recue', 'demande_recue'])
    // The bank executes it after all.
    await say('completed')
    expect(await row()).toMatchObject({ REJETE_LE: null, VERSION: 3 })
    expect((await cancel(alice)).status).toBe(422)
    await say('rejected')
    expect(await trail()).toEqual(['payment.rejected', 'payment.confirmed', 'payment.rejected'])
    expect((await cancel(camille)).status).toBe(403)
    expect((await cancel(alice)).data).toMatchObject({ MOTIF_ANNULATION: 'Paiement rejeté', ANNULE_PAR: 'alice' })
    expect(await solde()).toBe(TTC)
    expect(await paymentsOf(camille, order)).toEqual([])
    const cancelled = await row()
    for (const state of ['completed', 'rejected']) await say(state)
    expect(await row()).toEqual(cancelled)
    // The order can be paid again.
    expect((await link(camille, order)).data).toMatchObject({ MONTANT: TTC, ETAT: 'en_attente' })
  })

  it('[API-08] [DAY-07 notices] a payment that arrives is told once to the order’s salesperson and the office, with what is to be given back', async () => {
    const here = await shop()
    const [camille, alice, bruno] = [await here.as('camille'), await here.as('alice'), await here.as('bruno')]
    const orderOf = (NUMERO_DEVIS: string) => here.order(10, { NUMERO_DEVIS, IDRESPONSABLEPROJET: 'camille' })
    const [stands, withdrawn, cancelled] = [await orderOf('D-1'), await orderOf('D-2'), await orderOf('D-3')]
    const open = async (order: string, montant: number) => (await link(camille, order, { montant })).data
    const [first, second] = [await open(stands, 100_00), await open(stands, 1_100_00)]
    const [late, kept] = [await open(withdrawn, 100_00), await open(cancelled, 100_00)]
    const ends = (order: string, keeps: number | null) =>
      db().inTenant(here.id, (tx) =>
        sql`update devis set "REFUSE" = 1, "MONTANT_CONSERVE" = ${keeps}, seq = take_seq(1)
          where "IDDEVIS" = ${order}`.execute(tx),
      )
    await pay(here, first)
    await deliver(here, provider().webhook(sessionOf(first).id))
    // Of the rest a part is paid by cheque while the customer is at their bank.
    const cheque = { MONTANT: 30_00, MOYEN: 'cheque', GENRE: 'acompte', DATE_PAIEMENT: today('Europe/Paris') }
    const entered = { id: randomUUID(), IDDEVIS: stands, IDPROJET: 'projet', ...cheque }
    expect((await camille.post('/paiements', entered)).status).toBe(201)
    await pay(here, second)
    await ends(withdrawn, null)
    await ends(cancelled, 100_00)
    await pay(here, late)
    await pay(here, kept)
    const told = async (who: Caller) =>
      (await who.pull('/notifications')).rows.map(({ TYPE, RESSOURCE, IDENREGISTREMENT, DETAIL }) => [
        TYPE,
        RESSOURCE,
        IDENREGISTREMENT,
        String(DETAIL).replaceAll('\u00a0', ' '),
      ])
    const all = [
      ['paiement_recu', 'devis', stands, 'Paiement de 100 € reçu, D-1'],
      ['paiement_recu', 'devis', stands, 'Paiement de 1 100 € reçu, D-1, 30 € à rendre'],
      ['paiement_recu', 'devis', withdrawn, 'Paiement de 100 € reçu après la fin de la commande, D-2, 100 € à rendre'],
      // The company keeps it, as agreed.
      ['paiement_recu', 'devis', cancelled, 'Paiement de 100 € reçu après la fin de la commande, D-3'],
    ]
    expect(await told(camille)).toEqual(all)
    expect(await told(alice)).toEqual(all)
    expect(await told(bruno)).toEqual([])
  })

  it('[SEC] forged, tampered and replayed events change nothing and ask the provider nothing', async () => {
    const [here, there] = [await shop(), await shop(false)]
    const camille = await here.as('camille')
    const order = await here.order(10)
    const { data } = await link(camille, order, { montant: 100_00 })
    const session = sessionOf(data)
    Object.assign(session, { status: 'payment_created' })
    const event = provider().webhook(session.id)
    const forged = [
      { headers: { 'content-type': event.headers['content-type'] ?? '' }, body: event.body },
      { headers: { ...event.headers, digest: 'SHA-256=AAAA' }, body: event.body },
      { headers: event.headers, body: `${event.body}&x=1` },
      { headers: { ...event.headers, signature: 'keyId="x",signature="AAAA"' }, body: event.body },
      provider().webhook(session.id, { date: new Date(Date.now() - 3 * DAY) }),
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ session_id: session.id }) },
      { headers: { 'content-type': 'text/plain' }, body: '' },
    ]
    provider().calls = []
    for (const one of forged) expect((await deliver(here, one)).status).toBe(401)
    // A company without account, and an unknown company.
    expect((await deliver(there, event)).status).toBe(401)
    const nowhere = {
      method: 'POST',
      url: '/api/fintecture/webhook',
      headers: event.headers,
      payload: event.body,
    } as const
    expect((await server().inject(nowhere)).statusCode).toBe(404)
    expect(provider().calls).toEqual([])
    expect((await paymentsOf(camille, order))[0]?.ETAT).toBe('en_attente')
    // An unknown session is not ours: the event is accepted without effect, and the provider is not asked.
    expect((await deliver(here, provider().webhook('0123456789abcdef'))).status).toBe(200)
    expect(provider().calls).toEqual([])
    // The real event ten times at once confirms once.
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(here, provider().webhook(session.id))))
    expect(answers.map((one) => one.status)).toEqual(Array(10).fill(200))
    const confirmed = await db().inTenant(here.id, (tx) =>
      tx.selectFrom('audit').select('action').where('action', '=', 'payment.confirmed').execute(),
    )
    expect(confirmed).toHaveLength(1)
    const big = await deliver(here, { headers: event.headers, body: 'x'.repeat(20_000) })
    expect(big.status).toBe(413)
  })

  it('an unreachable provider: the event and the request for a link must be sent again, and nothing is lost', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    const key = randomUUID()
    provider().failWith = 500
    expect((await link(camille, order, { montant: 70_00 }, key)).status).toBe(503)
    provider().failWith = null
    const { data } = await link(camille, order, { montant: 70_00 }, key)
    expect(data).toMatchObject({ MONTANT: 70_00, ETAT: 'en_attente' })
    provider().failWith = 500
    expect((await pay(here, data)).status).toBe(503)
    provider().failWith = null
    expect((await deliver(here, provider().webhook(sessionOf(data).id))).status).toBe(200)
    expect((await paymentsOf(camille, order)).map((one) => one.ETAT)).toEqual(['confirme'])
  })

  /** The payments of a company are this much older, and so is what the server knows of them. */
  const later = (companyId: string, interval: string) =>
    db().inTenant(companyId, (tx) =>
      sql`update payment set created_at = created_at - ${interval}::interval, asked_at = asked_at - ${interval}::interval,
        confirmed_at = confirmed_at - ${interval}::interval`.execute(tx),
    )
  const trailOf = async (companyId: string) => {
    const { rows } = await db().inTenant(companyId, (tx) =>
      sql<{ action: string; actor: string }>`select action, actor from audit
        where action like 'payment.%' and action <> 'payment.requested' order by id`.execute(tx),
    )
    return rows.map(({ action, actor }) => `${action} ${actor}`)
  }

  it('[API-08] a payment whose event is lost is found, recorded and told once, and so is its rejection by the bank', async () => {
    const here = await shop()
    const [camille, alice] = [await here.as('camille'), await here.as('alice')]
    const order = await here.order(10, { NUMERO_DEVIS: 'D-7', IDRESPONSABLEPROJET: 'camille' })
    const { data } = await link(camille, order, { montant: 100_00 })
    const session = sessionOf(data)
    Object.assign(session, { status: 'payment_created' })
    const state = async () => (await paymentsOf(camille, order))[0]?.ETAT
    const asked = () => provider().calls.filter((call) => call === `GET /pis/v2/payments/${session.id}`).length
    // The event may still be under way.
    await askSessions(server())
    expect([await state(), asked()]).toEqual(['en_attente', 0])
    await later(here.id, '11 minutes')
    for (let i = 0; i < 2; i += 1) await askSessions(server())
    expect([await state(), asked()]).toEqual(['confirme', 1])
    expect(await trailOf(here.id)).toEqual(['payment.confirmed server'])
    Object.assign(session, { transfer_state: 'rejected' })
    await later(here.id, '9 days')
    for (let i = 0; i < 2; i += 1) await askSessions(server())
    await later(here.id, '2 days')
    await askSessions(server())
    expect([asked(), await trailOf(here.id)]).toEqual([2, ['payment.confirmed server', 'payment.rejected server']])
    for (const told of [camille, alice]) {
      const { rows } = await told.pull('/notifications')
      expect(rows.map(({ TYPE }) => TYPE)).toEqual(['paiement_recu', 'paiement_rejete'])
    }
  })

  it('[API-08] [DAY-06 payments] (late) one that somebody has entered by hand meanwhile says so, and on which day it was asked for', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10, { NUMERO_DEVIS: 'D-8', IDRESPONSABLEPROJET: 'camille' })
    const { data } = await link(camille, order, { montant: 100_00 })
    Object.assign(sessionOf(data), { status: 'payment_created' })
    await later(here.id, '5 days')
    const seen = { MONTANT: 100_00, MOYEN: 'virement', GENRE: 'acompte', DATE_PAIEMENT: today('Europe/Paris') }
    const entered = { id: randomUUID(), IDDEVIS: order, IDPROJET: 'projet', ...seen }
    expect((await camille.post('/paiements', entered)).status).toBe(201)
    await askSessions(server())
    const { rows } = await camille.pull('/notifications')
    expect(rows.map(({ DETAIL }) => String(DETAIL).replaceAll('\u00a0', ' '))).toEqual([
      'Paiement de 100 € reçu, D-8, le même montant a été saisi depuis la demande : est-ce le même argent ?',
    ])
    const all = (await camille.pull('/paiements')).rows
    expect(all.find(({ MOYEN }) => MOYEN === 'en_ligne')?.NOTE).toMatch(
      /^Confirmé tardivement : demandé le \d\d\/\d\d\/\d{4}$/,
    )
  })

  it('[API-08] an open session is asked for less and less often, of whichever account it is, and two months long', async () => {
    const [here, there] = [await shop(), await shop()]
    const camille = await here.as('camille')
    const order = await here.order(10)
    const { data } = await link(camille, order, { montant: 100_00 })
    const session = sessionOf(data)
    const asked = () => provider().calls.filter((call) => call === `GET /pis/v2/payments/${session.id}`).length
    await later(here.id, '2 hours')
    const rounds: number[] = []
    for (const pause of ['0', '50 minutes', '11 minutes', '59 days']) {
      await later(here.id, pause)
      await askSessions(server())
      rounds.push(asked())
    }
    expect(rounds).toEqual([1, 1, 2, 3])
    const another = { ...provider().account, appId: `autre-${randomUUID()}` }
    await db().inTenant(here.id, (tx) => writeAccount(tx, testSecrets, another))
    Object.assign(session, { status: 'payment_created' })
    // Set right again: what a clock that was ahead noted keeps it from nothing.
    await db().inTenant(here.id, (tx) => sql`update payment set asked_at = now() + interval '1 year'`.execute(tx))
    await askSessions(server())
    // The present account’s credentials are refused here: the former one’s are tried all the same.
    const { rows } = await db().inTenant(here.id, (tx) => sql<{ state: string }>`select state from payment`.execute(tx))
    expect([asked(), rows]).toEqual([4, [{ state: 'confirmed' }]])
    const late = await link(await there.as('camille'), await there.order(10), { montant: 50_00 })
    await later(there.id, '61 days')
    provider().calls = []
    await askSessions(server())
    expect(provider().calls).not.toContain(`GET /pis/v2/payments/${sessionOf(late.data).id}`)
  })

  it('[API-08] a provider that does not answer is asked again later, and another amount is written once', async () => {
    const [here, there] = [await shop(), await shop()]
    const [camille, other] = [await here.as('camille'), await there.as('camille')]
    const order = await here.order(10)
    const { data } = await link(camille, order, { montant: 100_00 })
    const wrong = await link(other, await there.order(10), { montant: 100_00 })
    Object.assign(sessionOf(data), { status: 'payment_created' })
    Object.assign(sessionOf(wrong.data), { status: 'payment_created', amount: '1.00' })
    for (const { id } of [here, there]) await later(id, '1 hour')
    provider().failWith = 503
    await expect(askSessions(server())).rejects.toThrow(AggregateError)
    expect((await paymentsOf(camille, order))[0]?.ETAT).toBe('en_attente')
    provider().failWith = null
    for (let i = 0; i < 2; i += 1) {
      for (const { id } of [here, there]) await later(id, '1 day')
      await askSessions(server())
    }
    expect((await paymentsOf(camille, order))[0]?.ETAT).toBe('confirme')
    expect(await trailOf(there.id)).toEqual(['payment.mismatch server'])
  })

  it('[API-08] a payment made while its company is suspended is recorded', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    const { data } = await link(camille, order, { montant: 40_00 })
    const suspend = async (disabled: boolean): Promise<void> => {
      await db().inTenant(here.id, (tx) => sql`update company set disabled = ${disabled}`.execute(tx))
      server().companies.forget()
    }
    await suspend(true)
    expect((await payAtHost(here.key, data)).status).toBe(200)
    await suspend(false)
    expect((await paymentsOf(camille, order)).map((one) => one.ETAT)).toEqual(['confirme'])
  })

  it('[API-08] a payment whose link was sent before its company changed its sub-domain is recorded, suspended or not', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    const first = await link(camille, order, { montant: 40_00 })
    const to = `neuve-${randomUUID().slice(0, 8)}`
    await db().inTenant(here.id, (tx) => sql`update company set key = ${to}`.execute(tx))
    server().companies.forget()
    expect((await payAtHost(here.key, first.data)).status).toBe(200)
    const next = await link(camille, order, { montant: 50_00 })
    expect((await payAtHost(to, next.data)).status).toBe(200)
    expect((await paymentsOf(camille, order)).map((one) => one.ETAT)).toEqual(['confirme', 'confirme'])
    // A former sub-domain opens nothing else.
    const told = await server().inject({ url: `/api/company/${here.key}` })
    expect(told.statusCode).toBe(404)
    const last = await link(camille, order, { montant: 60_00 })
    await db().inTenant(here.id, (tx) => sql`update company set disabled = true`.execute(tx))
    server().companies.forget()
    expect((await payAtHost(here.key, last.data)).status).toBe(200)
    const { rows } = await db().inTenant(here.id, (tx) =>
      sql<{ state: string }>`select state from payment where devis_id = ${order}`.execute(tx),
    )
    expect(rows.map((one) => one.state)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  it.each(['replaced', 'removed'] as const)(
    '[API-08] what is paid by a link of an account that was %s is recorded, and the link is shown to nobody any more',
    async (how) => {
      const here = await shop()
      const [camille, client] = [await here.as('camille'), await here.client('client')]
      const order = await here.order(10)
      const former = await link(camille, order, { montant: 100_00 })
      const failed = await link(camille, order, { montant: 40_00 })
      Object.assign(sessionOf(failed.data), { status: 'payment_unsuccessful' })
      await deliver(here, provider().webhook(sessionOf(failed.data).id))
      const another = { ...provider().account, appId: `autre-${randomUUID()}` }
      await db().inTenant(here.id, (tx) =>
        how === 'replaced' ? writeAccount(tx, testSecrets, another) : removeAccount(tx),
      )
      expect(await paymentsOf(client, order)).toEqual([])
      Object.assign(sessionOf(failed.data), { status: 'provider_required' })
      expect((await deliver(here, provider().webhook(sessionOf(failed.data).id))).status).toBe(200)
      expect(await paymentsOf(client, order)).toEqual([])
      // A former account makes no link: of another amount, of the same one.
      for (const montant of [60_00, 100_00]) {
        const answer = await link(client, order, { montant })
        expect(answer.status).toBe(how === 'replaced' ? 503 : 201)
        if (how === 'removed') expect(answer.data).toMatchObject({ ETAT: 'cree', LIEN: null })
      }
      expect((await pay(here, former.data)).status).toBe(200)
      expect((await paymentsOf(client, order))[0]).toMatchObject({ id: former.data.id, ETAT: 'confirme' })
      // An application that nobody has ever had here says nothing.
      const stranger = provider().webhook(sessionOf(former.data).id)
      const signature = stranger.headers.signature?.replace(provider().account.appId, 'app-inconnue') ?? ''
      expect((await deliver(here, { ...stranger, headers: { ...stranger.headers, signature } })).status).toBe(401)
    },
  )

  it('[API-08] a link of the application that comes back, or that has another secret, is the present one’s', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    const { account } = provider()
    const write = (appId: string, appSecret = account.appSecret) =>
      db().inTenant(here.id, (tx) => writeAccount(tx, testSecrets, { ...account, appId, appSecret }))
    const first = await link(camille, order, { montant: 100_00 })
    await write(account.appId, 'un autre secret')
    expect((await paymentsOf(camille, order))[0]).toMatchObject({ id: first.data.id, LIEN: first.data.LIEN })
    await write('autre')
    await write(account.appId)
    const next = await link(camille, order, { montant: 100_00 })
    expect(next.data.LIEN).not.toBe(first.data.LIEN)
    expect((await pay(here, first.data)).status).toBe(200)
    expect((await pay(here, next.data)).status).toBe(200)
    expect((await paymentsOf(camille, order)).map(({ ETAT }) => ETAT)).toEqual(['confirme', 'confirme'])
    const { rows } = await db().inTenant(here.id, (tx) =>
      sql<{ app_id: string; text: string }>`select app_id, f::text as text from former_payment_account f`.execute(tx),
    )
    expect(rows.map(({ app_id }) => app_id)).toEqual(['autre'])
    // Sealed, as the present one.
    expect(rows[0]?.text).not.toMatch(new RegExp(`${account.appSecret}|PRIVATE KEY`))
  })

  it('[API-08] a link that is being made while its account is replaced is given to nobody', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    const key = randomUUID()
    const { payments } = server().ports
    const made = vi.spyOn(payments, 'createLink').mockImplementationOnce(async (...args) => {
      await db().inTenant(here.id, (tx) =>
        writeAccount(tx, testSecrets, { ...provider().account, appId: 'autre', appSecret: 'autre' }),
      )
      made.mockRestore()
      return payments.createLink(...args)
    })
    expect((await link(camille, order, {}, key)).status).toBe(503)
    expect((await paymentsOf(camille, order))[0]).toMatchObject({ ETAT: 'cree', LIEN: null })
    await db().inTenant(here.id, (tx) => writeAccount(tx, testSecrets, provider().account))
    expect((await link(camille, order, {}, key)).data).toMatchObject({ MONTANT: TTC, ETAT: 'en_attente' })
  })
})
