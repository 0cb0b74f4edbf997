import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { enqueueMessage } from '../../server/messages/enqueue.ts'
import { DeliveryError } from '../../server/ports/delivery.ts'
import { type Answer, answerOf, type Caller, callerOf } from '../support/contract.ts'
import { describeEngines } from '../support/engines.ts'
import { atNoon } from '../support/noon.ts'
import { MOBILE, withOutsidePorts } from '../support/outside-ports.ts'
import { plant } from '../support/staffed-company.ts'
import { testApp, testSecrets } from '../support/test-app.ts'

describeEngines('messages: requested, sent and failed', (db) => {
  const { app, sms, company, addClient } = withOutsidePorts(db)
  const admin = async (): Promise<Caller> => {
    const id = randomUUID()
    await db().transaction({ platform: true }, (trx) =>
      trx
        .insertInto('admin_user')
        .values({ id, email: `${id}@example.com`, name: 'Admin', password_hash: 'x' })
        .execute(),
    )
    return callerOf(
      app(),
      (await app().sessions.open({ kind: 'admin', accountId: id, companyId: null, deviceId: null, proven: true }))
        .token,
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
    const { id, alice, camille } = await company()
    const IDCLIENT = await addClient(id)
    const sent = await alice.post('/sms', { IDCLIENT, message: 'À demain' }, { key: 'cle-1' })
    expect(sent).toMatchObject({ status: 201, data: { status: 'queued', PORTABLE: '•• •• •• •• 01' } })
    expect((await alice.post('/sms', { IDCLIENT, message: 'À demain' }, { key: 'cle-1' })).data).toEqual(sent.data)
    expect(await camille.post('/sms', { PORTABLE: '+33 6 39 98 00 01', message: 'Bonjour' })).toMatchObject({
      status: 201,
    })
    await app().messages.drain()
    expect(sms.send.mock.calls.map(([{ to, text }]) => [to, text])).toEqual([
      [MOBILE, 'À demain'],
      [MOBILE, 'Bonjour'],
    ])
  })

  it('[API-09] [SEC] POST /sms sends nothing to a number that nobody has, to another company’s client, nor to a premium number', async () => {
    const [here, there] = [await company(), await company()]
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
    await app().messages.drain()
    expect(sms.send).not.toHaveBeenCalled()
  })

  it('[API-09] [SEC] POST /sms stops pumping: one number, one person, one company', async () => {
    const { id, alice, camille } = await company()
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
    await app().messages.drain()
  })

  it('[API-09] sms/parameters: administrators set a company’s sender and key, and the key never comes out', async () => {
    const { id, alice } = await company()
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
    // A form that returns the mask keeps the key.
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

  it('[API-13] administrators see sent and failed messages, masked, and send a dead letter again', async () => {
    const { id } = await company()
    await atNoon(db(), id)
    const chief = await admin()
    sms.send.mockImplementation(async () => {
      throw new DeliveryError('failed', 'Le fournisseur a refusé.')
    })
    const [failed, code] = [await put(id, 'Appelez le 06 39 98 00 07'), await put(id, 'Votre code : 918273', true)]
    await app().messages.drain()
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
    const old = await put(id, 'Bonjour')
    await app().messages.drain()
    // As after a year.
    await db().inTenant(id, (trx) => sql`update message set payload = '{"client":"c"}' where id = ${old}`.execute(trx))
    expect(await chief.post(`/admin/messages/${old}/retry`, undefined)).toMatchObject({ status: 409 })
    expect(await chief.post('/admin/messages/inconnu/retry', undefined)).toMatchObject({ status: 404 })
    sms.send.mockReset()
    sms.send.mockImplementation(async () => ({ status: 'sent' }))
    expect(await chief.post(`/admin/messages/${failed}/retry`, undefined)).toMatchObject({
      status: 200,
      data: { status: 'queued', error: null },
    })
    await app().messages.drain()
    expect(sms.send).toHaveBeenCalledTimes(1)
    const sent = await chief.get(`/admin/messages?company_id=${id}&status=sent`)
    expect(sent.list.map((one) => one.id)).toEqual([failed])
    expect((await chief.post(`/admin/messages/${failed}/retry`, undefined)).status).toBe(404)
    const trail = await db().inTenant(id, (trx) => trx.selectFrom('audit').selectAll().execute())
    expect(trail).toMatchObject([{ action: 'message.retried', target: `message:${failed}` }])
  })

  it('[DAY-07 lost] a message to a customer that does not leave is told to who asked for it, else to the people of its record, else to the office', async () => {
    const { id } = await company()
    await db().inTenant(id, async (trx) => {
      const RDV = { RDV_DEBUT: '2999-11-24 09:00', RDV_FIN: '2999-11-24 10:00', IDPERSONNELS: ['camille', 'marc'] }
      for (const IDRDV of ['asked', 'automatic', 'left', 'away', 'patient', 'gone'])
        await plant(trx, 'rdv', { IDRDV, ...RDV }, { agence: 'lyon', personnes: ['camille', 'marc'] })
      // Nobody goes there, or who was to go has left.
      for (const [IDRDV, IDPERSONNELS] of [
        ['nobody', []],
        ['closed', ['colin']],
      ] as const)
        await plant(trx, 'rdv', { IDRDV, ...RDV, IDPERSONNELS }, { agence: 'lyon', personnes: [...IDPERSONNELS] })
      await sql`insert into credential (company_id, personnel_id, mail, password_hash, disabled)
        values (${id}, 'colin', 'colin@example.com', 'x', true)
        on conflict (company_id, personnel_id) do update set disabled = true`.execute(trx)
    })
    const queue = (rdv: string, by: string | null, key = `sms:rdv:${rdv}`) =>
      db().inTenant(id, (trx) =>
        enqueueMessage(trx, {
          channel: 'sms',
          key,
          recipient: MOBILE,
          payload: { text: 'À demain' },
          about: { resource: 'rdv', id: rdv },
          ...(by === null ? {} : { by: `personnel:${by}` }),
        }),
      )
    const told = async () => {
      const rows = await db().inTenant(id, (trx) =>
        sql<Values>`select "IDPERSONNEL", "IDENREGISTREMENT", "TYPE", "DETAIL" from notification where not deleted
          order by 2, 1`.execute(trx),
      )
      return rows.rows.map(({ IDPERSONNEL, IDENREGISTREMENT, TYPE, DETAIL }) => {
        expect([TYPE, DETAIL]).toEqual(['message_perdu', 'SMS non parti, 24/11/2999 à 09:00'])
        return [IDENREGISTREMENT, IDPERSONNEL]
      })
    }
    sms.send.mockImplementation(async ({ id: message }) => {
      throw new DeliveryError(message === patient ? 'retry' : 'failed', 'Le fournisseur a refusé.')
    })
    const patient = await queue('patient', 'alice')
    for (const [rdv, by] of [
      ['asked', 'alice'],
      ['automatic', null],
      ['left', 'colin'],
      // The appointment was given to somebody else meanwhile.
      ['away', 'bruno'],
      ['nobody', null],
      ['closed', 'colin'],
    ] as const)
      await queue(rdv, by)
    await queue('gone', 'alice', 'mail:rdv:gone:agence')
    await app().messages.drain()
    const lost = [
      ['asked', 'alice'],
      ['automatic', 'camille'],
      ['automatic', 'marc'],
      ['away', 'camille'],
      ['away', 'marc'],
      ['closed', 'alice'],
      ['closed', 'diane'],
      ['closed', 'zoe'],
      ['left', 'camille'],
      ['left', 'marc'],
      // Those of the office who see it.
      ['nobody', 'alice'],
      ['nobody', 'diane'],
      ['nobody', 'zoe'],
    ]
    expect(await told()).toEqual(lost)
    // It is tried for three days.
    await db().inTenant(id, (trx) =>
      sql`update message set due_at = now(), attempts = 8, created_at = now() - interval '3 days',
        payload = payload || '{"secret": true, "lasting": true}' where id = ${patient}`.execute(trx),
    )
    await atNoon(db(), id)
    await app().messages.drain()
    expect(await told()).toEqual([...lost, ['patient', 'alice']])
  })

  it('[API-13] administrators send again all that failed of one company and channel, but no code, and no one else’s', async () => {
    const [{ id }, other] = [await company(), await company()]
    for (const one of [id, other.id]) await atNoon(db(), one)
    const chief = await admin()
    sms.send.mockImplementation(async () => {
      throw new DeliveryError('failed', 'Plus de crédit.')
    })
    const [first, second] = [await put(id, 'Premier'), await put(id, 'Second')]
    const code = await put(id, 'Votre code : 918273', true)
    const away = await put(other.id, 'Ailleurs')
    const old = await put(id, 'J’arrive dans dix minutes.')
    const unknown = await put(id, 'Peut-être')
    await app().messages.drain()
    await db().inTenant(id, (trx) => sql`update message set status = 'unknown' where id = ${unknown}`.execute(trx))
    await db().inTenant(id, (trx) =>
      sql`update message set created_at = now() - interval '8 days' where id = ${old}`.execute(trx),
    )
    sms.send.mockReset()
    sms.send.mockImplementation(async () => ({ status: 'sent' }))
    const again = (channel: string, caller = chief) =>
      caller.post(`/admin/messages/retry?company_id=${id}`, { channel })
    expect([(await again('mail')).data, (await again('sms')).data]).toEqual([{ count: 0 }, { count: 2 }])
    await app().messages.drain()
    expect(sms.send.mock.calls.map(([{ id: sent }]) => sent).sort()).toEqual([first, second].sort())
    const left = await chief.get(`/admin/messages?company_id=${id}&status=failed`)
    expect(left.list.map((one) => one.id).sort()).toEqual([code, old].sort())
    expect((await chief.get(`/admin/messages/${away}?company_id=${other.id}`)).data.status).toBe('failed')
    expect([(await again('push')).status, (await again('sms', (await company()).alice)).status]).toEqual([422, 403])
    const trail = await db().inTenant(id, (trx) => trx.selectFrom('audit').selectAll().execute())
    expect(trail).toMatchObject([
      { action: 'message.retried', target: `company:${id}`, details: { channel: 'mail', count: 0 } },
      { action: 'message.retried', target: `company:${id}`, details: { channel: 'sms', count: 2 } },
    ])
  })

  it('[API-13] [SEC] staff see neither the outbox nor the queue, and one company’s outbox shows nothing of another', async () => {
    const [here, there] = [await company(), await company()]
    const chief = await admin()
    const mine = await put(here.id, 'ici')
    await put(there.id, 'là-bas')
    await app().messages.drain()
    for (const path of ['/admin/messages', '/admin/jobs']) expect((await here.alice.get(path)).status).toBe(403)
    expect((await here.alice.post(`/admin/messages/${mine}/retry`, undefined)).status).toBe(403)
    expect((await chief.get(`/admin/messages?company_id=${here.id}`)).list.map((one) => one.id)).toEqual([mine])
    expect((await chief.get('/admin/messages')).list.map((one) => one.company_id).filter(Boolean)).toEqual([])
    expect((await chief.get('/admin/messages?company_id=inconnue')).status).toBe(404)
  })

  it('[SEC] the demo outbox shows a company its own messages, codes included, and exists in demo mode only', async () => {
    const [here, there] = [await company(), await company()]
    expect((await app().inject({ url: '/api/demo/outbox', headers: { 'company-key': here.key } })).statusCode).toBe(404)
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
