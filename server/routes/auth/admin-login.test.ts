import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { enrolTotp, visitorOf } from '../../../tests/support/second-factor.ts'
import {
  addAdmin,
  addPersonnel,
  call,
  PASSWORD,
  signIn,
  signInAdmin,
  testApp,
} from '../../../tests/support/test-app.ts'
import { ADMIN, STAFF } from '../../actor.ts'
import { ADMIN_ON_COMPANY } from '../../plugins/tenant/tenant.ts'

interface Issued {
  code?: string
  message?: string
  data: {
    challenge?: string
    token: string
    tokenable_type: string
    tokenable_id: string
    company_id: string | null
    expires_at: string
  }
}

describeEngines('login of administrators', (db) => {
  let app: FastifyInstance
  let company: string

  beforeAll(async () => {
    app = await testApp(db())
    app.get('/api/test/admin', { config: { access: ADMIN, does: 'reads' } }, async () => ({ data: 'in' }))
    app.get('/api/test/staff', { config: { access: STAFF, does: 'reads' } }, async () => ({ data: 'in' }))
    company = await addCompany(db(), 'une')
  })
  afterAll(() => app.close())

  const login = (payload: object, headers: Record<string, string> = { host: 'admin.localhost:3000' }) =>
    call<Issued>(app, { method: 'POST', url: '/api/login', payload, headers })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const platformLines = () =>
    db().transaction({ platform: true }, (tx) => tx.selectFrom('audit').selectAll().orderBy('id').execute())

  it('[AUT-01] [API-01] gives an administrator a token of no company, on the admin domain or none, that logout revokes', async () => {
    const { id, email } = await addAdmin(db())
    const { codes } = await enrolTotp(visitorOf(app, 'admin'), (await signInAdmin(app, { id })).token)
    for (const [n, host] of ['admin.localhost:3000', 'localhost:3000', 'api.example.com'].entries()) {
      const asked = await login({ email: email.toUpperCase(), password: PASSWORD }, { host })
      const payload = { challenge: asked.body.data.challenge, recovery_code: codes[n] }
      const { status, body } = await call<Issued>(app, {
        method: 'POST',
        url: '/api/auth/second-factor',
        payload,
        headers: { host },
      })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ tokenable_type: 'admin', tokenable_id: id, company_id: null })
      const headers = bearer(body.data.token)
      expect((await call(app, { url: '/api/test/admin', headers })).status).toBe(200)
      expect((await call(app, { method: 'POST', url: '/api/logout', headers })).status).toBe(204)
      expect((await call(app, { url: '/api/test/admin', headers })).status).toBe(401)
    }
    const mine = (await platformLines()).filter((line) => line.target === `admin:${id}`)
    const told = ['second_factor.asked', 'login.accepted', 'logout']
    expect(mine.map(({ action }) => action).slice(0, 4)).toEqual(['second_factor.added', ...told])
  })

  it('[SEC] refuses an administrator on a company domain with the required text, whatever the password', async () => {
    const { email } = await addAdmin(db())
    for (const headers of [{ host: 'une.localhost:3000' }, { host: 'localhost', 'company-key': company }]) {
      for (const password of [PASSWORD, 'autre chose']) {
        expect(await login({ email, password }, headers)).toMatchObject({
          status: 403,
          body: {
            code: 'UNAUTHORIZED',
            message: "Vous ne pouvez accedez a un sous domaine company en tant qu'utilisateur admin.",
          },
        })
      }
    }
  })

  it('[SEC] an administrator’s token opens nothing on a company domain, and no staff route anywhere', async () => {
    const { headers } = await signInAdmin(app, await addAdmin(db()))
    for (const url of ['/api/test/admin', '/api/test/staff', '/api/clients']) {
      expect(await call(app, { url, headers: { ...headers, host: 'une.localhost' } })).toMatchObject({ status: 403 })
    }
    expect(
      (await call(app, { url: '/api/test/admin', headers: { ...headers, host: 'une.localhost' } })).body,
    ).toMatchObject({ message: ADMIN_ON_COMPANY })
    for (const host of ['admin.localhost', 'localhost']) {
      expect((await call(app, { url: '/api/clients', headers: { ...headers, host } })).status).toBe(403)
      const keyed = { ...headers, host, 'company-key': company }
      expect((await call(app, { url: '/api/clients', headers: keyed })).status).toBe(403)
    }
  })

  it('[SEC] answers an unknown mail, a wrong password and a disabled administrator alike, and notes each', async () => {
    const { email } = await addAdmin(db())
    const gone = await addAdmin(db())
    await db().transaction({ platform: true }, (tx) =>
      tx.updateTable('admin_user').set({ disabled: true }).where('id', '=', gone.id).execute(),
    )
    const before = (await platformLines()).length
    for (const payload of [
      { email: 'inconnu@example.com', password: PASSWORD },
      { email, password: 'autre chose' },
      { email: gone.email, password: PASSWORD },
    ]) {
      expect(await login(payload)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED', message: 'Adresse email ou mot de passe incorrect.' },
      })
    }
    const lines = (await platformLines()).slice(before)
    expect(lines.map(({ action }) => action)).toEqual(['login.refused', 'login.refused', 'login.refused'])
    expect(JSON.stringify(lines)).not.toContain(PASSWORD)
    expect(JSON.stringify(lines)).not.toContain(email)
  })

  it('[SEC] slows down guesses of an administrator’s password', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) {
      statuses.push((await login({ email: 'cible@example.com', password: `essai ${n}` })).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(statuses[10]).toBe(429)
  })

  it('keeps logins, refusals and logouts of staff in their company’s audit trail', async () => {
    const { id, mail } = await addPersonnel(db(), { companyId: company })
    const headers = { host: 'une.localhost' }
    const staff = (password: string) =>
      call<Issued>(app, { method: 'POST', url: '/api/lolapp/login', payload: { MAIL: mail, password }, headers })
    await staff('mauvais mot de passe')
    const { body } = await staff(PASSWORD)
    await call(app, { method: 'POST', url: '/api/logout', headers: bearer(body.data.token) })
    const lines = await db().inTenant(company, (tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'actor', 'target'])
        .where('target', '=', `personnel:${id}`)
        .orderBy('id')
        .execute(),
    )
    expect(lines).toEqual([
      { action: 'login.refused', actor: 'anonymous', target: `personnel:${id}` },
      { action: 'login.accepted', actor: 'anonymous', target: `personnel:${id}` },
      { action: 'logout', actor: `personnel:${id}`, target: `personnel:${id}` },
    ])
  })

  it('[SEC] a token is invalid once its administrator or its company is disabled', async () => {
    const admin = await addAdmin(db())
    const { headers } = await signInAdmin(app, admin)
    const shut = await addCompany(db())
    const person = await addPersonnel(db(), { companyId: shut })
    const staff = await signIn(app, { companyId: shut, id: person.id })
    const status = async (url: string, given: Record<string, string>) =>
      (await call(app, { url, headers: given })).status
    expect(await status('/api/test/admin', headers)).toBe(200)
    expect(await status('/api/test/staff', staff.headers)).toBe(200)
    await db().transaction({ platform: true }, (tx) =>
      tx.updateTable('admin_user').set({ disabled: true }).where('id', '=', admin.id).execute(),
    )
    await db().inTenant(shut, (tx) => tx.updateTable('company').set({ disabled: true }).execute())
    app.companies.forget()
    await app.sessions.forget(`admin:${admin.id}`)
    await app.sessions.forget(`personnel:${person.id}`)
    expect(await status('/api/test/admin', headers)).toBe(401)
    expect(await status('/api/test/staff', staff.headers)).toBe(401)
    const again = { MAIL: person.mail, password: PASSWORD }
    expect(
      await call(app, { method: 'POST', url: '/api/lolapp/login', payload: again, headers: { 'company-key': shut } }),
    ).toMatchObject({ status: 404, body: { message: 'Entreprise inconnue.' } })
  })
})
