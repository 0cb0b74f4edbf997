import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { addCompany, describeEngines } from '../support/engines.ts'
import { addAdmin, addPersonnel, call, PASSWORD, signIn, signInAdmin, testApp } from '../support/test-app.ts'

const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

interface Session {
  id: string
  agent: string | null
  address: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
  current: boolean
  by_admin: boolean
}
type Headers = Record<string, string>

describeEngines('my sessions', (db) => {
  let app: FastifyInstance
  /** Another server process on the same database. */
  let second: FastifyInstance
  let company: string
  beforeAll(async () => {
    app = await testApp(db(), { trustProxy: ['127.0.0.1'] })
    second = await testApp(db())
    await second.listen({ port: 0, host: '127.0.0.1' })
    company = await addCompany(db(), 'une')
  })
  afterAll(async () => {
    await app.close()
    await second.close()
  })

  const listOf = async (headers: Headers): Promise<Session[]> =>
    (await call<{ data: Session[] }>(app, { url: '/api/account/sessions', headers })).body.data
  const end = (headers: Headers, id?: string) =>
    call<{ data: { ended: number } }>(app, {
      method: 'DELETE',
      url: `/api/account/sessions${id === undefined ? '' : `/${id}`}`,
      headers,
    })
  const statusOf = async (headers: Headers, on = app): Promise<number> =>
    (await call(on, { url: '/api/account/sessions', headers })).status
  const auditOf = (scope: { companyId: string } | { platform: true }, target: string) =>
    db().transaction(scope, (tx) =>
      tx.selectFrom('audit').select(['action', 'details']).where('target', '=', target).orderBy('id').execute(),
    )

  /** A stream of the other process, until the server ends it. */
  const streamOf = async (headers: Headers): Promise<{ ended: Promise<unknown>; stop: () => void }> => {
    const { port } = second.server.address() as AddressInfo
    const control = new AbortController()
    const signal = control.signal
    const answer = await fetch(`http://127.0.0.1:${port}/api/sync/stream`, { headers, signal })
    expect(answer.status).toBe(200)
    return { ended: answer.text(), stop: () => control.abort() }
  }

  it('[SET-11 sessions] [AUT-01] show the device, network and time of each, and mark the one that asks', async () => {
    const { mail } = await addPersonnel(db(), { companyId: company })
    const login = async (agent: string, address: string): Promise<Headers> => {
      const { body } = await call<{ data: { token: string } }>(app, {
        method: 'POST',
        url: '/api/lolapp/login',
        payload: { MAIL: mail, password: PASSWORD },
        headers: {
          host: 'une.localhost',
          'user-agent': agent,
          'x-forwarded-for': address,
          [HEADER.device]: agent.slice(-9),
        },
      })
      return { authorization: `Bearer ${body.data.token}` }
    }
    const phone = await login(PIXEL, '203.0.113.77')
    const desk = await login(FIREFOX, '2001:db8:12:34::9')
    const sessions = await listOf(phone)
    expect(sessions.map(({ agent, address, current, by_admin }) => [agent, address, current, by_admin])).toEqual([
      ['Android · Chrome', '203.0.113.x', true, false],
      ['Linux · Firefox', '2001:db8:12::x', false, false],
    ])
    expect((await listOf(desk))[0]).toMatchObject({ agent: 'Linux · Firefox', current: true })
    expect(JSON.stringify(sessions)).not.toMatch(/203\.0\.113\.77|:12:34:|token|hash/)
  })

  it('[AUT-01] [SEC] end one by one: its calls are refused and its stream ends, in every process', async () => {
    const { id } = await addPersonnel(db(), { companyId: company })
    const [mine, other] = [await signIn(app, { companyId: company, id }), await signIn(app, { companyId: company, id })]
    expect(await statusOf(other.headers, second)).toBe(200)
    const [kept, lost] = [await streamOf(mine.headers), await streamOf(other.headers)]
    const target = (await listOf(mine.headers)).find(({ current }) => !current)
    expect((await end(mine.headers, target?.id)).status).toBe(204)
    await lost.ended
    expect(await statusOf(other.headers)).toBe(401)
    await expect.poll(() => statusOf(other.headers, second)).toBe(401)
    expect(await statusOf(mine.headers, second)).toBe(200)
    expect((await listOf(mine.headers)).map(({ current }) => current)).toEqual([true])
    // It has ended already, so it no longer exists.
    expect((await end(mine.headers, target?.id)).status).toBe(404)
    expect((await auditOf({ companyId: company }, `personnel:${id}`)).map(({ action }) => action)).toEqual([
      'session.revoked',
    ])
    kept.stop()
    await kept.ended.catch(() => undefined)
  })

  it('[SEC] another account’s session gets the answer of a missing one: of the same company, another company or an administrator', async () => {
    const [me, colleague] = [
      await addPersonnel(db(), { companyId: company }),
      await addPersonnel(db(), { companyId: company }),
    ]
    const elsewhere = await addCompany(db())
    const stranger = await addPersonnel(db(), { companyId: elsewhere })
    const admin = await signInAdmin(app, await addAdmin(db()))
    const mine = await signIn(app, { companyId: company, id: me.id })
    const theirs = [
      await signIn(app, { companyId: company, id: colleague.id }),
      await signIn(app, { companyId: elsewhere, id: stranger.id }),
      admin,
    ]
    const missing = await end(mine.headers, 'introuvable-0')
    expect(missing.status).toBe(404)
    for (const { headers } of theirs) {
      const [session] = await listOf(headers)
      const refused = await end(mine.headers, session?.id)
      expect([refused.status, refused.body]).toEqual([404, missing.body])
      expect((await end(admin.headers, (await listOf(mine.headers))[0]?.id)).status).toBe(404)
      expect(await statusOf(headers)).toBe(200)
    }
    expect(await listOf(mine.headers)).toHaveLength(1)
  })

  it('[SET-11 revocable] [AUT-01] all end at once but the one that asks, with the sessions opened from them, for staff and administrators', async () => {
    const { id } = await addPersonnel(db(), { companyId: company })
    const sessions = await Promise.all([1, 2, 3].map(() => signIn(app, { companyId: company, id })))
    const [mine, ...others] = sessions.map(({ headers }) => headers) as [Headers, ...Headers[]]
    const stream = await streamOf(others[1] as Headers)
    expect((await end(mine)).body).toEqual({ data: { ended: 2 } })
    await stream.ended
    for (const headers of others) expect(await statusOf(headers)).toBe(401)
    expect(await statusOf(mine)).toBe(200)
    expect((await end(mine)).body).toEqual({ data: { ended: 0 } })
    expect(await auditOf({ companyId: company }, `personnel:${id}`)).toEqual([
      { action: 'session.revoked', details: { others: 2 } },
    ])

    const admin = await addAdmin(db())
    const [first, away] = [await signInAdmin(app, admin), await signInAdmin(app, admin)]
    const place = await call<{ data: { token: string } }>(app, {
      method: 'POST',
      url: `/api/admin/impersonate/${id}?company_id=${company}`,
      headers: away.headers,
    })
    const acting = { authorization: `Bearer ${place.body.data.token}` }
    expect(await statusOf(acting)).toBe(200)
    // The person sees the impersonation among their sessions; the impersonating administrator cannot end any.
    expect((await listOf(mine)).map(({ by_admin }) => by_admin)).toEqual([false, true])
    expect((await end(acting)).status).toBe(409)
    expect((await end(first.headers)).body).toEqual({ data: { ended: 1 } })
    expect(await statusOf(away.headers)).toBe(401)
    expect(await statusOf(acting)).toBe(401)
    expect(await statusOf(first.headers)).toBe(200)
  })

  it('[SEC] are closed without a session, and to customers', async () => {
    expect(await statusOf({})).toBe(401)
    const client = await app.sessions.open({ kind: 'client', accountId: 'c', companyId: company, deviceId: null })
    expect([401, 403]).toContain(await statusOf({ authorization: `Bearer ${client.token}` }))
  })
})
