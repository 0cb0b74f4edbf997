import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { addPersonnel, call, testApp, testSecrets } from '../../../tests/support/test-app.ts'

const KEY = 'cle-partagee-avec-l-ancien-systeme-1'
const OTHER_KEY = 'cle-partagee-avec-l-ancien-systeme-2'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
function sign(claims: object, { key = KEY, alg = 'HS256', hash = 'sha256' } = {}): string {
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}

describeEngines('login by the legacy system', (db) => {
  let app: FastifyInstance
  let company: string
  let person: { id: string; mail: string }

  beforeAll(async () => {
    app = await testApp(db())
    company = await addCompany(db(), 'une')
    const other = await addCompany(db(), 'deux')
    await addCompany(db(), 'sans')
    for (const [id, key] of [
      [company, KEY],
      [other, OTHER_KEY],
    ] as const) {
      await db().inTenant(id, (tx) =>
        tx
          .updateTable('company')
          .set({ CLE_LOLA: testSecrets.seal(key) })
          .where('id', '=', id)
          .execute(),
      )
    }
    person = await addPersonnel(db(), { companyId: company })
    await addPersonnel(db(), { companyId: other, mail: person.mail })
  })
  afterAll(() => app.close())

  const exchange = (token: string, host = 'une.localhost') =>
    call<{ code?: string; data: { token: string; tokenable_id: string } }>(app, {
      method: 'POST',
      url: '/api/auth/token/lola',
      payload: { token },
      headers: { host },
    })
  const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
  const claims = (more: object = {}) => ({ jti: randomUUID(), exp: inSeconds(120), mail: person.mail, ...more })

  it('[API-01] exchanges a token by mail or by id for a session that works', async () => {
    for (const named of [claims(), claims({ mail: undefined, sub: person.id }), claims({ sub: person.id })]) {
      const { status, body } = await exchange(sign(named))
      expect([status, body.data?.tokenable_id]).toEqual([200, person.id])
      const headers = { authorization: `Bearer ${body.data.token}` }
      expect((await call(app, { url: '/api/clients', headers })).status).toBe(200)
    }
  })

  it('[SEC] takes a token once, even when it is sent twice at the same time', async () => {
    const token = sign(claims())
    expect((await exchange(token)).status).toBe(200)
    expect(await exchange(token)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    const twin = sign(claims())
    const both = await Promise.all([exchange(twin), exchange(twin)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('[SEC] refuses another key, another algorithm, a wrong time, a wrong person, with the same answer', async () => {
    const disabled = await addPersonnel(db(), { companyId: company })
    await db().inTenant(company, (tx) =>
      tx.updateTable('credential').set({ disabled: true }).where('personnel_id', '=', disabled.id).execute(),
    )
    const good = claims()
    const [head, , signature] = sign(good).split('.') as [string, string, string]
    const wrong: Record<string, string> = {
      'key of another company': sign(claims(), { key: OTHER_KEY }),
      'no signature': `${part({ alg: 'none' })}.${part(claims())}.`,
      'alg none, signed': sign(claims(), { alg: 'none' }),
      'another alg': sign(claims(), { alg: 'HS512', hash: 'sha512' }),
      'alg in other letters': sign(claims(), { alg: 'hs256' }),
      'another body': `${head}.${part({ ...good, sub: disabled.id })}.${signature}`,
      'one part more': `${sign(claims())}.x`,
      expired: sign(claims({ exp: inSeconds(-1) })),
      'too far away': sign(claims({ exp: inSeconds(330) })),
      'no end': sign(claims({ exp: undefined })),
      'end as text': sign(claims({ exp: String(inSeconds(60)) })),
      'no jti': sign(claims({ jti: undefined })),
      nobody: sign(claims({ mail: undefined })),
      unknown: sign(claims({ mail: 'inconnu@example.com' })),
      'mail and id of two people': sign(claims({ sub: disabled.id })),
      'disabled account': sign(claims({ mail: disabled.mail })),
      text: 'pas.un.jeton',
    }
    for (const [name, token] of Object.entries(wrong)) {
      const { status, body } = await exchange(token)
      expect([name, status, body]).toEqual([
        name,
        401,
        { code: 'UNAUTHENTICATED', message: "Ce jeton de connexion n'est pas valable." },
      ])
    }
    expect((await exchange(sign(claims()), 'deux.localhost')).status).toBe(401)
  })

  it('[SEC] answers as a missing route where the company has no key', async () => {
    expect(await exchange(sign(claims()), 'sans.localhost')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await exchange(sign(claims()), 'admin.localhost')).status).toBe(404)
  })
})
