import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { addAdmin, addPersonnel, call, signIn, signInAdmin, testApp } from '../../../tests/support/test-app.ts'

interface Issued {
  code?: string
  data: { token: string; tokenable_type: string; tokenable_id: string; company_id: string | null; expires_at: string }
}

describeEngines('impersonation', (db) => {
  let app: FastifyInstance
  let company: string
  let admin: { id: string; email: string }
  let headers: Record<string, string>

  beforeAll(async () => {
    app = await testApp(db())
    company = await addCompany(db(), 'une')
    await addCompany(db(), 'deux')
  })
  afterAll(() => app.close())
  const asAdmin = async () => {
    admin = await addAdmin(db())
    headers = (await signInAdmin(app, admin)).headers
  }

  const impersonate = (path: string, given = headers, payload?: object) =>
    call<Issued>(app, { method: 'POST', url: `/api/admin/${path}`, headers: given, ...(payload ? { payload } : {}) })
  const bearer = (answer: { body: Issued }) => ({ authorization: `Bearer ${answer.body.data.token}` })
  const get = async (url: string, given: Record<string, string>) => (await call(app, { url, headers: given })).status
  const addClient = async (id: string, companyId = company) => {
    await db().inTenant(companyId, (tx) =>
      sql`insert into client (company_id, "IDCLIENT", "NOM", seq) values (${companyId}, ${id}, 'Client', take_seq(1))`.execute(
        tx,
      ),
    )
    return id
  }

  it('[AUT-07] [API-01] [ADM-02] lets an administrator act as staff for eight hours at most, with both names in the trail', async () => {
    await asAdmin()
    const person = await addPersonnel(db(), { companyId: company, roles: ['commercial'] })
    const answer = await impersonate(`impersonate/${person.id}`)
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { tokenable_type: 'personnel', tokenable_id: person.id, company_id: company } },
    })
    const left = Date.parse(answer.body.data.expires_at) - Date.now()
    expect(left).toBeGreaterThan(7 * 3_600_000)
    expect(left).toBeLessThanOrEqual(8 * 3_600_000)
    const acting = bearer(answer)
    expect(await get('/api/clients', { ...acting, host: 'admin.localhost' })).toBe(200)
    const made = await call(app, {
      method: 'POST',
      url: '/api/adresse',
      headers: acting,
      payload: { IDADRESSE: `a-${person.id}`, VILLE: 'Nantes' },
    })
    expect(made.status).toBe(201)
    // Logout ends this session alone.
    expect((await call(app, { method: 'POST', url: '/api/logout', headers: acting })).status).toBe(204)
    expect(await get('/api/clients', acting)).toBe(401)
    expect((await impersonate(`impersonate/${person.id}`)).status).toBe(200)
    const lines = await db().inTenant(company, (tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'actor', 'impersonator', 'target'])
        .where('target', '=', `personnel:${person.id}`)
        .orderBy('id')
        .execute(),
    )
    const [me, them] = [`admin:${admin.id}`, `personnel:${person.id}`]
    expect(lines).toEqual([
      { action: 'impersonation.started', actor: me, impersonator: null, target: them },
      { action: 'impersonation.request', actor: them, impersonator: me, target: them },
      { action: 'impersonation.request', actor: them, impersonator: me, target: them },
      { action: 'impersonation.ended', actor: them, impersonator: me, target: them },
      { action: 'impersonation.started', actor: me, impersonator: null, target: them },
    ])
  })

  it('[AUT-07] lets an administrator act as a customer', async () => {
    await asAdmin()
    const id = await addClient('client-acted')
    const answer = await impersonate(`impersonate_client/${id}`)
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { tokenable_type: 'client', tokenable_id: id, company_id: company } },
    })
    expect(await get('/api/clients', bearer(answer))).toBe(403)
  })

  it('asks which company when several know the id, and takes the given one', async () => {
    await asAdmin()
    await addClient('client-twice')
    await addClient('client-twice', 'company-deux')
    expect(await impersonate('impersonate_client/client-twice')).toMatchObject({
      status: 422,
      body: { errors: { company_id: [expect.any(String)] } },
    })
    for (const [path, payload] of [
      ['impersonate_client/client-twice', { company_id: 'company-deux' }],
      ['impersonate_client/client-twice?company_id=company-deux', undefined],
    ] as const) {
      expect((await impersonate(path, headers, payload)).body.data.company_id).toBe('company-deux')
    }
    expect((await impersonate('impersonate_client/client-twice?company_id=nulle')).status).toBe(404)
  })

  it('[SEC] refuses a target that may not log in itself, and one that does not exist', async () => {
    await asAdmin()
    const disabled = await addPersonnel(db(), { companyId: company })
    const idle = await addPersonnel(db(), { companyId: company, roles: [] })
    await db().inTenant(company, (tx) =>
      tx.updateTable('credential').set({ disabled: true }).where('personnel_id', '=', disabled.id).execute(),
    )
    for (const { id } of [disabled, idle]) {
      expect(await impersonate(`impersonate/${id}`)).toMatchObject({ status: 403, body: { code: 'UNAUTHORIZED' } })
    }
    expect((await impersonate('impersonate/personne')).status).toBe(404)
    expect((await impersonate('impersonate_client/personne')).status).toBe(404)
  })

  it('[SEC] is for administrators only, and never for an impersonated session', async () => {
    await asAdmin()
    const person = await addPersonnel(db(), { companyId: company, roles: ['commercial_director'] })
    const client = await addClient('client-escalade')
    const own = (await signIn(app, { companyId: company, id: person.id })).headers
    const acting = bearer(await impersonate(`impersonate/${person.id}`))
    const customer = bearer(await impersonate(`impersonate_client/${client}`))
    for (const given of [own, acting, customer]) {
      for (const path of [`impersonate/${person.id}`, `impersonate_client/${client}`]) {
        expect(await impersonate(path, given)).toMatchObject({ status: 403, body: { code: 'UNAUTHORIZED' } })
      }
    }
    expect((await impersonate(`impersonate/${person.id}`, {})).status).toBe(401)
  })

  it('[SEC] an impersonation ends with the administrator’s session, or their account', async () => {
    for (const end of ['logout', 'disable'] as const) {
      await asAdmin()
      const person = await addPersonnel(db(), { companyId: company })
      const acting = bearer(await impersonate(`impersonate/${person.id}`))
      const own = (await signIn(app, { companyId: company, id: person.id })).headers
      expect(await get('/api/clients', acting)).toBe(200)
      if (end === 'logout') await call(app, { method: 'POST', url: '/api/logout', headers })
      else {
        await db().transaction({ platform: true }, (tx) =>
          tx.updateTable('admin_user').set({ disabled: true }).where('id', '=', admin.id).execute(),
        )
        await app.sessions.forget(`admin:${admin.id}`)
      }
      expect([end, await get('/api/clients', acting)]).toEqual([end, 401])
      expect(await get('/api/clients', own)).toBe(200)
    }
  })
})
