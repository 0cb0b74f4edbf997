import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { answerOf, type Caller, callerOf } from '../support/contract.ts'
import { describeEngines } from '../support/engines.ts'
import { withOutsidePorts } from '../support/outside-ports.ts'
import { addAdmin, signInAdmin } from '../support/test-app.ts'

const BROWSER = {
  endpoint: 'https://push.example.com/send/1',
  keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
}

describeEngines('what the server sends outside', (db) => {
  const { app, push, legacy, as, company, addClient } = withOutsidePorts(db)

  it('[API-11] [PWA-03] a notification goes to every subscribed device of a colleague, and to nobody after logout', async () => {
    const { id, alice } = await company()
    const [phone, tablet] = [await as(id, 'camille'), await as(id, 'camille')]
    expect((await phone.get('/push/key')).data).toEqual({ publicKey: 'cle-publique' })
    expect((await phone.post('/push/subscribe', BROWSER)).status).toBe(204)
    expect((await phone.post('/push/subscribe', BROWSER)).status).toBe(204)
    const second = { ...BROWSER, endpoint: 'https://push.example.com/send/2' }
    await tablet.post('/push/subscribe', { ...second, expirationTime: null })
    const sent = await alice.post('/push/send/camille/Rendez-vous/D%C3%A9plac%C3%A9%20%C3%A0%209%20h', undefined)
    expect(sent).toMatchObject({ status: 200, data: { status: 'queued' } })
    await app().messages.drain()
    const heard = (): string[] => push.send.mock.calls.map(([{ subscription }]) => subscription.endpoint).sort()
    expect(heard()).toEqual([BROWSER.endpoint, second.endpoint])
    expect(push.send.mock.calls[0]?.[0].payload).toEqual({ title: 'Rendez-vous', message: 'Déplacé à 9 h' })

    push.send.mockClear()
    await tablet.post('/logout', undefined)
    await alice.post('/push/send/camille/Bonjour/encore', undefined)
    await app().messages.drain()
    expect(heard(), 'the tablet logged out').toEqual([BROWSER.endpoint])

    push.send.mockReset()
    push.send.mockImplementation(async () => 'gone')
    await alice.post('/push/send/camille/Bonjour/encore', undefined)
    await app().messages.drain()
    expect(heard()).toEqual([BROWSER.endpoint])
    push.send.mockClear()
    await alice.post('/push/send/camille/Bonjour/encore', undefined)
    await app().messages.drain()
    expect(heard(), 'a browser that has unsubscribed is forgotten').toEqual([])
  })

  it('[API-11] [SEC] no notification to somebody whose roles were all removed, nor by an impersonation whose administrator has left', async () => {
    const { id, alice, camille } = await company()
    const admin = await signInAdmin(app(), await addAdmin(db()))
    const acting = await app().inject({
      method: 'POST',
      url: `/api/admin/impersonate/camille?company_id=${id}`,
      headers: admin.headers,
    })
    const behind = { ...BROWSER, endpoint: 'https://push.example.com/send/admin' }
    await callerOf(app(), acting.json().data.token).post('/push/subscribe', behind)
    await camille.post('/push/subscribe', BROWSER)
    const heard = async (): Promise<string[]> => {
      push.send.mockClear()
      await alice.post('/push/send/camille/Devis/Madame%20Durand%20a%20sign%C3%A9', undefined)
      await app().messages.drain()
      return push.send.mock.calls.map(([{ subscription }]) => subscription.endpoint).sort()
    }
    expect(await heard()).toEqual([BROWSER.endpoint, behind.endpoint])
    await app().inject({ method: 'POST', url: '/api/logout', headers: admin.headers })
    expect(await heard()).toEqual([BROWSER.endpoint])
    await db().inTenant(id, (tx) =>
      sql`update personnel set "ROLES" = '{}', seq = take_seq(1) where "IDPERSONNEL" = 'camille'`.execute(tx),
    )
    await app().sessions.forget('personnel:camille')
    expect(await heard()).toEqual([])
  })

  it('[API-11] unsubscribes, and a browser whose account changes notifies its new account only', async () => {
    const { id, alice, camille } = await company()
    await camille.post('/push/subscribe', BROWSER)
    await alice.post('/push/subscribe', BROWSER)
    await alice.post('/push/send/camille/Bonjour/x', undefined)
    await app().messages.drain()
    expect(push.send).not.toHaveBeenCalled()
    const remove = (caller: Caller) =>
      app().inject({
        method: 'DELETE',
        url: '/api/push/subscribe',
        headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
        payload: { endpoint: BROWSER.endpoint },
      })
    const count = () =>
      db().inTenant(id, async (trx) => (await trx.selectFrom('push_subscription').select('account').execute()).length)
    // Another person's browser stays subscribed.
    expect((await remove(camille)).statusCode).toBe(204)
    expect(await count()).toBe(1)
    expect((await remove(alice)).statusCode).toBe(204)
    expect(await count()).toBe(0)
  })

  it('[API-11] [SEC] refuses an internal address, and fields of another account', async () => {
    const { alice } = await company()
    for (const endpoint of [
      'http://push.example.com/x',
      'https://127.0.0.1/x',
      'https://169.254.169.254/x',
      'https://localhost/x',
    ])
      expect((await alice.post('/push/subscribe', { ...BROWSER, endpoint })).status, endpoint).toBe(422)
    for (const body of [
      { endpoint: BROWSER.endpoint },
      { ...BROWSER, keys: { p256dh: 'x', auth: 'y' } },
      { ...BROWSER, account: 'personnel:x' },
    ])
      expect((await alice.post('/push/subscribe', body)).status).toBe(422)
  })

  it('[API-11] [SEC] sends to colleagues of the same company only, and by GET to programs only', async () => {
    const { id, alice } = await company()
    const stranger = await company()
    await db().inTenant(stranger.id, (trx) =>
      sql`update personnel set "IDPERSONNEL" = 'etrangere', seq = take_seq(1) where "IDPERSONNEL" = 'zoe'`.execute(trx),
    )
    expect((await alice.post('/push/send/etrangere/a/b', undefined)).status).toBe(404)
    const customer = await as(id, await addClient(id), 'client')
    expect((await customer.post('/push/send/camille/a/b', undefined)).status).toBe(403)
    const get = (headers: Record<string, string> = {}) => alice.get('/push/send/camille/Bonjour/toi', headers)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-purpose': 'prefetch' },
    ])
      expect((await get(headers)).status).toBe(403)
    const [first, again] = [await get(), await get()]
    expect(first).toMatchObject({ status: 200, data: { status: 'queued' } })
    expect(again.data).toEqual(first.data)
    await app().messages.drain()
  })

  it('[API-04] [GEO-04] GET /geocodage answers with the built-in communes and the precision', async () => {
    const { alice } = await company()
    const found = await alice.get(`/geocodage?address=${encodeURIComponent('12 rue de la Paix 44000 Nantes')}`)
    expect(found).toMatchObject({
      status: 200,
      list: [{ VILLE: 'Nantes', CODE_POSTAL: '44000', precision: 'municipality' }],
    })
    expect((await alice.get('/geocodage')).status).toBe(422)
    expect((await alice.get(`/geocodage?address=${'a'.repeat(300)}`)).status).toBe(422)
    expect(answerOf(await app().inject('/api/geocodage?address=Nantes')).status).toBe(401)
  })

  it('[API-04] [SEC] GET /lola/{any} reads the system of the caller’s company, and forwards nothing of the caller', async () => {
    const { id, key, alice } = await company()
    const other = await company()
    expect((await alice.get('/lola/stocks')).status, 'a company without a system').toBe(404)
    const setUrl = (companyId: string, url: string) =>
      db().inTenant(companyId, (trx) =>
        sql`update company set "WEBSERVICE_SERVER" = ${JSON.stringify({ name: 'Lola', description: '', url })}
          where id = ${companyId}`.execute(trx),
      )
    await setUrl(id, 'https://lola.example.com/ws')
    await setUrl(other.id, 'https://autre.example.com')
    legacy.get.mockImplementation(async () => ({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: Buffer.from('{"stock":3}'),
    }))
    const read = await alice.get('/lola/stocks/a%2Fb?depot=a%26b')
    expect(read).toMatchObject({ status: 200, body: { stock: 3 } })
    expect(legacy.get.mock.calls).toEqual([
      [{ key, url: 'https://lola.example.com/ws' }, 'stocks/a%2Fb', 'depot=a%26b'],
    ])
    const customer = await as(id, await addClient(id), 'client')
    expect((await customer.get('/lola/stocks')).status).toBe(403)
    expect((await alice.post('/lola/stocks', {})).status).toBe(404)
  })
})
