import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { addPersonnel, call, PASSWORD, signIn, testApp } from '../../../tests/support/test-app.ts'
import { COMPANY_ACCOUNTS, STAFF } from '../../actor.ts'
import { hashToken } from '../../plugins/session/tokens.ts'
import { STRANGERS_PER_MAIL } from './tries.ts'

interface Issued {
  data: { token: string; tokenable_type: string; tokenable_id: string; company_id: string; expires_at: string }
}

describeEngines('login and sessions', (db) => {
  let app: FastifyInstance
  let company: string
  let other: string

  beforeAll(async () => {
    app = await testApp(db())
    for (const [path, access] of [
      ['/api/test/staff', STAFF],
      ['/api/test/any', COMPANY_ACCOUNTS],
    ] as const) {
      app.get(path, { config: { access, does: 'reads' } }, async (request) => ({
        data: { actor: request.actor, company: request.company?.id },
      }))
    }
    company = await addCompany(db(), 'une')
    other = await addCompany(db(), 'deux')
  })
  afterAll(() => app.close())

  const login = (body: unknown, headers: Record<string, string> = { host: 'une.localhost:3000' }) =>
    call<Issued & { code: string; message: string; errors: unknown }>(app, {
      method: 'POST',
      url: '/api/lolapp/login',
      payload: body as object,
      headers,
    })
  const me = (headers: Record<string, string>, url = '/api/test/staff') => call(app, { url, headers })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  it('[AUT-01] [AUT-10] [SERVER-9] lets nobody in whose roles were all removed, and tells that only to a caller who knows the password', async () => {
    const { id, mail } = await addPersonnel(db(), { companyId: company, roles: [] })
    expect(await login({ MAIL: mail, password: PASSWORD })).toMatchObject({
      status: 403,
      body: {
        code: 'NO_ROLE',
        message: "Votre compte n'a plus aucun rôle : adressez-vous à votre responsable.",
      },
    })
    // A caller who does not know it learns nothing about the account.
    const wrong = await login({ MAIL: mail, password: 'un autre mot de passe' })
    expect([wrong.status, wrong.body]).toEqual([
      401,
      (await login({ MAIL: 'personne@example.com', password: 'x' })).body,
    ])
    const [sessions, refused] = await db().inTenant(company, async (trx) => [
      await trx.selectFrom('session').selectAll().where('account_id', '=', id).execute(),
      await trx
        .selectFrom('audit')
        .select(['action', 'details'])
        .where('target', '=', `personnel:${id}`)
        .orderBy('id')
        .execute(),
    ])
    expect(sessions).toEqual([])
    expect(refused).toMatchObject([
      { action: 'login.refused', details: { why: 'no role' } },
      { action: 'login.refused' },
    ])
  })

  it('[AUT-01] a domain with accents logs in as it was typed and as another browser gives it, also an account of before', async () => {
    // As an older version stored it, and as this one does.
    const older = await addPersonnel(db(), { companyId: company, mail: 'ana@rénov.example.com' })
    const newer = await addPersonnel(db(), { companyId: company, mail: 'léo@xn--rnov-bpa.example.com' })
    for (const [{ id }, ...typed] of [
      [older, 'ana@rénov.example.com', 'Ana@RÉNOV.example.com', 'ana@xn--rnov-bpa.example.com'],
      [newer, 'léo@rénov.example.com', 'léo@xn--rnov-bpa.example.com'],
    ] as const)
      for (const MAIL of typed) {
        const { status, body } = await login({ MAIL, password: PASSWORD })
        expect([MAIL, status, body.data?.tokenable_id]).toEqual([MAIL, 200, id])
      }
    expect((await login({ MAIL: 'ana@renov.example.com', password: PASSWORD })).status).toBe(401)
  })

  it('[AUT-01] gives staff an opaque token, stored hashed, with an expiry, that logout revokes at once', async () => {
    const { id, mail } = await addPersonnel(db(), { companyId: company })
    const { status, body } = await login({ MAIL: mail.toUpperCase(), password: PASSWORD })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ tokenable_type: 'personnel', tokenable_id: id, company_id: company })
    expect(Buffer.from(body.data.token, 'base64url').length).toBe(32)
    expect(Date.parse(body.data.expires_at)).toBeGreaterThan(Date.now())
    const stored = await db().inTenant(company, (trx) =>
      trx.selectFrom('session').selectAll().where('account_id', '=', id).execute(),
    )
    expect(stored).toMatchObject([{ token_hash: hashToken(body.data.token) }])
    expect(JSON.stringify(stored)).not.toContain(body.data.token)

    const headers = bearer(body.data.token)
    expect((await me(headers)).status).toBe(200)
    expect((await call(app, { method: 'POST', url: '/api/logout', headers })).status).toBe(204)
    expect(await me(headers)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  })

  it('answers an unknown mail, a wrong password and a disabled account alike', async () => {
    const { id, mail } = await addPersonnel(db(), { companyId: company })
    const disabled = await addPersonnel(db(), { companyId: company })
    await db().inTenant(company, (trx) =>
      trx.updateTable('credential').set({ disabled: true }).where('personnel_id', '=', disabled.id).execute(),
    )
    const answers = [
      await login({ MAIL: 'inconnu@example.com', password: PASSWORD }),
      await login({ MAIL: mail, password: 'autre chose' }),
      await login({ MAIL: disabled.mail, password: PASSWORD }),
      await login({ MAIL: id, password: PASSWORD }),
    ]
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 401,
        body: { code: 'UNAUTHENTICATED', message: 'Adresse email ou mot de passe incorrect.' },
      })
    }
  })

  it("looks a mail up in the request's company only", async () => {
    const { mail } = await addPersonnel(db(), { companyId: other, mail: 'seulement@deux.example.com' })
    expect((await login({ MAIL: mail, password: PASSWORD })).status).toBe(401)
    expect((await login({ MAIL: mail, password: PASSWORD }, { host: 'deux.localhost' })).body.data.company_id).toBe(
      other,
    )
    const byKey = await login({ MAIL: mail, password: PASSWORD }, { host: 'api.example.com', 'company-key': other })
    expect(byKey.body.data.company_id).toBe(other)
  })

  it('answers an unknown company with a code', async () => {
    for (const headers of [
      { host: 'nulle.localhost' },
      { host: 'localhost' },
      { host: 'une.localhost', 'company-key': 'nulle' },
    ]) {
      expect(await login({ MAIL: 'a@example.com', password: 'x' }, headers)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Entreprise inconnue.' },
      })
    }
  })

  it.each([
    [{ MAIL: 'a@example.com' }, { password: ['Ce champ est requis'] }],
    [{ MAIL: '', password: 'x' }, { MAIL: ['Ce champ est requis'] }],
    [{ MAIL: 5, password: 'x' }, { MAIL: ["Le type de la valeur n'est pas valide"] }],
    [{ MAIL: 'a@example.com', password: 'x', ROLES: ['admin'] }, { ROLES: ['Champ inconnu'] }],
    [{ MAIL: 'a@example.com', password: 'x'.repeat(201) }, { password: ['200 caractères au plus'] }],
    [[], { _: ["Le type de la valeur n'est pas valide"] }],
  ])('answers a wrong login body with French messages by field: %j', async (body, errors) => {
    const answer = await login(body)
    expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 422, code: 'VALIDATION_ERROR', errors })
  })

  it('slows down guesses of one password', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1)
      statuses.push((await login({ MAIL: 'cible@example.com', password: `essai ${n}` })).status)
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(statuses[10]).toBe(429)
    expect((await login({ MAIL: 'voisin@example.com', password: 'x' })).status).toBe(401)
  })

  it('[AUT-01] [SEC] counts guesses of one password from many addresses together, in every process, and lets its owner in at known addresses', async () => {
    const { mail: MAIL } = await addPersonnel(db(), { companyId: company })
    const second = await testApp(db())
    const from = (server: FastifyInstance, remoteAddress: string, password: string) =>
      call(server, {
        method: 'POST',
        url: '/api/lolapp/login',
        payload: { MAIL, password },
        headers: { 'company-key': company },
        remoteAddress,
      })
    expect((await from(app, '198.51.100.1', PASSWORD)).status).toBe(200)
    // The owner's first login came from an address that was unknown then.
    const statuses: number[] = []
    for (let n = 0; n < STRANGERS_PER_MAIL.max + 2; n += 1)
      statuses.push((await from(n % 2 ? app : second, `203.0.113.${n}`, `essai ${n}`)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(STRANGERS_PER_MAIL.max - 1)
    expect(statuses.slice(-2)).toEqual([429, 429])
    // Not even with the right password: the answer would show that the guess was right.
    expect((await from(second, '203.0.113.200', PASSWORD)).status).toBe(429)
    expect((await from(second, '198.51.100.1', PASSWORD)).status).toBe(200)
    const { rows } = await db().transaction({ platform: true }, (tx) =>
      sql<{ row: string }>`select row_to_json(a)::text as row from attempt a`.execute(tx),
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { row } of rows) expect(row).not.toMatch(/@|203\.0|198\.51/)
    await second.close()
  })

  it('refuses a request without a token, with a broken one, and with an expired one', async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const { token, headers } = await signIn(app, { companyId: company, id: person.id })
    await db().transaction({ tokenHash: hashToken(token) }, (trx) =>
      trx
        .updateTable('session')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('token_hash', '=', hashToken(token))
        .execute(),
    )
    expect(await me({})).toMatchObject({ status: 401, body: { message: 'Connectez-vous pour continuer.' } })
    for (const wrong of [
      headers,
      bearer('x'.repeat(43)),
      { authorization: 'Bearer' },
      { authorization: `Basic ${token}` },
    ]) {
      expect(await me(wrong), JSON.stringify(wrong)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED', message: 'Votre session a expiré, reconnectez-vous.' },
      })
    }
  })

  it("answers 403 to another company's key, by header or by host", async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const { headers } = await signIn(app, { companyId: company, id: person.id })
    for (const right of [
      {},
      { 'company-key': company },
      { 'company-key': 'une' },
      { host: 'une.localhost' },
      { host: 'api.example.com' },
    ]) {
      expect(await me({ ...headers, ...right })).toMatchObject({ status: 200, body: { data: { company } } })
    }
    for (const wrong of [
      { 'company-key': other },
      { 'company-key': 'deux' },
      { 'company-key': 'nulle' },
      { host: 'deux.localhost' },
    ]) {
      expect(await me({ ...headers, ...wrong }), JSON.stringify(wrong)).toMatchObject({
        status: 403,
        body: { code: 'UNAUTHORIZED' },
      })
    }
  })

  it('refuses a request that was made for another account (WORK-4)', async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const { headers } = await signIn(app, { companyId: company, id: person.id })
    expect((await me({ ...headers, 'lolapp-account': `personnel:${person.id}` })).status).toBe(200)
    expect(await me({ ...headers, 'lolapp-account': 'personnel:quelquun' })).toMatchObject({
      status: 401,
      body: { code: 'ACCOUNT_MISMATCH' },
    })
  })

  it('[PUSH-4] a refusal by the session carries the epoch of the named company: the device knows who answered, and pauses', async () => {
    const headers = { authorization: 'Bearer inconnu', 'company-key': company }
    const answer = await me(headers)
    expect([answer.status, answer.headers['lolapp-epoch']]).toEqual([401, expect.any(String)])
    expect((await me({ ...headers, 'company-key': 'inconnue' })).headers['lolapp-epoch']).toBeUndefined()
  })

  it('lets in only a route’s own kinds of account, and a client with a client’s session', async () => {
    await db().inTenant(company, async (trx) => {
      await sql`insert into client (company_id, "IDCLIENT", "NOM", seq) values (${company}, 'client-1', 'Client', take_seq(1))`.execute(
        trx,
      )
    })
    const { token } = await app.sessions.open({
      kind: 'client',
      accountId: 'client-1',
      companyId: company,
      deviceId: null,
    })
    expect(await me(bearer(token))).toMatchObject({ status: 403, body: { code: 'UNAUTHORIZED' } })
    expect(await me(bearer(token), '/api/test/any')).toMatchObject({
      body: { data: { actor: { kind: 'client', id: 'client-1' } } },
    })
  })

  it('gives new rights at once when told of the change, and none to a disabled account', async () => {
    const person = await addPersonnel(db(), { companyId: company, roles: ['commercial'] })
    const { headers } = await signIn(app, { companyId: company, id: person.id })
    const roles = async () => (await me(headers)).body as { data?: { actor: { staff: { roles: string[] } } } }
    expect((await roles()).data?.actor.staff.roles).toEqual(['commercial'])
    await db().inTenant(company, async (trx) => {
      await sql`update personnel set "ROLES" = array['metreur'], seq = take_seq(1) where "IDPERSONNEL" = ${person.id}`.execute(
        trx,
      )
    })
    await app.sessions.forget(`personnel:${person.id}`)
    expect((await roles()).data?.actor.staff.roles).toEqual(['metreur'])
    await db().inTenant(company, (trx) =>
      trx.updateTable('credential').set({ disabled: true }).where('personnel_id', '=', person.id).execute(),
    )
    await app.sessions.forget(`personnel:${person.id}`)
    expect((await me(headers)).status).toBe(401)
  })

  describe('GET /lolapp/start', () => {
    const start = (headers: Record<string, string>, on = app) => call(on, { url: '/api/lolapp/start', headers })

    it('gives the company of the host or key, even with a token that ended', async () => {
      for (const headers of [
        { host: 'une.localhost:3000' },
        { 'company-key': company },
        { 'company-key': 'une', ...bearer('y'.repeat(43)) },
      ]) {
        expect(await start(headers)).toMatchObject({
          status: 200,
          body: { data: { id: company, key: 'une', NOM: 'Maison une', COLOR: '#BD1734', FUSEAU: 'Europe/Paris' } },
        })
      }
    })

    it('proposes the companies on an unknown host in demo mode only', async () => {
      expect(await start({ host: 'localhost:3000' })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', details: { companies: [] } },
      })
      const demo = await testApp(db(), { demo: true })
      expect(await start({ host: 'inconnu.localhost:8080' }, demo)).toMatchObject({
        status: 404,
        body: {
          details: {
            companies: expect.arrayContaining([{ key: 'une', NOM: 'Maison une', url: 'http://une.localhost:8080' }]),
          },
        },
      })
      await demo.close()
    })
  })
})
