import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { writeAccount } from '../../server/payments/accounts.ts'
import { nextState } from '../../server/payments/apply-session.ts'
import { sendOutbound } from '../../server/ports/http/outbound.ts'
import { fintecturePayments } from '../../server/ports/payments/fintecture.ts'
import { answerOf, type Caller, callerOf } from '../support/contract.ts'
import { describeEngines } from '../support/engines.ts'
import { type PersonName, plant, type StaffedCompany, staffedCompany } from '../support/staffed-company.ts'
import { type FintectureStandIn, startFintecture } from '../support/stand-ins/fintecture.ts'
import { embeddedPorts, testApp, testSecrets } from '../support/test-app.ts'

const DAY = 86_400_000
const agoDays = (days: number): string => new Date(Date.now() - days * DAY).toISOString()
const TTC = 1_200_00

describeEngines('payments', (db) => {
  let app: FastifyInstance
  let provider: FintectureStandIn
  beforeAll(async () => {
    provider = await startFintecture()
    const payments = fintecturePayments({ baseUrl: provider.url, send: sendOutbound })
    app = await testApp(db(), { rateLimit: 10_000_000 }, { ...embeddedPorts(), payments })
    await app.ready()
  })
  afterEach(() => {
    provider.failWith = null
  })
  afterAll(async () => {
    await app?.close()
    await provider?.close()
  })

  interface Shop extends StaffedCompany {
    key: string
    as: (name: PersonName) => Promise<Caller>
    client: (id: string, limitedTo?: string) => Promise<Caller>
    /** A quote of the customer `client`, signed so many days ago; null: not signed. */
    order: (signedDaysAgo: number | null, more?: Values) => Promise<string>
  }

  const shop = async (connected = true): Promise<Shop> => {
    const company = await staffedCompany(db())
    const { key } = await db().inTenant(company.id, async (tx) => {
      if (connected) await writeAccount(tx, testSecrets, provider.account)
      await plant(tx, 'client', { IDCLIENT: 'client', NOM: 'Durand', PRENOM: 'Zoé', MAIL: 'zoe@example.com' })
      await plant(tx, 'client', { IDCLIENT: 'other', NOM: 'Martin' })
      await plant(tx, 'projet', {
        IDPROJET: 'projet',
        IDCLIENT: 'client',
        IDRESPONSABLEPROJET: 'camille',
        IDAGENCE: 'lyon',
      })
      await sql`update projet set viewer_agence = 'lyon', viewer_personnes = array['camille', 'marc'], seq = take_seq(1)`.execute(
        tx,
      )
      return tx.selectFrom('company').select('key').where('id', '=', company.id).executeTakeFirstOrThrow()
    })
    const session = async (kind: 'personnel' | 'client', accountId: string, limitedTo?: string) => {
      const more = limitedTo === undefined ? {} : { limitedTo }
      const opened = await app.sessions.open({ kind, accountId, companyId: company.id, deviceId: null, ...more })
      return callerOf(app, opened.token)
    }
    return {
      ...company,
      key,
      as: (name) => session('personnel', name),
      client: (id, limitedTo) => session('client', id, limitedTo),
      order: (signedDaysAgo, more = {}) =>
        db().inTenant(company.id, async (tx) => {
          const id = randomUUID()
          const line = {
            id: 'l',
            LIBELLE: 'Fenêtre',
            UNITE: 'u',
            QUANTITE: 1,
            PRIX_UNITAIRE_HT: 1_000_00,
            TAUX_TVA: 2000,
          }
          const signed = signedDaysAgo === null ? {} : { DEVIS_SIGNE: 1, DATE_SIGNATURE: agoDays(signedDaysAgo) }
          await plant(tx, 'devis', {
            IDDEVIS: id,
            IDPROJET: 'projet',
            IDCLIENT: 'client',
            NUMERO_DEVIS: `D-2026-${id.slice(0, 5)}`,
            LIGNES: [line],
            NET_HT: 1_000_00,
            PRIX_TTC: TTC,
            DATE_TRANSMISSION: agoDays(60),
            ...signed,
            ...more,
          })
          await sql`update devis set viewer_agence = 'lyon', viewer_personnes = array['camille', 'marc'], seq = take_seq(1)
            where "IDDEVIS" = ${id} and "DEVIS_SIGNE" = 0`.execute(tx)
          await sql`update devis set viewer_agence = 'lyon', viewer_personnes = array['camille', 'marc'], seq = take_seq(1)
            where "IDDEVIS" = ${id} and "DEVIS_SIGNE" = 1`.execute(tx)
          return id
        }),
    }
  }

  const link = (caller: Caller, IDDEVIS: string, more: Values = {}, key = randomUUID()) =>
    caller.post('/fintecture/generate_link', { IDDEVIS, ...more }, { key })
  const paymentsOf = async (caller: Caller, IDDEVIS: string) =>
    (await caller.post('/invoice/payments', { IDDEVIS })).list
  const sessionOf = (payment: Values) =>
    [...provider.sessions.values()].find((session) => session.state === payment.id) as {
      id: string
      status: string
      amount: string
    }
  const deliver = async (company: Shop, event: { headers: Record<string, string>; body: string }) =>
    answerOf(
      await app.inject({
        method: 'POST',
        url: '/api/fintecture/webhook',
        headers: { ...event.headers, 'company-key': company.key },
        payload: event.body,
      }),
    )
  /** The customer pays at the bank, and the provider says so. */
  const pay = async (company: Shop, payment: Values) => {
    const session = sessionOf(payment)
    Object.assign(session, { status: 'payment_created' })
    return deliver(company, provider.webhook(session.id))
  }

  it('[API-08] a link of what is left to pay, for the staff who see the order and for its customer', async () => {
    const here = await shop()
    const order = await here.order(10)
    const camille = await here.as('camille')
    const asked = await link(camille, order, { montant: 200_00 })
    expect(asked.status).toBe(201)
    expect(asked.data).toMatchObject({ IDDEVIS: order, MONTANT: 200_00, ETAT: 'en_attente', DATE_CONFIRMATION: null })
    expect(asked.data.LIEN).toMatch(/^https:\/\/connect\.example\.com\//)
    expect(sessionOf(asked.data)).toMatchObject({ amount: '200.00', payer: 'Zoé Durand', currency: 'EUR' })
    expect((await pay(here, asked.data)).status).toBe(200)
    const mine = await link(await here.client('client'), order)
    expect(mine.data).toMatchObject({ MONTANT: 1_000_00, ETAT: 'en_attente' })
    expect((await paymentsOf(camille, order)).map((one) => [one.MONTANT, one.ETAT, one.LIEN !== null])).toEqual([
      [200_00, 'confirme', false],
      [1_000_00, 'en_attente', true],
    ])
    const trail = await db().inTenant(here.id, (tx) => tx.selectFrom('audit').select('action').orderBy('id').execute())
    expect(trail.map((row) => row.action)).toEqual(['payment.requested', 'payment.confirmed', 'payment.requested'])
  })

  it('[API-08] the second send of one key gets the first one’s link; another amount under it is refused', async () => {
    const here = await shop()
    const order = await here.order(10)
    const camille = await here.as('camille')
    const key = randomUUID()
    const first = await link(camille, order, { montant: 50_00 }, key)
    const again = await link(camille, order, { montant: 50_00 }, key)
    expect(again.data).toEqual(first.data)
    expect((await link(camille, order, { montant: 60_00 }, key)).code).toBe('KEY_REUSED')
    expect(await paymentsOf(camille, order)).toHaveLength(1)
  })

  it('[API-08] [SEC] no payment is asked in the seven days after a signature at home, nor of an order that is none', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    for (const days of [0, 1, 6.9]) {
      const refused = await link(camille, await here.order(days))
      expect([refused.status, refused.code]).toEqual([422, 'VALIDATION_ERROR'])
      expect(refused.body.message).toMatch(/^Aucun paiement ne peut être demandé avant le \d\d\/\d\d\/\d{4} : la loi/)
      expect((await link(await here.client('client'), await here.order(days))).status).toBe(422)
    }
    expect((await link(camille, await here.order(9))).status).toBe(201)
    expect((await link(camille, await here.order(null))).body.message).toBe("Ce devis n'est pas signé.")
    const withdrawn = await here.order(20, { REFUSE: 1, DATE_REFUSE: agoDays(15) })
    expect((await link(camille, withdrawn)).body.message).toMatch(/rétractée ou annulée/)
  })

  it('[SEC] an amount is what is left at most, whole cents, and nothing else comes from the body', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    for (const montant of [0, -1, 1.5, '100', 1e12, null])
      expect((await link(camille, order, { montant })).status).toBe(422)
    expect((await link(camille, order, { montant: TTC + 1 })).body.message).toBe(
      'Le montant dépasse ce qui reste à payer.',
    )
    expect((await link(camille, order, { state: 'confirmed' })).status).toBe(422)
    const all = await link(camille, order)
    await pay(here, all.data)
    expect((await link(camille, order, { montant: 1 })).body.message).toBe('Cette commande est entièrement payée.')
  })

  it("[SEC] another customer's order, another company's, one that the staff member does not see: as if there were none", async () => {
    const [here, there] = [await shop(), await shop()]
    const order = await here.order(10)
    const callers = [
      await here.client('other'),
      await here.as('colin'),
      await here.as('bruno'),
      await there.as('camille'),
      await there.client('client'),
    ]
    for (const caller of callers) {
      for (const path of ['/fintecture/generate_link', '/invoice/payments']) {
        const answer = await caller.post(path, { IDDEVIS: order })
        const missing = await caller.post(path, { IDDEVIS: 'no-such-order' })
        expect([answer.status, answer.body]).toEqual([404, missing.body])
      }
    }
    const quoteOnly = await here.client('client', `devis:${order}`)
    expect((await link(quoteOnly, order)).status).toBe(403)
    const anonymous = await app.inject({ method: 'POST', url: '/api/invoice/payments', payload: { IDDEVIS: order } })
    expect(anonymous.statusCode).toBe(401)
    expect(await paymentsOf(await here.as('camille'), order)).toEqual([])
  })

  it('[API-08] [SEC] an event is believed on nothing: what the provider says of the session counts', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    const { data } = await link(camille, order, { montant: 100_00 })
    const session = sessionOf(data)
    const state = async () => (await paymentsOf(camille, order))[0]?.ETAT
    // Authentic to the last byte, and a lie.
    expect((await deliver(here, provider.webhook(session.id, { status: 'payment_created' }))).status).toBe(200)
    expect(await state()).toBe('en_attente')
    // The provider says « paid », but other money.
    for (const lie of [{ amount: '1.00' }, { currency: 'USD' }, { state: 'another-payment' }]) {
      const truth = { ...session }
      Object.assign(session, lie, { status: 'payment_created' })
      await deliver(here, provider.webhook(session.id))
      expect(await state()).toBe('en_attente')
      Object.assign(session, truth)
    }
    Object.assign(session, { status: 'payment_unsuccessful' })
    await deliver(here, provider.webhook(session.id))
    expect(await state()).toBe('echoue')
    Object.assign(session, { status: 'payment_created' })
    await deliver(here, provider.webhook(session.id))
    expect(await state()).toBe('confirme')
    // Confirmed is confirmed.
    Object.assign(session, { status: 'payment_unsuccessful' })
    await deliver(here, provider.webhook(session.id))
    expect(await state()).toBe('confirme')
  })

  it('[SEC] forged, tampered and replayed events change nothing and ask the provider nothing', async () => {
    const [here, there] = [await shop(), await shop(false)]
    const camille = await here.as('camille')
    const order = await here.order(10)
    const { data } = await link(camille, order, { montant: 100_00 })
    const session = sessionOf(data)
    Object.assign(session, { status: 'payment_created' })
    const event = provider.webhook(session.id)
    const forged = [
      { headers: { 'content-type': event.headers['content-type'] ?? '' }, body: event.body },
      { headers: { ...event.headers, digest: 'SHA-256=AAAA' }, body: event.body },
      { headers: event.headers, body: `${event.body}&x=1` },
      { headers: { ...event.headers, signature: 'keyId="x",signature="AAAA"' }, body: event.body },
      provider.webhook(session.id, { date: new Date(Date.now() - 3 * DAY) }),
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ session_id: session.id }) },
      { headers: { 'content-type': 'text/plain' }, body: '' },
    ]
    provider.calls = []
    for (const one of forged) expect((await deliver(here, one)).status).toBe(401)
    // A company without account, and no company at all.
    expect((await deliver(there, event)).status).toBe(401)
    const nowhere = {
      method: 'POST',
      url: '/api/fintecture/webhook',
      headers: event.headers,
      payload: event.body,
    } as const
    expect((await app.inject(nowhere)).statusCode).toBe(404)
    expect(provider.calls).toEqual([])
    expect((await paymentsOf(camille, order))[0]?.ETAT).toBe('en_attente')
    // An unknown session is not ours: received, without effect and without a question.
    expect((await deliver(here, provider.webhook('0123456789abcdef'))).status).toBe(200)
    expect(provider.calls).toEqual([])
    // The true one ten times at once: confirmed once.
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(here, provider.webhook(session.id))))
    expect(answers.map((one) => one.status)).toEqual(Array(10).fill(200))
    const confirmed = await db().inTenant(here.id, (tx) =>
      tx.selectFrom('audit').select('action').where('action', '=', 'payment.confirmed').execute(),
    )
    expect(confirmed).toHaveLength(1)
    const big = await deliver(here, { headers: event.headers, body: 'x'.repeat(20_000) })
    expect(big.status).toBe(413)
  })

  it('a provider that is away: the event is to be sent again, the request for a link too, and nothing is lost', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const order = await here.order(10)
    const key = randomUUID()
    provider.failWith = 500
    expect((await link(camille, order, { montant: 70_00 }, key)).status).toBe(503)
    provider.failWith = null
    const { data } = await link(camille, order, { montant: 70_00 }, key)
    expect(data).toMatchObject({ MONTANT: 70_00, ETAT: 'en_attente' })
    provider.failWith = 500
    expect((await pay(here, data)).status).toBe(503)
    provider.failWith = null
    expect((await deliver(here, provider.webhook(sessionOf(data).id))).status).toBe(200)
    expect((await paymentsOf(camille, order)).map((one) => one.ETAT)).toEqual(['confirme'])
  })

  it('[API-08] without an account a payment is recorded, without a link; check_account says how it stands', async () => {
    const [here, without] = [await shop(), await shop(false)]
    const check = async (company: Shop) => (await (await company.as('alice')).get('/fintecture/check_account')).data
    expect(await check(here)).toEqual({ connected: true, provider: 'fintecture' })
    expect(await check(without)).toEqual({ connected: false, provider: null })
    provider.failWith = 503
    await db().inTenant(here.id, (tx) => writeAccount(tx, testSecrets, { ...provider.account, appSecret: 'another' }))
    expect(await check(here)).toEqual({ connected: false, provider: 'fintecture' })
    provider.failWith = null
    const recorded = await link(await without.as('camille'), await without.order(10))
    expect(recorded.data).toMatchObject({ MONTANT: TTC, ETAT: 'cree', LIEN: null })
  })

  it('[ENT-05] SOLDE_DEVIS of the interventions follows the quote, the payments and the link, and reaches the devices', async () => {
    const here = await shop()
    const [camille, alice] = [await here.as('camille'), await here.as('alice')]
    const order = await here.order(10)
    const id = randomUUID()
    const made = await alice.post('/interventions', {
      IDINTERVENTION: id,
      IDPROJET: 'projet',
      IDDEVIS: order,
      RDV_DEBUT: '2026-12-01 08:00',
      RDV_FIN: '2026-12-01 12:00',
    })
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({ SOLDE_DEVIS: TTC, SOLDE_DEVIS_POURCENTAGE: 100 })
    const { checkpoint } = await alice.pull('/interventions')
    const heard: string[] = []
    const stop = app.hints.subscribe(here.id, (hint) => heard.push(hint.resource))
    await pay(here, (await link(camille, order, { montant: 300_00 })).data)
    const { rows } = await alice.pull('/interventions', checkpoint)
    expect(rows).toMatchObject([{ IDINTERVENTION: id, SOLDE_DEVIS: 900_00, SOLDE_DEVIS_POURCENTAGE: 75 }])
    expect(Number(rows[0]?.VERSION)).toBeGreaterThan(Number(made.data.VERSION))
    await vi.waitFor(() => expect(heard).toContain('intervention'))
    stop()
    const put = (patch: Values, base: Values) => alice.put(`/interventions/${id}`, patch, { base })
    expect((await put({ IDDEVIS: null }, { IDDEVIS: order })).data).toMatchObject({
      SOLDE_DEVIS: null,
      SOLDE_DEVIS_POURCENTAGE: null,
    })
    const draft = await here.order(null)
    expect((await put({ IDDEVIS: draft }, { IDDEVIS: null })).data).toMatchObject({ SOLDE_DEVIS: TTC })
    const [line] = ((await camille.get(`/devis/${draft}`)).data.LIGNES ?? []) as Values[]
    const dearer = { LIGNES: [{ ...line, PRIX_UNITAIRE_HT: 2_000_00 }] }
    expect((await camille.put(`/devis/${draft}`, dearer, { base: { LIGNES: [line] } })).status).toBe(200)
    expect((await alice.get(`/interventions/${id}`)).data).toMatchObject({ SOLDE_DEVIS: 2_400_00 })
    expect((await put({ RDV_OBJET: 'Pose' }, { RDV_OBJET: null })).data).toMatchObject({ SOLDE_DEVIS: 2_400_00 })
  })

  it('[SEC] the account of a company is written by administrators and read back by nobody; what was paid cannot be rewritten', async () => {
    const here = await shop(false)
    await db().transaction({ platform: true }, (tx) =>
      tx
        .insertInto('admin_user')
        .values({ id: 'cashier', email: 'cashier@example.com', name: 'Cashier', password_hash: 'x' })
        .execute(),
    )
    const opened = await app.sessions.open({ kind: 'admin', accountId: 'cashier', companyId: null, deviceId: null })
    const admin = callerOf(app, opened.token)
    const path = `/admin/companies/${here.id}/payment_account`
    const { appId, appSecret, privateKey } = provider.account
    const body = { app_id: appId, app_secret: appSecret, private_key: privateKey }
    expect((await (await here.as('diane')).put(path, body)).status).toBe(403)
    expect((await admin.put(path, { ...body, private_key: 'no key' })).status).toBe(422)
    expect((await admin.put('/admin/companies/nowhere/payment_account', body)).status).toBe(404)
    expect((await admin.put(path, body)).status).toBe(204)
    expect((await admin.get(path)).status).toBe(404)
    const stored = await db().inTenant(here.id, (tx) => tx.selectFrom('payment_account').selectAll().execute())
    expect(JSON.stringify(stored)).not.toContain(appSecret)
    expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY')
    const camille = await here.as('camille')
    const order = await here.order(10)
    const { data } = await link(camille, order)
    await pay(here, data)
    for (const change of [sql`amount = 1`, sql`state = 'failed'`, sql`devis_id = 'x'`]) {
      await expect(
        db().inTenant(here.id, (tx) => sql`update payment set ${change} where id = ${data.id}`.execute(tx)),
      ).rejects.toThrow(/settled/)
    }
    expect((await admin.del(path)).status).toBe(204)
    expect((await (await here.as('alice')).get('/fintecture/check_account')).data.connected).toBe(false)
  })
})

const session = { status: 'confirmed', amount: 5, currency: 'EUR', state: 'p' } as const
it.each([
  ['pending', session, 'confirmed'],
  ['created', session, 'confirmed'],
  ['failed', session, 'confirmed'],
  ['confirmed', session, 'same'],
  ['confirmed', { ...session, status: 'failed' }, 'same'],
  ['pending', { ...session, status: 'pending' }, 'same'],
  ['pending', { ...session, status: 'failed' }, 'failed'],
  ['failed', { ...session, status: 'pending' }, 'pending'],
  ['pending', { ...session, state: null }, 'confirmed'],
  ['pending', { ...session, state: 'q' }, 'mismatch'],
  ['pending', { ...session, amount: 6 }, 'mismatch'],
  ['pending', { ...session, amount: Number.NaN }, 'mismatch'],
  ['pending', { ...session, currency: 'CHF' }, 'mismatch'],
] as const)('a %s payment of which the provider says %o: %s', (state, said, next) => {
  expect(nextState({ id: 'p', state, amount: 5 }, said)).toBe(next)
})
