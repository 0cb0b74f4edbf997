import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { enqueueMessage } from '../../server/messages/enqueue.ts'
import { DeliveryError } from '../../server/ports/delivery.ts'
import type { LegacyPort } from '../../server/ports/legacy/legacy.ts'
import type { PushPort } from '../../server/ports/push/push.ts'
import type { OutgoingSms, SmsPort } from '../../server/ports/sms/sms.ts'
import { type Answer, answerOf, type Caller, callerOf } from '../support/contract.ts'
import { describeEngines } from '../support/engines.ts'
import { plant, type StaffedCompany, staffedCompany } from '../support/staffed-company.ts'
import { testApp, testSecrets } from '../support/test-app.ts'

const MOBILE = '0639980001'
const BROWSER = {
  endpoint: 'https://push.example.com/send/1',
  keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
}

describeEngines('what reaches the outside', (db) => {
  let app: FastifyInstance
  const sms = { provider: 'brevo', send: vi.fn<SmsPort['send']>() } satisfies SmsPort
  const push = { publicKey: 'cle-publique', send: vi.fn<PushPort['send']>() } satisfies PushPort
  const legacy = { get: vi.fn<LegacyPort['get']>() } satisfies LegacyPort

  beforeAll(async () => {
    app = await testApp(db(), { logLevel: 'fatal' }, { sms, push, legacy })
    await app.ready()
  })
  afterAll(() => app.close())

  interface Office extends StaffedCompany {
    key: string
    alice: Caller
    camille: Caller
  }
  const as = async (
    companyId: string,
    accountId: string,
    kind: 'personnel' | 'client' = 'personnel',
  ): Promise<Caller> => callerOf(app, (await app.sessions.open({ kind, accountId, companyId, deviceId: null })).token)
  const office = async (): Promise<Office> => {
    for (const port of [sms.send, push.send, legacy.get]) port.mockReset()
    sms.send.mockImplementation(async ({ id }: OutgoingSms) => ({ status: 'sent', providerId: id }))
    push.send.mockImplementation(async () => 'sent')
    const key = `c${randomUUID().slice(0, 8)}`
    const company = await staffedCompany(db(), key)
    return { ...company, key, alice: await as(company.id, 'alice'), camille: await as(company.id, 'camille') }
  }
  const addClient = (companyId: string, values: Values = {}): Promise<string> =>
    db().inTenant(companyId, (trx) =>
      plant(trx, 'client', {
        IDCLIENT: `cl-${randomUUID().slice(0, 8)}`,
        NOM: 'Durand',
        PORTABLE: '06 39 98 00 01',
        ...values,
      }),
    )
  const admin = async (): Promise<Caller> => {
    const id = randomUUID()
    await db().transaction({ platform: true }, (trx) =>
      trx
        .insertInto('admin_user')
        .values({ id, email: `${id}@example.com`, name: 'Admin', password_hash: 'x' })
        .execute(),
    )
    return callerOf(
      app,
      (await app.sessions.open({ kind: 'admin', accountId: id, companyId: null, deviceId: null })).token,
    )
  }
  const put = (companyId: string, text: string, secret = false): Promise<string> =>
    db().inTenant(companyId, (trx) =>
      enqueueMessage(trx, {
        channel: 'sms',
        key: randomUUID(),
        recipient: MOBILE,
        payload: { text, ...(secret ? { secret: true } : {}) },
      }),
    )

  it('[API-09] POST /sms sends to a client, or to a number that the company knows, once for one key', async () => {
    const { id, alice, camille } = await office()
    const IDCLIENT = await addClient(id)
    const sent = await alice.post('/sms', { IDCLIENT, message: 'À demain' }, { key: 'cle-1' })
    expect(sent).toMatchObject({ status: 201, data: { status: 'queued', PORTABLE: '•• •• •• •• 01' } })
    expect((await alice.post('/sms', { IDCLIENT, message: 'À demain' }, { key: 'cle-1' })).data).toEqual(sent.data)
    expect(await camille.post('/sms', { PORTABLE: '+33 6 39 98 00 01', message: 'Bonjour' })).toMatchObject({
      status: 201,
    })
    await app.messages.drain()
    expect(sms.send.mock.calls.map(([{ to, text }]) => [to, text])).toEqual([
      [MOBILE, 'À demain'],
      [MOBILE, 'Bonjour'],
    ])
  })

  it('[API-09] [SEC] POST /sms sends nothing to a number that nobody has, to another company’s client, nor to a premium number', async () => {
    const [here, there] = [await office(), await office()]
    const IDCLIENT = await addClient(there.id)
    const missing = await here.alice.post('/sms', { IDCLIENT: 'inconnu', message: 'x' })
    const foreign = await here.alice.post('/sms', { IDCLIENT, message: 'x' })
    expect([missing.status, foreign.status]).toEqual([404, 404])
    expect(foreign.body).toEqual(missing.body)
    expect((await here.alice.post('/sms', { PORTABLE: MOBILE, message: 'x' })).status).toBe(404)
    for (const PORTABLE of ['0899123456', '0123456789', '+44 7700 900123', '3250']) {
      const client = await addClient(here.id, { PORTABLE })
      expect((await here.alice.post('/sms', { IDCLIENT: client, message: 'x' })).status, PORTABLE).toBe(422)
    }
    for (const body of [
      { message: 'x' },
      { IDCLIENT, PORTABLE: MOBILE, message: 'x' },
      { IDCLIENT },
      { IDCLIENT, message: '' },
    ])
      expect((await here.alice.post('/sms', body)).status).toBe(422)
    await app.messages.drain()
    expect(sms.send).not.toHaveBeenCalled()
  })

  it('[API-09] [SEC] POST /sms stops pumping: one number, one person, one company', async () => {
    const { id, alice, camille } = await office()
    const fill = (count: number, person: string, number: string) =>
      db().inTenant(id, (trx) =>
        sql`insert into message (id, company_id, key, channel, recipient, payload, status, created_by)
          select gen_random_uuid()::text, ${id}, gen_random_uuid()::text, 'sms', ${number}, '{"text":"x"}', 'sent', ${person}
          from generate_series(1, ${count}::int)`.execute(trx),
      )
    const IDCLIENT = await addClient(id)
    const other = await addClient(id, { PORTABLE: '0639980002' })
    const send = (caller: Caller, to: string): Promise<Answer> => caller.post('/sms', { IDCLIENT: to, message: 'x' })
    for (let i = 0; i < 5; i += 1) expect((await send(alice, IDCLIENT)).status).toBe(201)
    expect(await send(camille, IDCLIENT)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect((await send(alice, other)).status).toBe(201)
    await fill(60, 'personnel:alice', '0639980003')
    expect((await send(alice, other)).status).toBe(429)
    expect((await send(camille, other)).status).toBe(201)
    await fill(1000, 'personnel:diane', '0639980004')
    expect((await send(camille, other)).status).toBe(429)
    await app.messages.drain()
  })

  it('[API-09] sms/parameters: administrators set a company’s sender and key, and the key never comes out', async () => {
    const { id, alice } = await office()
    const chief = await admin()
    expect((await alice.get('/sms/parameters')).status).toBe(403)
    const set = await chief.post('/sms/parameters', {
      company_id: id,
      SMS_EXPEDITEUR: 'Habitat',
      SMS_CLE: 'cle-secrete',
    })
    expect(set).toMatchObject({
      status: 200,
      data: { company_id: id, SMS_EXPEDITEUR: 'Habitat', SMS_CLE: '********', fournisseur: 'brevo' },
    })
    // A whole form that comes back with its mask keeps the key.
    await chief.post('/sms/parameters', { company_id: id, SMS_EXPEDITEUR: 'Maison', SMS_CLE: '********' })
    const read = await chief.get(`/sms/parameters?company_id=${id}`)
    expect(read.data).toMatchObject({ SMS_EXPEDITEUR: 'Maison', SMS_CLE: '********' })
    expect(JSON.stringify([set.body, read.body])).not.toContain('secrete')
    const [{ sealed } = { sealed: '' }] = await db().inTenant(
      id,
      async (trx) =>
        (await sql<{ sealed: string }>`select "SMS_CLE" as sealed from company where id = ${id}`.execute(trx)).rows,
    )
    expect(testSecrets.unseal(sealed)).toBe('cle-secrete')
    for (const body of [
      { SMS_EXPEDITEUR: 'x' },
      { company_id: id, SMS_EXPEDITEUR: '0612345678' },
      { company_id: id, NOM: 'x' },
    ])
      expect((await chief.post('/sms/parameters', body)).status).toBe(422)
    const trail = await db().inTenant(id, (trx) => trx.selectFrom('audit').selectAll().execute())
    expect(trail.map(({ action }) => action)).toContain('sms.updated')
    expect(JSON.stringify(trail)).not.toContain('secrete')
  })

  it('[API-11] [PWA-03] a notification goes to every subscribed device of a colleague, and to nobody after logout', async () => {
    const { id, alice } = await office()
    const [phone, tablet] = [await as(id, 'camille'), await as(id, 'camille')]
    expect((await phone.get('/push/key')).data).toEqual({ publicKey: 'cle-publique' })
    expect((await phone.post('/push/subscribe', BROWSER)).status).toBe(204)
    expect((await phone.post('/push/subscribe', BROWSER)).status).toBe(204)
    const second = { ...BROWSER, endpoint: 'https://push.example.com/send/2' }
    await tablet.post('/push/subscribe', { ...second, expirationTime: null })
    const sent = await alice.post('/push/send/camille/Rendez-vous/D%C3%A9plac%C3%A9%20%C3%A0%209%20h', undefined)
    expect(sent).toMatchObject({ status: 200, data: { status: 'queued' } })
    await app.messages.drain()
    const heard = (): string[] => push.send.mock.calls.map(([{ subscription }]) => subscription.endpoint).sort()
    expect(heard()).toEqual([BROWSER.endpoint, second.endpoint])
    expect(push.send.mock.calls[0]?.[0].payload).toEqual({ title: 'Rendez-vous', message: 'Déplacé à 9 h' })

    push.send.mockClear()
    await tablet.post('/logout', undefined)
    await alice.post('/push/send/camille/Bonjour/encore', undefined)
    await app.messages.drain()
    expect(heard(), 'the tablet logged out').toEqual([BROWSER.endpoint])

    push.send.mockReset()
    push.send.mockImplementation(async () => 'gone')
    await alice.post('/push/send/camille/Bonjour/encore', undefined)
    await app.messages.drain()
    expect(heard()).toEqual([BROWSER.endpoint])
    push.send.mockClear()
    await alice.post('/push/send/camille/Bonjour/encore', undefined)
    await app.messages.drain()
    expect(heard(), 'a browser that has unsubscribed is forgotten').toEqual([])
  })

  it('[API-11] unsubscribes, and a browser that changes hands tells its new account only', async () => {
    const { id, alice, camille } = await office()
    await camille.post('/push/subscribe', BROWSER)
    await alice.post('/push/subscribe', BROWSER)
    await alice.post('/push/send/camille/Bonjour/x', undefined)
    await app.messages.drain()
    expect(push.send).not.toHaveBeenCalled()
    const remove = (caller: Caller) =>
      app.inject({
        method: 'DELETE',
        url: '/api/push/subscribe',
        headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
        payload: { endpoint: BROWSER.endpoint },
      })
    const count = () =>
      db().inTenant(id, async (trx) => (await trx.selectFrom('push_subscription').select('account').execute()).length)
    // Somebody else's browser stays.
    expect((await remove(camille)).statusCode).toBe(204)
    expect(await count()).toBe(1)
    expect((await remove(alice)).statusCode).toBe(204)
    expect(await count()).toBe(0)
  })

  it('[API-11] [SEC] subscribes no address that leads inside, and no field of another’s', async () => {
    const { alice } = await office()
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
    const { id, alice } = await office()
    const stranger = await office()
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
    await app.messages.drain()
  })

  it('[API-04] [GEO-04] GET /geocodage answers with the built-in communes and says how near', async () => {
    const { alice } = await office()
    const found = await alice.get(`/geocodage?address=${encodeURIComponent('12 rue de la Paix 44000 Nantes')}`)
    expect(found).toMatchObject({
      status: 200,
      list: [{ VILLE: 'Nantes', CODE_POSTAL: '44000', precision: 'municipality' }],
    })
    expect((await alice.get('/geocodage')).status).toBe(422)
    expect((await alice.get(`/geocodage?address=${'a'.repeat(300)}`)).status).toBe(422)
    expect(answerOf(await app.inject('/api/geocodage?address=Nantes')).status).toBe(401)
  })

  it('[API-04] [SEC] GET /lola/{any} reads the caller’s own company’s system, and nothing of the caller’s travels', async () => {
    const { id, key, alice } = await office()
    const other = await office()
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

  it('[API-13] administrators see what left and what did not, masked, and send a dead letter again', async () => {
    const { id } = await office()
    const chief = await admin()
    sms.send.mockImplementation(async () => {
      throw new DeliveryError('failed', 'Le fournisseur a refusé.')
    })
    const [failed, code] = [await put(id, 'Appelez le 06 39 98 00 07'), await put(id, 'Votre code : 918273', true)]
    await app.messages.drain()
    const list = await chief.get(`/admin/messages?company_id=${id}&status=failed`)
    expect(list.list.map((one) => one.id).sort()).toEqual([failed, code].sort())
    const jobs = await chief.get('/admin/jobs')
    const queues = jobs.data.queues as Values[]
    expect(queues.find((queue) => queue.company_id === id)).toMatchObject({ channel: 'sms', failed: 2, queued: 0 })
    expect((jobs.data.dead_letters as Values[]).map((one) => one.id)).toEqual(expect.arrayContaining([failed, code]))
    const told = JSON.stringify([list.body, jobs.body])
    expect(told).not.toContain('918273')
    expect(told).not.toContain(MOBILE)
    expect(told).not.toContain('06 39 98 00 07')

    expect(await chief.post(`/admin/messages/${code}/retry`, undefined)).toMatchObject({ status: 409 })
    expect(await chief.post('/admin/messages/inconnu/retry', undefined)).toMatchObject({ status: 404 })
    sms.send.mockReset()
    sms.send.mockImplementation(async () => ({ status: 'sent' }))
    expect(await chief.post(`/admin/messages/${failed}/retry`, undefined)).toMatchObject({
      status: 200,
      data: { status: 'queued', error: null },
    })
    await app.messages.drain()
    expect(sms.send).toHaveBeenCalledTimes(1)
    const sent = await chief.get(`/admin/messages?company_id=${id}&status=sent`)
    expect(sent.list.map((one) => one.id)).toEqual([failed])
    expect((await chief.post(`/admin/messages/${failed}/retry`, undefined)).status).toBe(404)
    const trail = await db().inTenant(id, (trx) => trx.selectFrom('audit').selectAll().execute())
    expect(trail).toMatchObject([{ action: 'message.retried', target: `message:${failed}` }])
  })

  it('[API-13] [SEC] staff see neither the outbox nor the queue, and one company’s outbox shows nothing of another', async () => {
    const [here, there] = [await office(), await office()]
    const chief = await admin()
    const mine = await put(here.id, 'ici')
    await put(there.id, 'là-bas')
    await app.messages.drain()
    for (const path of ['/admin/messages', '/admin/jobs']) expect((await here.alice.get(path)).status).toBe(403)
    expect((await here.alice.post(`/admin/messages/${mine}/retry`, undefined)).status).toBe(403)
    expect((await chief.get(`/admin/messages?company_id=${here.id}`)).list.map((one) => one.id)).toEqual([mine])
    expect((await chief.get('/admin/messages')).list.map((one) => one.company_id).filter(Boolean)).toEqual([])
    expect((await chief.get('/admin/messages?company_id=inconnue')).status).toBe(404)
  })

  it('[SEC] the demo outbox shows a company its own messages, codes included, and exists in demo mode only', async () => {
    const [here, there] = [await office(), await office()]
    expect((await app.inject({ url: '/api/demo/outbox', headers: { 'company-key': here.key } })).statusCode).toBe(404)
    const demo = await testApp(db(), { demo: true, logLevel: 'fatal' })
    try {
      await put(here.id, 'Votre code : 445566', true)
      await put(there.id, 'Votre code : 778899', true)
      await demo.messages.drain()
      const answer = answerOf(await demo.inject({ url: '/api/demo/outbox', headers: { 'company-key': here.key } }))
      expect(answer.list).toMatchObject([
        { recipient: MOBILE, status: 'recorded', payload: { text: 'Votre code : 445566' } },
      ])
    } finally {
      await demo.close()
    }
  })
})
