import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { writeAccount } from '../../server/payments/accounts.ts'
import { callerOf } from '../support/contract.ts'
import { describeEngines } from '../support/engines.ts'
import { agoDays, type Shop, TTC, withPaymentShops } from '../support/payment-shop.ts'
import { testSecrets } from '../support/test-app.ts'

describeEngines('payments', (db) => {
  const { server, provider, shop, link, paymentsOf, sessionOf, pay } = withPaymentShops(db)

  it('[API-08] a link for the remaining amount, for the staff who see the order and for its customer', async () => {
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

  it('[API-08] [SEC] no payment in the seven days after a signature at home, nor for a quote that is not signed', async () => {
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

  it.each([{ DATE_SANS_SUITE: '2026-01-10' }, { REFUSE: 1 }])(
    '[API-08] [SPA-05] nothing is asked for an order of a stopped project; what is paid by an older link is recorded (%o)',
    async (stopped) => {
      const here = await shop()
      const order = await here.order(10)
      const [camille, client] = [await here.as('camille'), await here.client('client')]
      const older = (await link(client, order, { montant: 100_00 })).data
      expect((await camille.put('/projets/projet', stopped)).status).toBe(200)
      for (const caller of [camille, client]) {
        const refused = await link(caller, order)
        expect([refused.status, refused.code]).toEqual([422, 'VALIDATION_ERROR'])
        expect(refused.body.message).toBe('Ce projet a été arrêté : plus aucun paiement ne peut être demandé.')
      }
      expect((await paymentsOf(client, order)).map((one) => [one.MONTANT, one.LIEN])).toEqual([[100_00, null]])
      expect((await pay(here, older)).status).toBe(200)
      expect((await paymentsOf(client, order)).map((one) => [one.MONTANT, one.ETAT])).toEqual([[100_00, 'confirme']])
      expect((await camille.put('/projets/projet', { DATE_SANS_SUITE: null, REFUSE: 0 })).status).toBe(200)
      expect((await link(client, order)).data).toMatchObject({ MONTANT: TTC - 100_00 })
    },
  )

  it('[SEC] an amount is at most the remaining one, in whole cents, and no other field of the body counts', async () => {
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

  it("[SEC] another customer's order, another company's, one that the staff member does not see: answered as missing", async () => {
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
    const anonymous = await server().inject({
      method: 'POST',
      url: '/api/invoice/payments',
      payload: { IDDEVIS: order },
    })
    expect(anonymous.statusCode).toBe(401)
    expect(await paymentsOf(await here.as('camille'), order)).toEqual([])
  })

  it('[API-08] without an account a payment is recorded without a link; check_account tells the account’s state', async () => {
    const [here, without] = [await shop(), await shop(false)]
    const check = async (company: Shop) => (await (await company.as('alice')).get('/fintecture/check_account')).data
    expect(await check(here)).toEqual({ connected: true, provider: 'fintecture' })
    expect(await check(without)).toEqual({ connected: false, provider: null })
    provider().failWith = 503
    await db().inTenant(here.id, (tx) => writeAccount(tx, testSecrets, { ...provider().account, appSecret: 'another' }))
    expect(await check(here)).toEqual({ connected: false, provider: 'fintecture' })
    provider().failWith = null
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
    const stop = server().hints.subscribe(here.id, (hint) => heard.push(hint.resource))
    await pay(here, (await link(camille, order, { montant: 300_00 })).data)
    const { rows } = await alice.pull('/interventions', checkpoint)
    expect(rows).toMatchObject([{ IDINTERVENTION: id, SOLDE_DEVIS: 900_00, SOLDE_DEVIS_POURCENTAGE: 75 }])
    expect(Number(rows[0]?.VERSION)).toBeGreaterThan(Number(made.data.VERSION))
    await expect.poll(() => heard).toContain('intervention')
    stop()
    const put = (patch: Values, base: Values) => alice.put(`/interventions/${id}`, patch, { base })
    expect((await put({ IDDEVIS: null }, { IDDEVIS: order })).data).toMatchObject({
      SOLDE_DEVIS: null,
      SOLDE_DEVIS_POURCENTAGE: null,
    })
    // A quote that nobody has signed is no order: there is no balance of it yet.
    const none = { SOLDE_DEVIS: null, SOLDE_DEVIS_POURCENTAGE: null }
    const draft = await here.order(null)
    expect((await put({ IDDEVIS: draft }, { IDDEVIS: null })).data).toMatchObject(none)
    const [line] = ((await camille.get(`/devis/${draft}`)).data.LIGNES ?? []) as Values[]
    const dearer = { LIGNES: [{ ...line, PRIX_UNITAIRE_HT: 2_000_00 }] }
    expect((await camille.put(`/devis/${draft}`, dearer, { base: { LIGNES: [line] } })).status).toBe(200)
    expect((await alice.get(`/interventions/${id}`)).data).toMatchObject(none)
    expect((await put({ RDV_OBJET: 'Pose' }, { RDV_OBJET: null })).data).toMatchObject(none)
  })

  it('[SEC] administrators write the account of a company, nobody reads it back; a payment cannot be rewritten', async () => {
    const here = await shop(false)
    await db().transaction({ platform: true }, (tx) =>
      tx
        .insertInto('admin_user')
        .values({ id: 'cashier', email: 'cashier@example.com', name: 'Cashier', password_hash: 'x' })
        .execute(),
    )
    const opened = await server().sessions.open({
      kind: 'admin',
      accountId: 'cashier',
      companyId: null,
      deviceId: null,
      proven: true,
    })
    const admin = callerOf(server(), opened.token)
    const path = `/admin/companies/${here.id}/payment_account`
    const { appId, appSecret, privateKey } = provider().account
    const body = { app_id: appId, app_secret: appSecret, private_key: privateKey }
    expect((await (await here.as('diane')).put(path, body)).status).toBe(403)
    expect((await admin.put(path, { ...body, private_key: 'no key' })).status).toBe(422)
    expect((await admin.put('/admin/companies/nowhere/payment_account', body)).status).toBe(404)
    expect((await admin.put(path, body)).status).toBe(204)
    const known = await admin.get(path)
    expect(known.data).toEqual({ fournisseur: 'fintecture', app_id: appId, updated_at: expect.any(String) })
    expect((await admin.post(`${path}/test`, undefined)).data).toEqual({ accepted: true })
    await admin.put(path, { ...body, app_secret: 'un autre' })
    expect((await admin.post(`${path}/test`, undefined)).data).toEqual({ accepted: false })
    await admin.put(path, body)
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
