import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { FactorAsked } from '../../schemas/second-factor.ts'
import type { IssuedToken } from '../../schemas/space/login.ts'
import { addCompany, describeEngines } from '../support/engines.ts'
import { dataOf, enrolTotp, totpCode, visitorOf } from '../support/second-factor.ts'
import { addAdmin, addPersonnel, PASSWORD, signInAdmin, testApp } from '../support/test-app.ts'

const NEW = 'une autre phrase de passe'
const CHANGE = { current: PASSWORD, password: NEW, password_confirmation: NEW }

describeEngines('logins under way when their account changes', (db) => {
  let app: FastifyInstance
  let company: string
  beforeAll(async () => {
    app = await testApp(db())
    company = await addCompany(db(), 'une')
  })
  afterAll(() => app.close())

  const staff = () => visitorOf(app, 'une')
  const admins = () => visitorOf(app, 'admin')
  const login = (mail: string, password = PASSWORD) => staff().call('POST', '/lolapp/login', { MAIL: mail, password })
  const change = (token: string) => staff().call('POST', '/account/password', CHANGE, token)
  /** A member of the staff with an authenticator app, whose next code was not used yet. */
  const protectedStaff = async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const { token } = dataOf<IssuedToken>(await login(person.mail))
    const { secret } = await enrolTotp(staff(), token)
    await db().inTenant(company, (tx) =>
      sql`update totp set last_step = last_step - 10 where account = ${`personnel:${person.id}`}`.execute(tx),
    )
    return { ...person, token, secret }
  }
  const begun = async (...given: Parameters<typeof login>): Promise<string> =>
    dataOf<FactorAsked>(await login(...given)).challenge
  const answer = (challenge: string, secret: string) =>
    staff().call('POST', '/auth/second-factor', { challenge, code: totpCode(secret) })
  /** Runs `meanwhile` when the password of a login has been found right, before its session opens. */
  const between = async <T>(meanwhile: () => Promise<unknown>, during: () => Promise<T>): Promise<T> => {
    const { transaction } = app.db
    let isDone = false
    const spied = vi.spyOn(app.db, 'transaction').mockImplementation(async (scope, fn) => {
      if ('companyId' in scope && !isDone) {
        isDone = true
        await meanwhile()
      }
      return transaction(scope, fn)
    })
    try {
      return await during()
    } finally {
      expect(isDone).toBe(true)
      spied.mockRestore()
    }
  }

  it('[SEC] one that waits for its second factor ends with the account’s sessions: a new password, a closed account', async () => {
    const { id, mail, token, secret } = await protectedStaff()
    const challenge = await begun(mail)
    expect((await change(token)).status).toBe(204)
    expect(await answer(challenge, secret)).toMatchObject({ status: 410, code: 'GONE' })
    const later = await begun(mail, NEW)
    const { token: admin } = await signInAdmin(app, await addAdmin(db()))
    for (const disabled of [true, false]) {
      const path = `/admin/personnels/${id}?company_id=${company}`
      expect((await admins().call('PUT', path, { disabled }, admin)).status).toBe(200)
    }
    expect((await answer(later, secret)).status).toBe(410)
    expect((await answer(await begun(mail, NEW), secret)).status).toBe(200)
  })

  it('[SEC] one opens no session when its password is replaced after it was found right', async () => {
    const { mail } = await addPersonnel(db(), { companyId: company })
    const { token } = dataOf<IssuedToken>(await login(mail))
    const late = await between(
      async () => expect((await change(token)).status).toBe(204),
      () => login(mail),
    )
    expect(late.status).toBe(401)
    expect((await login(mail, NEW)).status).toBe(200)
  })

  it('[SEC] nor when the sessions are ended after its second factor was accepted', async () => {
    const { mail, token, secret } = await protectedStaff()
    const challenge = await begun(mail)
    const { open } = app.sessions
    const spied = vi.spyOn(app.sessions, 'open').mockImplementationOnce(async (...given) => {
      expect((await staff().call('DELETE', '/account/sessions', undefined, token)).status).toBe(200)
      return open(...given)
    })
    const late = await answer(challenge, secret)
    spied.mockRestore()
    expect(late.status).toBe(410)
  })
})
