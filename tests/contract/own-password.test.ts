import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { tellSecondFactorChanged } from '../../server/accounts/security-notices.ts'
import { ADMIN } from '../../server/actor.ts'
import { CURRENT_TRIES } from '../../server/routes/account/password.ts'
import { addCompany, describeEngines } from '../support/engines.ts'
import { addAdmin, addPersonnel, call, PASSWORD, signIn, signInAdmin, testApp } from '../support/test-app.ts'

const NEW = 'une phrase de passe neuve'
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'

type Scope = { companyId: string } | { platform: true }
type Headers = Record<string, string>

describeEngines('my password, and the mails about it', (db) => {
  let app: FastifyInstance
  let company: string
  beforeAll(async () => {
    app = await testApp(db(), { trustProxy: ['127.0.0.1'] })
    app.post('/api/test/facteur', { config: { access: ADMIN, does: 'acts' } }, async (request) => {
      const { account, change } = request.body as { account: string; change: string }
      const { actor } = request
      await db().transaction({ platform: true }, (tx) => tellSecondFactorChanged(tx, app, request, { account, change }))
      return { data: actor.kind }
    })
    company = await addCompany(db(), 'une')
  })
  afterAll(() => app.close())

  const change = (headers: Headers, body: object, agent = PIXEL) =>
    call<{ code?: string; errors?: Record<string, string[]> }>(app, {
      method: 'POST',
      url: '/api/account/password',
      headers: { ...headers, 'user-agent': agent, 'x-forwarded-for': '203.0.113.77' },
      payload: body,
    })
  const choice = (more: object = {}) => ({ current: PASSWORD, password: NEW, password_confirmation: NEW, ...more })
  const aliveOf = async (headers: Headers): Promise<number> =>
    (await call(app, { url: '/api/account/sessions', headers })).status
  const mailsTo = async (scope: Scope, recipient: string): Promise<{ subject: string; text: string }[]> => {
    const rows = await db().transaction(scope, (tx) =>
      tx.selectFrom('message').select('payload').where('recipient', '=', recipient).orderBy('id').execute(),
    )
    return rows.map(({ payload }) => payload as unknown as { subject: string; text: string })
  }
  const actionsOn = async (scope: Scope, target: string): Promise<string[]> => {
    const rows = await db().transaction(scope, (tx) =>
      tx.selectFrom('audit').select('action').where('target', '=', target).orderBy('id').execute(),
    )
    return rows.map(({ action }) => action)
  }
  const staff = async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const login = (payload: object, more: Headers = {}, remoteAddress = '127.0.0.1') =>
      call<{ data: { token: string } }>(app, {
        method: 'POST',
        url: '/api/lolapp/login',
        payload: { MAIL: person.mail, password: PASSWORD, ...payload },
        headers: { host: 'une.localhost', 'user-agent': PIXEL, ...more },
        remoteAddress,
      })
    return { ...person, account: `personnel:${person.id}`, scope: { companyId: company }, login }
  }

  it('[SET-11 password] [AUT-01] [SEC] changes with the present one, ends the other sessions, and sends a mail without a secret', async () => {
    const person = await staff()
    const { headers } = await signIn(app, { companyId: company, id: person.id })
    const other = await signIn(app, { companyId: company, id: person.id })
    expect((await change(headers, choice())).status).toBe(204)
    expect([await aliveOf(headers), await aliveOf(other.headers)]).toEqual([200, 401])
    expect((await person.login({})).status).toBe(401)
    expect((await person.login({ password: NEW })).status).toBe(200)
    expect(await actionsOn(person.scope, person.account)).toContain('password.changed')
    const [mail, ...more] = await mailsTo(person.scope, person.mail)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Votre mot de passe Maison une a changé')
    expect(mail?.text).toContain('Android · Chrome, réseau 203.0.113.x')
    expect(mail?.text).toContain('http://une.localhost:3000/password/reset\n')
    expect(mail?.text).not.toContain(NEW)
  })

  it('[SEC] ends the links that could set another one', async () => {
    const person = await staff()
    const { headers } = await signIn(app, { companyId: company, id: person.id })
    const ask = { method: 'POST', headers: { host: 'une.localhost' } } as const
    // The demonstration's outbox keeps what it would have sent: elsewhere the text of a link is gone once its mail has left.
    const demo = await testApp(db(), { demo: true })
    await call(demo, { ...ask, url: '/api/password/email', payload: { email: person.mail } })
    await demo.close()
    const linkIn = /reset\/([\w-]{20,})/
    const tokens = (await mailsTo(person.scope, person.mail)).flatMap(({ text }) => linkIn.exec(text)?.[1] ?? [])
    expect(tokens).toHaveLength(1)
    expect((await change(headers, choice())).status).toBe(204)
    const both = { password: `${NEW} 2`, password_confirmation: `${NEW} 2` }
    const payload = { token: tokens[0], email: person.mail, ...both }
    expect(await call(app, { ...ask, url: '/api/password/reset', payload })).toMatchObject({
      status: 422,
      body: { errors: { token: [expect.stringContaining("n'est plus valable")] } },
    })
    expect((await person.login({ password: NEW })).status).toBe(200)
  })

  it('[AUT-01] [SEC] refuses, by field, a wrong present one, and a new one that is weak, common or unchanged', async () => {
    const person = await staff()
    const { headers } = await signIn(app, { companyId: company, id: person.id })
    const errors = async (more: object) => (await change(headers, choice(more))).body.errors
    expect(await errors({ current: 'pas le mien' })).toEqual({ current: [expect.stringContaining('actuel')] })
    const both = (password: string) => ({ password, password_confirmation: password })
    expect(await errors(both('trop court'))).toEqual({ password: ['12 caractères au moins'] })
    expect(await errors(both('Marseille2026'))).toEqual({ password: [expect.stringContaining('plus courants')] })
    expect(await errors(both('demonstration'))).toEqual({ password: [expect.stringContaining('plus courants')] })
    expect(await errors(both(person.mail))).toEqual({ password: [expect.stringContaining('adresse')] })
    expect(await errors({ password: `${NEW}.` })).toEqual({ password_confirmation: [expect.any(String)] })
    expect(await errors({ current: NEW })).toEqual({ password: [expect.stringContaining('un autre')] })
    expect((await change(headers, { ...choice(), id: 'autre' })).status).toBe(422)
    expect(await actionsOn(person.scope, person.account)).toEqual(['password.refused'])
    expect((await person.login({})).status).toBe(200)
  })

  it('[SEC] accepts only a few wrong tries, then tells the owner once a day', async () => {
    const person = await staff()
    const { headers } = await signIn(app, { companyId: company, id: person.id })
    const statuses: number[] = []
    for (let n = 0; n < CURRENT_TRIES.max + 2; n += 1)
      statuses.push((await change(headers, choice({ current: `essai ${n}` }))).status)
    expect(statuses).toEqual([...Array.from({ length: CURRENT_TRIES.max }, () => 422), 429, 429])
    // The right one is refused too: accepting it would confirm a guess.
    expect((await change(headers, choice())).status).toBe(429)
    const mails = await mailsTo(person.scope, person.mail)
    expect(mails.map(({ subject }) => subject)).toEqual(["Trop d'essais de mot de passe sur votre compte Maison une"])
  })

  it('[SEC] is changed by its owner only: not without a session, not by a customer, not by an impersonating administrator', async () => {
    const person = await staff()
    const admin = await signInAdmin(app, await addAdmin(db()))
    const place = await call<{ data: { token: string } }>(app, {
      method: 'POST',
      url: `/api/admin/impersonate/${person.id}?company_id=${company}`,
      headers: admin.headers,
    })
    expect((await change({}, choice())).status).toBe(401)
    expect((await change({ authorization: `Bearer ${place.body.data.token}` }, choice())).status).toBe(409)
    expect((await person.login({})).status).toBe(200)
  })

  it('[AUT-01] changes for an administrator too, who gets the mail with their own domain', async () => {
    const { id, email } = await addAdmin(db())
    const { headers } = await signInAdmin(app, { id })
    const other = await signInAdmin(app, { id })
    expect((await change(headers, choice())).status).toBe(204)
    expect([await aliveOf(headers), await aliveOf(other.headers)]).toEqual([200, 401])
    const [mail] = await mailsTo({ platform: true }, email)
    expect(mail?.subject).toBe('Votre mot de passe Lolapp a changé')
    expect(mail?.text).toContain('http://admin.localhost:3000/password/reset')
    const payload = { account: `admin:${id}`, change: 'Une application de codes a été ajoutée.' }
    await call(app, { method: 'POST', url: '/api/test/facteur', headers, payload })
    expect((await mailsTo({ platform: true }, email))[1]?.text).toContain('Une application de codes a été ajoutée.')
  })

  it('[SEC] a login on a new device sends a mail, the first login and a known device do not', async () => {
    const person = await staff()
    const on = (device: string) => person.login({}, { [HEADER.device]: device, 'x-forwarded-for': '198.51.100.9' })
    const told = async (): Promise<number> => (await mailsTo(person.scope, person.mail)).length
    await on('telephone')
    await on('telephone')
    expect(await told()).toBe(0)
    await on('tablette')
    expect(await told()).toBe(1)
    await on('tablette')
    expect(await told()).toBe(1)
    // A device without a name is known by its browser and network.
    await person.login({}, { 'x-forwarded-for': '192.0.2.1' })
    expect(await told()).toBe(2)
    await person.login({}, { 'x-forwarded-for': '192.0.2.9' })
    expect(await told()).toBe(2)
    const [mail] = await mailsTo(person.scope, person.mail)
    expect(mail?.subject).toBe('Nouvelle connexion à votre compte Maison une')
    expect(mail?.text).toContain('Android · Chrome, réseau 198.51.100.x')
  })

  it('[SEC] a lock-out after wrong passwords is told to the owner once a day, and to nobody else', async () => {
    const person = await staff()
    const guess = (MAIL: string, n: number) => person.login({ MAIL, password: `essai ${n}` })
    for (let n = 0; n < 12; n += 1) await guess(person.mail, n)
    await expect
      .poll(async () => (await mailsTo(person.scope, person.mail)).map(({ subject }) => subject))
      .toEqual(["Trop d'essais de mot de passe sur votre compte Maison une"])
    const count = async (): Promise<number> => {
      const rows = await db().inTenant(company, (tx) => tx.selectFrom('message').select('id').execute())
      return rows.length
    }
    const before = await count()
    for (let n = 0; n < 12; n += 1) await guess('personne@example.com', n)
    await guess(person.mail, 20)
    expect(await count()).toBe(before)
  })
})
