import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import type { Staff } from '../../server/plugins/session/living-sessions.ts'
import { hashToken } from '../../server/plugins/session/tokens.ts'
import { accessCast } from '../support/access/cast.ts'
import { requestOf } from '../support/access/request.ts'
import { addCompany, describeEngines } from '../support/engines.ts'
import { dataOf, enrolPasskey, enrolTotp, totpCode, type Visitor, visitorOf } from '../support/second-factor.ts'
import { addAdmin, addPersonnel, PASSWORD, signInAdmin, testApp } from '../support/test-app.ts'

describeEngines('a new proof of identity within a session', (db) => {
  let app: FastifyInstance
  let company: string
  const admins = (): Visitor => visitorOf(app, 'admin')
  beforeAll(async () => {
    app = await testApp(db(), { demo: true, tinker: true })
    company = await addCompany(db(), 'une')
  })
  afterAll(() => app.close())

  const age = async (token: string, set: 'proven_at' | 'last_seen_at', minutes: number): Promise<void> => {
    const actor = await app.sessions.actorOf(token)
    if (!actor) throw new Error('no such session')
    const { tokenHash } = actor
    await db().transaction({ tokenHash }, (tx) =>
      sql`update session set ${sql.ref(set)} = now() - make_interval(mins => ${minutes}::integer)
        where token_hash = ${tokenHash}`.execute(tx),
    )
    // An impersonation session depends on it.
    await app.sessions.forget(actor.account)
  }
  const passwordAdmin = async () => {
    const admin = await addAdmin(db())
    const login = await admins().call('POST', '/login', { email: admin.email, password: PASSWORD })
    return { ...admin, token: dataOf<{ token: string }>(login).token }
  }
  const prove = (token: string, body: object) => admins().call('POST', '/auth/reauth', body, token)
  const backup = (token: string) => admins().call('POST', '/admin/backups', {}, token)

  it('[SEC] is declared by the most harmful routes', async () => {
    const guarded = app.declaredRoutes.filter(({ reauth }) => reauth).map(({ method, url }) => `${method} ${url}`)
    expect(guarded.toSorted()).toEqual([
      'DELETE /api/admin/companies/:id/payment_account',
      'DELETE /api/admin/mailtemplates/:id',
      'DELETE /api/admin/mailtemplatescustomer/:id',
      'DELETE /api/admin/personnels/:id/second_factor',
      'DELETE /api/admin/smtp/:id',
      'DELETE /api/admin/users/:id',
      'DELETE /api/auth/passkeys/:id',
      'DELETE /api/auth/totp',
      'DELETE /api/entreprise/smtp',
      'POST /api/admin/backups',
      'POST /api/admin/execute',
      'POST /api/admin/impersonate/:personnel_id',
      'POST /api/admin/impersonate_client/:client_id',
      'POST /api/admin/mailtemplates',
      'POST /api/admin/mailtemplatescustomer',
      'POST /api/admin/smtp',
      'POST /api/admin/users',
      'POST /api/auth/passkeys',
      'POST /api/auth/passkeys/options',
      'POST /api/auth/recovery-codes',
      'POST /api/auth/totp',
      'POST /api/auth/totp/confirm',
      'POST /api/clients/:id/coordonnees/confirmer',
      'POST /api/exports',
      'POST /api/passations/:id/annuler',
      'POST /api/personnels/:id/passations',
      'POST /api/sms/parameters',
      'POST /api/tinker',
      'PUT /api/admin/companies/:id/payment_account',
      'PUT /api/admin/mailtemplates/:id',
      'PUT /api/admin/mailtemplatescustomer/:id',
      'PUT /api/admin/smtp/:id',
      'PUT /api/admin/users/:id',
      'PUT /api/entreprise/smtp',
    ])
  })

  it('[SEC] is required by each of them from a session without a recent proof', async () => {
    const cast = await accessCast(app, db())
    const { token } = await passwordAdmin()
    await age(token, 'proven_at', 16)
    const never = await app.sessions.open({
      kind: 'admin',
      accountId: String(cast.known.admin),
      companyId: null,
      deviceId: null,
    })
    const director = cast.callers.find(({ name }) => name === 'commercial_director')
    await db().inTenant(cast.a, (tx) =>
      sql`update personnel set "TOUTES_AGENCES" = 1, seq = (select take_seq(1))
        where "IDPERSONNEL" = ${director?.accountId}`.execute(tx),
    )
    const ofDirector = await app.sessions.open({
      kind: 'personnel',
      accountId: String(director?.accountId),
      companyId: cast.a,
      deviceId: null,
    })
    for (const route of app.declaredRoutes.filter(({ reauth }) => reauth)) {
      const { access } = route
      const isAdmins = access !== 'public' && access.kinds.includes('admin')
      const { url, payload } = requestOf(route, { params: {}, known: { ...cast.known, company_id: cast.a } })
      for (const given of isAdmins ? [token, never.token] : [ofDirector.token]) {
        const answer = await app.inject({
          method: route.method as 'POST',
          url,
          headers: { authorization: `Bearer ${given}`, ...(payload ? { 'content-type': 'application/json' } : {}) },
          ...(payload ? { payload } : {}),
        })
        expect([url, answer.statusCode, answer.json()]).toEqual([
          url,
          403,
          expect.objectContaining({ code: 'REAUTH_REQUIRED' }),
        ])
      }
    }
  })

  it('[SEC] is required by a body that opens somebody’s account as an impersonation would: the key of signed links, another mail', async () => {
    const { token } = await passwordAdmin()
    const { id, mail } = await addPersonnel(db(), { companyId: company })
    const path = `/admin/personnels/${id}?company_id=${company}`
    const put = (to: string, body: object) => admins().call('PUT', to, body, token)
    expect((await put(path, { MAIL: mail })).status).toBe(200)
    await age(token, 'proven_at', 16)
    const CLE_LOLA = 'une clé choisie devant un écran resté ouvert'
    expect(await put(`/admin/company/${company}`, { CLE_LOLA })).toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' })
    const made = await admins().call('POST', '/admin/company', { NOM: 'Neuve', key: 'neuve-lola', CLE_LOLA }, token)
    expect(made).toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' })
    const other = { MAIL: 'ailleurs@example.com' }
    expect(await put(path, other)).toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' })
    // What opens nothing asks for nothing.
    expect((await put(`/admin/company/${company}`, { CLE_LOLA: null, COLOR: '#123456' })).status).toBe(200)
    expect((await put(path, { MAIL: mail, PRENOM: 'Léa' })).status).toBe(200)
    await prove(token, { password: PASSWORD })
    expect((await put(`/admin/company/${company}`, { CLE_LOLA })).status).toBe(200)
    expect((await put(path, other)).status).toBe(200)
  })

  it('[SEC] is required by a new account with a mail, and by one that is opened again, as by another mail', async () => {
    const { token } = await passwordAdmin()
    const { id } = await addPersonnel(db(), { companyId: company })
    const of = (more = '') => `/admin/personnels${more}?company_id=${company}`
    const create = (more: object) => admins().call('POST', of(), { NOM: 'Neuf', ROLES: ['commercial'], ...more }, token)
    const put = (body: object) => admins().call('PUT', of(`/${id}`), body, token)
    await age(token, 'proven_at', 16)
    const MAIL = 'choisi-devant-un-ecran-ouvert@example.com'
    expect(await create({ MAIL })).toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' })
    // Without a mail nobody logs in, and who closes an account opens nothing.
    expect((await create({})).status).toBe(201)
    expect((await put({ disabled: false, PRENOM: 'Léa' })).status).toBe(200)
    expect((await put({ disabled: true })).status).toBe(200)
    expect(await put({ disabled: false })).toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' })
    await prove(token, { password: PASSWORD })
    expect((await create({ MAIL })).status).toBe(201)
    expect((await put({ disabled: false })).status).toBe(200)
  })

  it('[SEC] the login counts, later the password given again, for some minutes and this session only', async () => {
    const { token, email, id } = await passwordAdmin()
    const other = dataOf<{ token: string }>(await admins().call('POST', '/login', { email, password: PASSWORD })).token
    expect((await backup(token)).status).toBe(201)
    for (const one of [token, other]) await age(one, 'proven_at', 16)
    expect(await backup(token)).toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' })
    expect(await prove(token, { password: 'autre chose' })).toMatchObject({
      status: 422,
      body: { errors: { password: ['Mot de passe incorrect.'] } },
    })
    expect((await backup(token)).status).toBe(403)
    const { until } = dataOf<{ until: string }>(await prove(token, { password: PASSWORD }))
    expect(Date.parse(until)).toBeGreaterThan(Date.now())
    expect((await backup(token)).status).toBe(201)
    expect((await backup(other)).status).toBe(403)
    const lines = await db().transaction({ platform: true }, (tx) =>
      tx.selectFrom('audit').select('action').where('target', '=', `admin:${id}`).orderBy('id').execute(),
    )
    expect(lines.map(({ action }) => action).slice(-2)).toEqual(['reauth.refused', 'reauth.accepted'])
  })

  it('[SEC] with a second factor the password is not enough; a code or a passkey is, once each', async () => {
    const { token } = await passwordAdmin()
    const { secret, codes } = await enrolTotp(admins(), token)
    const key = await enrolPasskey(admins(), token)
    await age(token, 'proven_at', 16)
    expect(await prove(token, { password: PASSWORD })).toMatchObject({ status: 422 })
    const code = totpCode(secret, 1)
    expect((await prove(token, { code })).status).toBe(200)
    expect((await backup(token)).status).toBe(201)
    await age(token, 'proven_at', 16)
    expect((await prove(token, { code })).status).toBe(422)
    const options = async () =>
      dataOf<{ challenge: string; rpId: string }>(await admins().call('POST', '/auth/reauth/passkey', {}, token))
    const asked = await options()
    const stranger = await passwordAdmin()
    const theirs = await enrolPasskey(admins(), stranger.token)
    expect((await prove(token, { passkey: theirs.get(asked, admins().origin) })).status).toBe(422)
    const again = await options()
    expect((await prove(token, { passkey: key.get(again, 'http://une.localhost:3000') })).status).toBe(422)
    const last = await options()
    const passkey = key.get(last, admins().origin)
    expect((await prove(token, { passkey })).status).toBe(200)
    expect((await prove(token, { passkey })).status).toBe(422)
    await age(token, 'proven_at', 16)
    expect((await prove(token, { recovery_code: codes[0] })).status).toBe(200)
    expect((await backup(token)).status).toBe(201)
  })

  it('[SEC] slows down guesses made with a stolen session', async () => {
    const { token } = await passwordAdmin()
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await prove(token, { password: `essai ${n}` })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })

  it('[SEC] an impersonating administrator cannot prove, see or change the person’s protection', async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const { token } = await passwordAdmin()
    const acting = dataOf<{ token: string }>(
      await admins().call('POST', `/admin/impersonate/${person.id}`, {}, token),
    ).token
    for (const [method, path, body] of [
      ['GET', '/auth/factors', undefined],
      ['POST', '/auth/reauth', { password: PASSWORD }],
      ['POST', '/auth/reauth/passkey', {}],
      ['POST', '/auth/totp', {}],
      ['POST', '/auth/passkeys/options', {}],
    ] as const)
      expect([path, await visitorOf(app, 'une').call(method, path, body, acting)]).toMatchObject([
        path,
        { status: 403, code: 'UNAUTHORIZED' },
      ])
  })

  it('[SEC] an administrator’s session ends after half an hour without a call, with its impersonations', async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const { token } = await passwordAdmin()
    const acting = dataOf<{ token: string }>(
      await admins().call('POST', `/admin/impersonate/${person.id}`, {}, token),
    ).token
    const status = async (path: string, given: string) => (await admins().call('GET', path, undefined, given)).status
    await age(token, 'last_seen_at', 29)
    expect(await status('/admin/company', token)).toBe(200)
    // That call restarts the half hour.
    await age(token, 'last_seen_at', 29)
    expect(await status('/clients', acting)).toBe(200)
    await age(token, 'last_seen_at', 31)
    expect(await status('/clients', acting)).toBe(401)
    expect(await status('/admin/company', token)).toBe(401)
  })

  it('[SEC] an impersonation that is left open does not keep the session: what its device does by itself is no use of it', async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const { token } = await passwordAdmin()
    const acting = dataOf<{ token: string }>(
      await admins().call('POST', `/admin/impersonate/${person.id}`, {}, token),
    ).token
    const actor = (await app.sessions.actorOf(acting)) as Staff
    const seen = async (): Promise<number> => {
      const tokenHash = hashToken(token)
      const { rows } = await db().transaction({ tokenHash }, (tx) =>
        sql<{ last_seen_at: string }>`select last_seen_at from session where token_hash = ${tokenHash}`.execute(tx),
      )
      return Math.round((Date.now() - Date.parse(rows[0]?.last_seen_at ?? '')) / 60_000)
    }
    await age(token, 'last_seen_at', 20)
    // As sync/net/transport.ts calls, every minute.
    const headers = { authorization: `Bearer ${acting}`, [HEADER.account]: actor.account, host: 'admin.localhost:3000' }
    for (const path of ['/clients?since=', '/sync/bootstrap', '/sync/epochs', '/ranking/days?DATE_DEBUT=2026-01-01'])
      expect([path, (await app.inject({ url: `/api${path}`, headers })).statusCode]).toEqual([path, 200])
    // Its hint stream is checked by the server every few seconds.
    expect((await app.sessions.living(company, [actor])).size).toBe(1)
    expect(await app.sessions.mayHear(actor.tokenHash)).toBe(true)
    expect(await seen()).toBe(20)
    // A call of the person is noted although the device has just called.
    expect((await admins().call('GET', '/clients', undefined, acting)).status).toBe(200)
    expect(await seen()).toBe(0)
  })

  it('[SEC] a customer’s session ends after a day without a call; the staff’s lives on with its unsent work', async () => {
    await db().inTenant(company, (tx) =>
      sql`insert into client (company_id, "IDCLIENT", "NOM", seq) values (${company}, 'client-repos', 'Repos', take_seq(1))`.execute(
        tx,
      ),
    )
    const person = await addPersonnel(db(), { companyId: company })
    const open = (kind: 'personnel' | 'client', accountId: string) =>
      app.sessions.open({ kind, accountId, companyId: company, deviceId: null })
    const [customer, staff] = [await open('client', 'client-repos'), await open('personnel', person.id)]
    const known = async (token: string) => (await app.sessions.actorOf(token)) !== null
    for (const { token } of [customer, staff]) await age(token, 'last_seen_at', 23 * 60)
    expect([await known(customer.token), await known(staff.token)]).toEqual([true, true])
    await age(customer.token, 'last_seen_at', 25 * 60)
    await age(staff.token, 'last_seen_at', 59 * 24 * 60)
    expect([await known(customer.token), await known(staff.token)]).toEqual([false, true])
    const days = (iso: string): number => (Date.parse(iso) - Date.now()) / 86_400_000
    expect(days(staff.expiresAt)).toBeLessThanOrEqual(60)
    const { token } = await signInAdmin(app, await addAdmin(db()))
    expect(days((await app.sessions.actorOf(token))?.expiresAt ?? '')).toBeLessThanOrEqual(0.5)
  })
})
