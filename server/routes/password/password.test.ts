import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import {
  addAdmin,
  addPersonnel,
  call,
  PASSWORD,
  signIn,
  signInAdmin,
  testApp,
} from '../../../tests/support/test-app.ts'

const NEW = 'une phrase de passe neuve'

describeEngines('password reset', (db) => {
  let app: FastifyInstance
  let company: string
  const host = { host: 'une.localhost:3000' }

  beforeAll(async () => {
    // The demonstration's outbox keeps what it would have sent.
    app = await testApp(db(), { demo: true, publicUrl: 'https://lolapp.example.com' })
    company = await addCompany(db(), 'une')
    await addCompany(db(), 'deux')
  })
  afterAll(() => app.close())

  // Each request has an address of its own, so that the tests do not share limits.
  let address = 0
  const post = (url: string, payload: object, headers: Record<string, string> = host) => {
    address += 1
    const remoteAddress = `192.0.2.${address % 250}`
    return call<{ code?: string; data?: unknown; errors?: Record<string, string[]> }>(app, {
      method: 'POST',
      url,
      payload,
      headers,
      remoteAddress,
    })
  }
  const mailsTo = (recipient: string, companyId: string | null = company) =>
    db().transaction(companyId === null ? { platform: true } : { companyId }, (tx) =>
      tx.selectFrom('message').selectAll().where('recipient', '=', recipient).orderBy('id').execute(),
    )
  const linkIn = (mail: { payload: unknown } | undefined): string =>
    /https?:\/\/\S+/.exec((mail?.payload as { text: string } | undefined)?.text ?? '')?.[0] ?? ''
  const tokenFor = async (mail: string): Promise<string> => {
    await post('/api/password/email', { email: mail })
    return (
      linkIn((await mailsTo(mail)).at(-1))
        .split('/')
        .at(-1) ?? ''
    )
  }
  const reset = (token: string, email: string, password = NEW, headers = host) =>
    post('/api/password/reset', { token, email, password, password_confirmation: password }, headers)
  const login = (MAIL: string, password: string) => post('/api/lolapp/login', { MAIL, password })

  it('[AUT-02] [API-01] mails a link that lets its owner choose a password once, and ends every session', async () => {
    const { id, mail } = await addPersonnel(db(), { companyId: company })
    const old = await signIn(app, { companyId: company, id })
    expect((await call(app, { url: '/api/clients', headers: old.headers })).status).toBe(200)
    const token = await tokenFor(mail.toUpperCase().toLowerCase())
    const [message] = await mailsTo(mail)
    expect(linkIn(message)).toBe(`https://une.lolapp.example.com/password/reset/${token}`)
    const kept = await db().inTenant(company, (tx) => tx.selectFrom('password_link').selectAll().execute())
    expect(JSON.stringify(kept)).not.toContain(token)

    expect((await reset(token, mail)).status).toBe(204)
    expect((await call(app, { url: '/api/clients', headers: old.headers })).status).toBe(401)
    expect((await login(mail, PASSWORD)).status).toBe(401)
    expect((await login(mail, NEW)).status).toBe(200)
    expect(await reset(token, mail, 'encore une autre phrase')).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_ERROR', errors: { token: ["Ce lien n'est plus valable. Demandez-en un nouveau."] } },
    })
    expect((await login(mail, NEW)).status).toBe(200)
    const lines = await db().inTenant(company, (tx) =>
      tx.selectFrom('audit').select('action').where('target', '=', `personnel:${id}`).orderBy('id').execute(),
    )
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['password.asked', 'password.reset', 'login.refused', 'login.accepted']),
    )
  })

  it('[AUT-02] a link reaches, and opens, the account of a domain with accents in either spelling', async () => {
    const ascii = 'zoe@xn--rnov-bpa.example.com'
    const typed = 'zoe@rénov.example.com'
    await addPersonnel(db(), { companyId: company, mail: ascii })
    await post('/api/password/email', { email: typed })
    const [message] = await mailsTo(ascii)
    expect((await reset(linkIn(message).split('/').at(-1) ?? '', typed)).status).toBe(204)
    for (const mail of [ascii, typed]) expect([mail, (await login(mail, NEW)).status]).toEqual([mail, 200])
  })

  it('[AUT-02] does the same for an administrator, and ends their impersonations', async () => {
    const admin = await addAdmin(db())
    const person = await addPersonnel(db(), { companyId: company })
    const { headers } = await signInAdmin(app, admin)
    const as = await call<{ data: { token: string } }>(app, {
      method: 'POST',
      url: `/api/admin/impersonate/${person.id}`,
      headers,
    })
    const acting = { authorization: `Bearer ${as.body.data.token}` }
    expect((await call(app, { url: '/api/clients', headers: acting })).status).toBe(200)
    const there = { host: 'admin.localhost:3000' }
    await post('/api/password/email', { email: admin.email }, there)
    const link = linkIn((await mailsTo(admin.email, null))[0])
    expect(link).toMatch(/^https:\/\/admin\.lolapp\.example\.com\/password\/reset\/[\w-]{43}$/)
    expect((await reset(link.split('/').at(-1) ?? '', admin.email, NEW, there)).status).toBe(204)
    expect((await call(app, { url: '/api/clients', headers: acting })).status).toBe(401)
    expect((await post('/api/login', { email: admin.email, password: NEW }, there)).status).toBe(200)
  })

  it('[SEC] answers a known and an unknown mail alike, and mails nobody who may not log in', async () => {
    const { mail } = await addPersonnel(db(), { companyId: company })
    const disabled = await addPersonnel(db(), { companyId: company })
    await db().inTenant(company, (tx) =>
      tx.updateTable('credential').set({ disabled: true }).where('personnel_id', '=', disabled.id).execute(),
    )
    const answers = []
    for (const email of [mail, 'inconnu@example.com', disabled.mail]) {
      const { status, body } = await post('/api/password/email', { email })
      answers.push({ status, body })
    }
    expect(answers[0]?.status).toBe(200)
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await mailsTo('inconnu@example.com')).toEqual([])
    expect(await mailsTo(disabled.mail)).toEqual([])
    expect(await mailsTo(mail)).toHaveLength(1)
  })

  it('[SEC] never writes a link to a host that the request chose', async () => {
    const { mail } = await addPersonnel(db(), { companyId: company })
    await post(
      '/api/password/email',
      { email: mail },
      { host: 'une.attacker.example', 'x-forwarded-host': 'x.example' },
    )
    expect(linkIn((await mailsTo(mail))[0])).toMatch(/^https:\/\/une\.lolapp\.example\.com\//)
  })

  it('[SEC] takes a link in its own company, with its own mail, before its end, for an account that may log in', async () => {
    const { id, mail } = await addPersonnel(db(), { companyId: company })
    const other = await addPersonnel(db(), { companyId: company })
    const token = await tokenFor(mail)
    const dead = { status: 422, body: { errors: { token: [expect.stringContaining("n'est plus valable")] } } }
    expect(await reset(token, other.mail)).toMatchObject(dead)
    expect(await reset(token, mail, NEW, { host: 'deux.localhost' })).toMatchObject(dead)
    expect(await reset(token, mail, NEW, { host: 'admin.localhost' })).toMatchObject(dead)
    expect(await reset(`${token.slice(0, -1)}_`, mail)).toMatchObject(dead)
    const disable = (disabled: boolean) =>
      db().inTenant(company, (tx) =>
        tx.updateTable('credential').set({ disabled }).where('personnel_id', '=', id).execute(),
      )
    await disable(true)
    expect(await reset(token, mail)).toMatchObject(dead)
    await disable(false)
    const { expires_at } = await db().inTenant(company, (tx) =>
      tx
        .selectFrom('password_link')
        .select('expires_at')
        .where('account', '=', `personnel:${id}`)
        .executeTakeFirstOrThrow(),
    )
    expect(new Date(expires_at).getTime() - Date.now()).toBeLessThanOrEqual(60 * 60_000)
    await db().inTenant(company, (tx) =>
      tx
        .updateTable('password_link')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('account', '=', `personnel:${id}`)
        .execute(),
    )
    expect(await reset(token, mail)).toMatchObject(dead)
    expect((await login(mail, PASSWORD)).status).toBe(200)
  })

  it('[SEC] of two concurrent resets one sets the password', async () => {
    const { mail } = await addPersonnel(db(), { companyId: company })
    const token = await tokenFor(mail)
    const both = await Promise.all([
      reset(token, mail, 'premiere phrase de passe'),
      reset(token, mail, 'seconde phrase de passe'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 422])
  })

  it('asks for a password of twelve characters, twice the same, in French', async () => {
    const { mail } = await addPersonnel(db(), { companyId: company })
    const token = await tokenFor(mail)
    expect((await reset(token, mail, 'trop court')).body.errors).toEqual({ password: ['12 caractères au moins'] })
    expect((await reset(token, mail, 'aaaaaaaaaaaaaaaa')).body.errors).toEqual({
      password: ['Ce mot de passe est trop simple'],
    })
    expect((await reset(token, mail, mail)).body.errors).toEqual({ password: [expect.stringContaining('différent')] })
    const two = { token, email: mail, password: NEW, password_confirmation: `${NEW}.` }
    expect((await post('/api/password/reset', two)).body.errors).toEqual({
      password_confirmation: ['Les deux mots de passe ne sont pas identiques'],
    })
    expect((await reset(token, mail)).status).toBe(204)
  })

  it('[SEC] limits how often one mail, and one address, may ask', async () => {
    const ask = async (remoteAddress: string): Promise<number> => {
      const payload = { email: 'vise@example.com' }
      const asked = { method: 'POST', url: '/api/password/email', payload, headers: host, remoteAddress } as const
      return (await call(app, asked)).status
    }
    const here: number[] = []
    for (let n = 0; n < 4; n += 1) here.push(await ask('192.0.2.251'))
    expect(here).toEqual([200, 200, 200, 429])
    // A stranger who asks does not use up the owner's tries, and many strangers do not fill the owner's mailbox.
    const others: number[] = []
    for (let n = 0; n < 8; n += 1) others.push(await ask(`203.0.113.${n}`))
    expect(others).toEqual([...Array.from({ length: 7 }, () => 200), 429])
    const one = []
    for (let n = 0; n < 21; n += 1) {
      const payload = { email: `vise${n}@example.com` }
      one.push(
        (
          await call(app, {
            method: 'POST',
            url: '/api/password/email',
            payload,
            headers: host,
            remoteAddress: '198.51.100.7',
          })
        ).status,
      )
    }
    expect(one.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(one[20]).toBe(429)
  })
})
