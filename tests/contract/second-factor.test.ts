import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FactorAsked } from '../../schemas/second-factor.ts'
import type { IssuedToken } from '../../schemas/space/login.ts'
import { inviteAdmin } from '../../server/accounts/first-admin.ts'
import { addCompany, describeEngines } from '../support/engines.ts'
import {
  Authenticator,
  dataOf,
  enrolPasskey,
  enrolTotp,
  totpCode,
  type Visitor,
  visitorOf,
} from '../support/second-factor.ts'
import { addAdmin, addPersonnel, PASSWORD, signInAdmin, testApp, testSecrets } from '../support/test-app.ts'

/** A login token of the older system (lola.test.ts says what makes one valid). */
function lolaToken(key: string, claims: { sub: string }): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 120
  const text = `${part({ alg: 'HS256' })}.${part({ jti: randomUUID(), exp, ...claims })}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

/** The platform outside demo mode, a company where it is optional, and one that requires a second factor from all. */
describeEngines('second factor', (db) => {
  let app: FastifyInstance
  let company: string
  let strict: string
  const admins = (): Visitor => visitorOf(app, 'admin')
  const staff = (label = 'une'): Visitor => visitorOf(app, label)

  beforeAll(async () => {
    app = await testApp(db())
    company = await addCompany(db(), 'une')
    await addCompany(db(), 'deux')
    strict = await addCompany(db(), 'stricte')
    await db().inTenant(strict, (tx) => tx.updateTable('company').set({ SECOND_FACTEUR: 1 }).execute())
  })
  afterAll(() => app.close())

  const adminLogin = (email: string) => admins().call('POST', '/login', { email, password: PASSWORD })
  const staffLogin = (mail: string, label = 'une') =>
    staff(label).call('POST', '/lolapp/login', { MAIL: mail, password: PASSWORD })
  const answer = (visitor: Visitor, body: object) => visitor.call('POST', '/auth/second-factor', body)
  const asked = async (login: ReturnType<typeof adminLogin>) => dataOf<FactorAsked>(await login)
  const issued = async (login: ReturnType<typeof adminLogin>) => dataOf<IssuedToken>(await login)
  /** More than half a minute passes, so the next code is another one. */
  const timePasses = async (account: string): Promise<void> => {
    for (const scope of [{ platform: true } as const, { companyId: company }, { companyId: strict }])
      await db().transaction(scope, (tx) =>
        sql`update totp set last_step = last_step - 10 where account = ${account}`.execute(tx),
      )
  }
  /** An administrator who has an authenticator app. */
  const protectedAdmin = async () => {
    const admin = await addAdmin(db())
    const { token } = await signInAdmin(app, admin)
    const { secret, codes } = await enrolTotp(admins(), token)
    await timePasses(`admin:${admin.id}`)
    return { ...admin, token, secret, codes, account: `admin:${admin.id}` }
  }
  const protectedStaff = async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const { token } = await issued(staffLogin(person.mail))
    const { secret, codes } = await enrolTotp(staff(), token)
    await timePasses(`personnel:${person.id}`)
    return { ...person, token, secret, codes, account: `personnel:${person.id}` }
  }
  const linesOf = async (target: string, companyId: string | null = null) =>
    db().transaction(companyId === null ? { platform: true } : { companyId }, (tx) =>
      tx.selectFrom('audit').select(['action', 'details']).where('target', '=', target).orderBy('id').execute(),
    )

  it('[SEC] an administrator without one gets a session that can only set one up', async () => {
    const admin = await addAdmin(db())
    const session = await issued(adminLogin(admin.email))
    expect(session).toMatchObject({ setting_up: true, tokenable_type: 'admin' })
    expect(Date.parse(session.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    for (const path of ['/admin/company', `/admin/users/${admin.id}`, '/admin/audit', '/admin/backups'])
      expect(await admins().call('GET', path, undefined, session.token)).toMatchObject({
        status: 403,
        code: 'SECOND_FACTOR_REQUIRED',
      })
    const before = await admins().call('GET', '/auth/factors', undefined, session.token)
    expect(before.data).toEqual({ totp: false, passkeys: [], recovery_codes: 0, required: true })
    const { codes } = await enrolTotp(admins(), session.token)
    expect(new Set(codes).size).toBe(10)
    expect((await admins().call('GET', '/admin/company', undefined, session.token)).status).toBe(200)
    const after = await admins().call('GET', '/auth/factors', undefined, session.token)
    expect(after.data).toMatchObject({ totp: true, recovery_codes: 10 })
    expect((await linesOf(`admin:${admin.id}`)).map(({ action }) => action)).toEqual([
      'login.accepted',
      'second_factor.added',
    ])
  })

  it('[SEC] of two sessions that must set one up, the first to do so blocks the other', async () => {
    const { email } = await addAdmin(db())
    const [owner, thief] = [await issued(adminLogin(email)), await issued(adminLogin(email))]
    const begun = dataOf<{ secret: string }>(await admins().call('POST', '/auth/totp', undefined, thief.token))
    await enrolPasskey(admins(), owner.token)
    const late = { code: totpCode(begun.secret) }
    expect((await admins().call('POST', '/auth/totp/confirm', late, thief.token)).status).toBe(409)
    await expect(enrolPasskey(admins(), thief.token)).rejects.toThrow('409')
    expect((await admins().call('GET', '/admin/company', undefined, thief.token)).code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await asked(adminLogin(email))).methods).toEqual(['passkey', 'recovery'])
  })

  it('[SET-11 totp] [SEC] a password alone opens no session; a code does, once per code and per challenge', async () => {
    const { email, secret, id, account } = await protectedAdmin()
    const { challenge, methods, ...more } = await asked(adminLogin(email))
    expect(methods).toEqual(['totp', 'recovery'])
    expect(Object.keys(more)).toEqual(['expires_at'])
    const code = totpCode(secret)
    const wrong = await answer(admins(), { challenge, code: code === '000000' ? '111111' : '000000' })
    expect(wrong).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    const right = await answer(admins(), { challenge, code })
    expect(right.data).toMatchObject({ tokenable_type: 'admin', tokenable_id: id, company_id: null })
    expect((await admins().call('GET', '/admin/company', undefined, right.data.token as string)).status).toBe(200)
    // Neither the challenge works again, nor the code under another challenge.
    expect(await answer(admins(), { challenge, code })).toMatchObject({ status: 410, code: 'GONE' })
    const second = await asked(adminLogin(email))
    expect(await answer(admins(), { challenge: second.challenge, code })).toMatchObject({ status: 401 })
    expect((await answer(admins(), { challenge: second.challenge, code: totpCode(secret, 1) })).status).toBe(200)
    // A code of an older step than the accepted one is invalid too.
    const third = await asked(adminLogin(email))
    expect((await answer(admins(), { challenge: third.challenge, code: totpCode(secret, -1) })).status).toBe(401)
    expect((await linesOf(account)).map(({ action, details }) => [action, (details as { by?: string }).by])).toEqual(
      expect.arrayContaining([
        ['second_factor.asked', undefined],
        ['login.refused', 'code'],
        ['login.accepted', 'totp'],
      ]),
    )
  })

  it('[SEC] of two sends of one code at the same moment, one opens a session', async () => {
    const { email, secret } = await protectedAdmin()
    const challenges = await Promise.all([asked(adminLogin(email)), asked(adminLogin(email))])
    const code = totpCode(secret)
    const both = await Promise.all(challenges.map(({ challenge }) => answer(admins(), { challenge, code })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const [{ challenge }] = [await asked(adminLogin(email))]
    const next = totpCode(secret, 1)
    const same = await Promise.all([1, 2].map(() => answer(admins(), { challenge, code: next })))
    expect(same.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  it('[SEC] refuses a code of another account, and a challenge of another account, company or host', async () => {
    const [one, two, person] = [await protectedAdmin(), await protectedAdmin(), await protectedStaff()]
    const { challenge } = await asked(adminLogin(one.email))
    expect((await answer(admins(), { challenge, code: totpCode(two.secret) })).status).toBe(401)
    expect((await answer(admins(), { challenge, recovery_code: two.codes[0] })).status).toBe(401)
    for (const label of ['une', 'deux'])
      expect((await answer(staff(label), { challenge, code: totpCode(one.secret) })).status).toBe(410)
    const mine = await asked(staffLogin(person.mail))
    for (const elsewhere of [admins(), staff('deux')])
      expect((await answer(elsewhere, { challenge: mine.challenge, code: totpCode(person.secret) })).status).toBe(410)
    expect((await answer(staff(), { challenge: mine.challenge, code: totpCode(person.secret) })).data).toMatchObject({
      tokenable_id: person.id,
      company_id: company,
    })
  })

  it('[SEC] five wrong answers end a challenge, ten tries lock the account for a while, from any address', async () => {
    const { email, secret } = await protectedAdmin()
    const wrong = totpCode(secret) === '000000' ? '111111' : '000000'
    const first = await asked(adminLogin(email))
    const statuses = []
    for (let n = 0; n < 6; n += 1)
      statuses.push((await answer(admins(), { challenge: first.challenge, code: wrong })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 410])
    const second = await asked(adminLogin(email))
    // The sixth was not counted, because its challenge had ended. One code was used at the set-up.
    for (let n = 0; n < 4; n += 1)
      expect((await answer(admins(), { challenge: second.challenge, code: wrong })).status).toBe(401)
    const third = await asked(adminLogin(email))
    expect(await answer(admins(), { challenge: third.challenge, code: totpCode(secret) })).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
    })
    // A recovery code does not bypass it either.
    expect((await answer(admins(), { challenge: third.challenge, recovery_code: 'AAAAA-BBBBB' })).status).toBe(429)
  })

  it('[SEC] a challenge ends after five minutes', async () => {
    const { email, secret } = await protectedAdmin()
    const { challenge, expires_at } = await asked(adminLogin(email))
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(5 * 60_000)
    await db().transaction({ platform: true }, (tx) =>
      sql`update factor_challenge set expires_at = now() - interval '1 second'`.execute(tx),
    )
    expect((await answer(admins(), { challenge, code: totpCode(secret) })).status).toBe(410)
  })

  it('[SET-11 recovery] [SEC] each recovery code opens one session, is stored as a digest, and new ones replace the others', async () => {
    const { email, codes, token, account } = await protectedAdmin()
    const stored = await db().transaction({ platform: true }, (tx) =>
      sql`select * from recovery_code where account = ${account}`.execute(tx),
    )
    for (const code of codes) expect(JSON.stringify(stored.rows)).not.toContain(code.slice(0, 5))
    const [first = '', second = ''] = codes
    const once = await asked(adminLogin(email))
    // Typed as people type it.
    expect(
      (await answer(admins(), { challenge: once.challenge, recovery_code: first.toLowerCase().replace('-', ' ') }))
        .status,
    ).toBe(200)
    const again = await asked(adminLogin(email))
    expect((await answer(admins(), { challenge: again.challenge, recovery_code: first })).status).toBe(401)
    const renewed = dataOf<{ recovery_codes: string[] }>(await admins().call('POST', '/auth/recovery-codes', {}, token))
    expect(renewed.recovery_codes).toHaveLength(10)
    expect((await answer(admins(), { challenge: again.challenge, recovery_code: second })).status).toBe(401)
    expect(
      (await answer(admins(), { challenge: again.challenge, recovery_code: renewed.recovery_codes[0] })).status,
    ).toBe(200)
    expect((await admins().call('GET', '/auth/factors', undefined, token)).data.recovery_codes).toBe(9)
  })

  it('[SEC] stores the authenticator app’s secret encrypted, and shows it once', async () => {
    const { secret, token, account } = await protectedAdmin()
    const { rows } = await db().transaction({ platform: true }, (tx) =>
      sql<{ secret: string }>`select * from totp where account = ${account}`.execute(tx),
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(testSecrets.unseal(rows[0]?.secret ?? '')).toBe(secret)
    expect(JSON.stringify((await admins().call('GET', '/auth/factors', undefined, token)).body)).not.toContain(secret)
  })

  it('another app replaces the first with its own first code', async () => {
    const { email, secret, token, account } = await protectedAdmin()
    const begun = dataOf<{ secret: string; uri: string }>(await admins().call('POST', '/auth/totp', undefined, token))
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Lolapp:/)
    const other = { challenge: (await asked(adminLogin(email))).challenge, code: totpCode(begun.secret) }
    expect((await answer(admins(), other)).status).toBe(401)
    expect((await answer(admins(), { ...other, code: totpCode(secret) })).status).toBe(200)
    const confirm = (code: string) => admins().call('POST', '/auth/totp/confirm', { code }, token)
    expect(await confirm(totpCode(secret))).toMatchObject({
      status: 422,
      body: { errors: { code: [expect.any(String)] } },
    })
    expect((await confirm(totpCode(begun.secret))).data.recovery_codes).toEqual([])
    await timePasses(account)
    const { challenge } = await asked(adminLogin(email))
    expect((await answer(admins(), { challenge, code: totpCode(begun.secret) })).status).toBe(200)
  })

  it('[SET-11 passkey] [SEC] a passkey opens a session on its own host, for its own account, once for each challenge', async () => {
    const admin = await addAdmin(db())
    const key = await enrolPasskey(admins(), (await signInAdmin(app, admin)).token)
    const other = await protectedAdmin()
    const stranger = await enrolPasskey(admins(), other.token)
    const ask = async (email: string) => {
      const { challenge, methods } = await asked(adminLogin(email))
      const options = dataOf<{ challenge: string; rpId: string; allowCredentials: { id: string }[] }>(
        await admins().call('POST', '/auth/second-factor/passkey', { challenge }),
      )
      return { challenge, methods, options }
    }
    const first = await ask(admin.email)
    expect(first.methods).toEqual(['passkey', 'recovery'])
    expect(first.options).toMatchObject({
      rpId: 'admin.localhost',
      allowCredentials: [{ id: key.id.toString('base64url') }],
    })
    const send = (challenge: string, passkey: object) => answer(admins(), { challenge, passkey })
    const { origin } = admins()
    // Answers of another account, to another challenge, from another origin, for another site.
    expect((await send(first.challenge, stranger.get(first.options, origin))).status).toBe(401)
    const wrongs: ((options: typeof first.options) => object)[] = [
      () => key.get({ ...first.options, challenge: 'AAAA' }, origin),
      (options) => key.get(options, 'http://une.localhost:3000'),
      (options) => key.get(options, 'https://evil.example.com'),
      (options) => key.get({ ...options, rpId: 'une.localhost' }, origin),
    ]
    for (const wrong of wrongs) {
      const { challenge, options } = await ask(admin.email)
      expect((await send(challenge, wrong(options))).status).toBe(401)
      // A wrong signature needs a new challenge.
      expect((await send(challenge, key.get(options, origin))).status).toBe(401)
    }
    const { challenge, options } = await ask(admin.email)
    const signed = key.get(options, origin)
    expect((await send(challenge, signed)).data).toMatchObject({ tokenable_id: admin.id })
    expect((await send(challenge, signed)).status).toBe(410)
  })

  it('[SEC] the site of a passkey is the configured one, whatever host the request names', async () => {
    const admin = await addAdmin(db())
    const { token } = await signInAdmin(app, admin)
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/passkeys/options',
      headers: {
        host: 'evil.example.com',
        'x-forwarded-host': 'evil.example.com',
        origin: 'https://evil.example.com',
        authorization: `Bearer ${token}`,
      },
    })
    expect(response.json()).toMatchObject({ data: { rp: { id: 'admin.localhost' } } })
    const { challenge } = (response.json() as { data: { challenge: string } }).data
    const credential = new Authenticator().create(
      { challenge, rp: { id: 'evil.example.com' } },
      'https://evil.example.com',
    )
    const kept = await admins().call('POST', '/auth/passkeys', { name: 'Clé', credential }, token)
    expect(kept).toMatchObject({ status: 422, body: { errors: { credential: [expect.any(String)] } } })
    // A right answer after a wrong one: the same challenge is still valid.
    const right = new Authenticator().create({ challenge, rp: { id: 'admin.localhost' } }, admins().origin)
    expect((await admins().call('POST', '/auth/passkeys', { name: 'Clé', credential: right }, token)).status).toBe(201)
    // It works once.
    const more = new Authenticator().create({ challenge, rp: { id: 'admin.localhost' } }, admins().origin)
    expect((await admins().call('POST', '/auth/passkeys', { name: 'Clé', credential: more }, token)).status).toBe(422)
  })

  it('[SEC] a passkey made in one company opens nothing in another company', async () => {
    const mail = `meme-${randomUUID()}@example.com`
    const [here, there] = [
      await addPersonnel(db(), { companyId: company, mail }),
      await addPersonnel(db(), { companyId: 'company-deux', mail }),
    ]
    const key = await enrolPasskey(staff(), (await issued(staffLogin(mail))).token)
    await enrolPasskey(staff('deux'), (await issued(staffLogin(mail, 'deux'))).token)
    const { challenge } = await asked(staffLogin(mail, 'deux'))
    const options = dataOf<{ challenge: string; rpId: string }>(
      await staff('deux').call('POST', '/auth/second-factor/passkey', { challenge }),
    )
    expect(options.rpId).toBe('deux.localhost')
    expect((await answer(staff('deux'), { challenge, passkey: key.get(options, staff('deux').origin) })).status).toBe(
      401,
    )
    expect(here.id).not.toBe(there.id)
  })

  it('[SET-11 totp] (whoever wants it) staff choose it for themselves, and remove it again', async () => {
    const person = await protectedStaff()
    expect((await asked(staffLogin(person.mail))).methods).toEqual(['totp', 'recovery'])
    const key = await enrolPasskey(staff(), person.token)
    const { passkeys, required } = (await staff().call('GET', '/auth/factors', undefined, person.token)).data as {
      passkeys: { id: string; name: string }[]
      required: boolean
    }
    expect([passkeys.map(({ name }) => name), required]).toEqual([['Téléphone'], false])
    expect((await asked(staffLogin(person.mail))).methods).toEqual(['totp', 'passkey', 'recovery'])
    expect((await staff().call('DELETE', '/auth/totp', undefined, person.token)).status).toBe(204)
    expect((await staff().call('DELETE', '/auth/totp', undefined, person.token)).status).toBe(404)
    for (const id of ['x', randomUUID()])
      expect((await staff().call('DELETE', `/auth/passkeys/${id}`, undefined, person.token)).status).toBe(404)
    expect((await staff().call('DELETE', `/auth/passkeys/${passkeys[0]?.id}`, undefined, person.token)).status).toBe(
      204,
    )
    // No factor and no recovery code is left: the password alone opens a session again.
    expect(await issued(staffLogin(person.mail))).toMatchObject({ tokenable_id: person.id })
    expect(key.id).toHaveLength(16)
    expect((await staff().call('POST', '/auth/recovery-codes', {}, person.token)).status).toBe(409)
  })

  it('[SEC] nobody removes another account’s passkey, nor their own last required factor', async () => {
    const [mine, theirs] = [await protectedAdmin(), await protectedAdmin()]
    await enrolPasskey(admins(), theirs.token)
    const listed = (await admins().call('GET', '/auth/factors', undefined, theirs.token)).data as {
      passkeys: { id: string }[]
    }
    const id = listed.passkeys[0]?.id
    expect((await admins().call('DELETE', `/auth/passkeys/${id}`, undefined, mine.token)).status).toBe(404)
    expect((await admins().call('DELETE', '/auth/totp', undefined, mine.token)).status).toBe(409)
    // When two are removed at once, the second one is the last and is refused.
    const both = await Promise.all([
      admins().call('DELETE', '/auth/totp', undefined, theirs.token),
      admins().call('DELETE', `/auth/passkeys/${id}`, undefined, theirs.token),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  })

  it('[SET-11 forced] [SEC] a company may require it from its whole staff: without one, a session can only set one up', async () => {
    const person = await addPersonnel(db(), { companyId: strict })
    const session = await issued(staffLogin(person.mail, 'stricte'))
    expect(session.setting_up).toBe(true)
    const get = async (path: string) => (await staff('stricte').call('GET', path, undefined, session.token)).code
    expect([await get('/clients'), await get('/datacache'), await get('/personnels')]).toEqual(
      Array.from({ length: 3 }, () => 'SECOND_FACTOR_REQUIRED'),
    )
    await enrolPasskey(staff('stricte'), session.token)
    expect((await staff('stricte').call('GET', '/clients', undefined, session.token)).status).toBe(200)
    expect((await asked(staffLogin(person.mail, 'stricte'))).methods).toEqual(['passkey', 'recovery'])
  })

  it('[SEC] the older system’s token replaces the password, never the second factor', async () => {
    const key = 'clé de l’ancien système, longue assez'
    await db().inTenant(company, (tx) =>
      tx
        .updateTable('company')
        .set({ CLE_LOLA: testSecrets.seal(key) })
        .where('id', '=', company)
        .execute(),
    )
    const person = await protectedStaff()
    const free = await addPersonnel(db(), { companyId: company })
    const enter = (id: string) => staff().call('POST', '/auth/token/lola', { token: lolaToken(key, { sub: id }) })
    const { challenge } = await asked(enter(person.id))
    expect((await answer(staff(), { challenge, code: totpCode(person.secret) })).data).toMatchObject({
      tokenable_id: person.id,
    })
    // Routes that require a proof are closed to such a session, because no password was given.
    const { token } = await issued(enter(free.id))
    expect(await staff().call('POST', '/auth/totp', undefined, token)).toMatchObject({
      status: 403,
      code: 'REAUTH_REQUIRED',
    })
  })

  it('[SEC] the operator restores an administrator’s access without the lost factor', async () => {
    const { email, account, token } = await protectedAdmin()
    const invited = await inviteAdmin(db(), testSecrets, { mail: email, origin: 'http://admin.localhost:3000' })
    expect(invited.factorReset).toBe(true)
    await app.sessions.forget(account)
    expect((await admins().call('GET', '/admin/company', undefined, token)).status).toBe(401)
    // Whoever knows the former password does not come before the link's reader.
    expect((await adminLogin(email)).status).toBe(401)
    const [, link] = /reset\/(.+)$/.exec(invited.link) ?? []
    const password = 'une phrase de passe neuve'
    const choice = { token: link, email, password, password_confirmation: password }
    expect((await admins().call('POST', '/password/reset', choice)).status).toBe(204)
    expect((await issued(admins().call('POST', '/login', { email, password }))).setting_up).toBe(true)
    expect((await linesOf(account)).map(({ action }) => action)).toContain('second_factor.reset')
    const again = await inviteAdmin(db(), testSecrets, { mail: email, origin: 'http://admin.localhost:3000' })
    expect(again.factorReset).toBe(false)
  })

  it('[SEC] an administrator resets it for a member of the staff, not for a member of another company', async () => {
    const person = await protectedStaff()
    const admin = await protectedAdmin()
    const reset = (companyId: string, given = admin.token) =>
      admins().call('DELETE', `/admin/personnels/${person.id}/second_factor?company_id=${companyId}`, undefined, given)
    expect((await reset('company-deux')).status).toBe(404)
    expect((await reset(company, person.token)).status).toBe(403)
    expect((await asked(staffLogin(person.mail))).methods).toContain('totp')
    expect((await reset(company)).status).toBe(204)
    expect(await issued(staffLogin(person.mail))).toMatchObject({ tokenable_id: person.id })
    expect((await linesOf(person.account, company)).at(-2)?.action).toBe('second_factor.reset')
  })

  it('reports by field a body with no answer, or with several', async () => {
    const { email, secret } = await protectedAdmin()
    const { challenge } = await asked(adminLogin(email))
    for (const body of [
      { challenge },
      { challenge, code: totpCode(secret), recovery_code: 'x' },
      { challenge, code: '12345' },
      { challenge, code: 123456 },
      { code: totpCode(secret) },
      { challenge, passkey: { id: 'x' } },
      { challenge, passkey: { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'é' } } },
    ])
      expect([body, (await answer(admins(), body)).code]).toEqual([body, 'VALIDATION_ERROR'])
    expect((await answer(admins(), { challenge, code: totpCode(secret) })).status).toBe(200)
    expect(await answer(admins(), { challenge: 'inconnu', code: '123456' })).toMatchObject({ status: 410 })
  })
})
