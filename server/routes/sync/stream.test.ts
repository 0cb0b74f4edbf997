import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { addPersonnel, signIn, testApp } from '../../../tests/support/test-app.ts'
import type { Database } from '../../plugins/database/database.ts'
import { hashToken } from '../../plugins/session/tokens.ts'

interface Stream {
  text: () => string
  hints: () => unknown[]
  ended: Promise<void>
  stop: () => void
}

describeEngines('GET /sync/stream', (db) => {
  let app: FastifyInstance
  beforeEach(async () => {
    app = await testApp(db())
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => app.close())

  const person = async (companyId: string) => {
    const { id } = await addPersonnel(db(), { companyId })
    return { id, ...(await signIn(app, { companyId, id })) }
  }

  async function follow(headers: Record<string, string>, on = app): Promise<Stream> {
    const { port } = on.server.address() as AddressInfo
    const control = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}/api/sync/stream`, { headers, signal: control.signal })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    let text = ''
    const read = async (): Promise<void> => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array)
    }
    const hints = (): unknown[] =>
      [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? 'null') as unknown)
    return { text: () => text, hints, ended: read().catch(() => undefined), stop: () => control.abort() }
  }

  it("tells a company's devices what changed, once per resource, and nobody else's", async () => {
    const [a, b] = [await addCompany(db()), await addCompany(db())]
    const [mine, theirs] = [await follow((await person(a)).headers), await follow((await person(b)).headers)]
    app.hints.publish(a, [{ resource: 'client', seq: 4 }])
    app.hints.publish(a, [
      { resource: 'client', seq: 7 },
      { resource: 'rdv', seq: 6 },
    ])
    app.hints.publish(b, [{ resource: 'devis', seq: 1 }])
    await expect.poll(mine.hints).toEqual([
      { resource: 'client', seq: 7 },
      { resource: 'rdv', seq: 6 },
    ])
    await expect.poll(theirs.hints).toEqual([{ resource: 'devis', seq: 1 }])
    mine.stop()
    theirs.stop()
  })

  it('carries hints from one process to another', async () => {
    const company = await addCompany(db())
    const stream = await follow((await person(company)).headers)
    const second = await testApp(db())
    second.hints.publish(company, [{ resource: 'rdv', seq: 2 }])
    await expect.poll(stream.hints).toEqual([{ resource: 'rdv', seq: 2 }])
    stream.stop()
    await second.close()
  })

  it('ends with the session: logout, changed rights, expiry', async () => {
    const company = await addCompany(db())
    const [first, second, third] = [await person(company), await person(company), await person(company)]
    const streams = [await follow(first.headers), await follow(second.headers)]
    await app.inject({ method: 'POST', url: '/api/logout', headers: first.headers })
    await streams[0]?.ended
    await app.sessions.forget(`personnel:${second.id}`)
    await streams[1]?.ended
    /** A stream of a session that ends so soon; on a busy machine it may have ended before, and is given more time. */
    const endsIn = async (ms: number): Promise<Stream> => {
      await db().transaction({ tokenHash: hashToken(third.token) }, (trx) =>
        trx
          .updateTable('session')
          .set({ expires_at: new Date(Date.now() + ms) })
          .where('token_hash', '=', hashToken(third.token))
          .execute(),
      )
      await app.sessions.forget(`personnel:${third.id}`)
      return follow(third.headers).catch((error: unknown) => (ms < 30_000 ? endsIn(2 * ms) : Promise.reject(error)))
    }
    await (await endsIn(1500)).ended
  })

  it('[SEC] ends with a session whose end, or change of rights, was not announced', async () => {
    const company = await addCompany(db())
    const [ended, changed, stays] = [await person(company), await person(company), await person(company)]
    const own = await testApp(db(), { streamCheckMs: 50 })
    await own.listen({ port: 0, host: '127.0.0.1' })
    const streams = await Promise.all([ended, changed, stays].map(({ headers }) => follow(headers, own)))
    await db().inTenant(company, async (trx) => {
      await trx
        .updateTable('session')
        .set({ revoked_at: new Date() })
        .where('token_hash', '=', hashToken(ended.token))
        .execute()
      await sql`update personnel set "AGENCES" = '{autre}', seq = take_seq(1) where "IDPERSONNEL" = ${changed.id}`.execute(
        trx,
      )
    })
    await Promise.all([streams[0]?.ended, streams[1]?.ended])
    own.hints.publish(company, [{ resource: 'rdv', seq: 1 }])
    await expect.poll(() => streams[2]?.hints()).toEqual([{ resource: 'rdv', seq: 1 }])
    await own.close()
  })

  it('[SEC] ends when a message between processes may have been lost: it may have announced the end of its session', async () => {
    const gaps: (() => void)[] = []
    const listen: Database['listen'] = (channel, listener) => {
      gaps.push(() => listener.onGap?.())
      return db().listen(channel, listener)
    }
    const own = await testApp({ ...db(), listen })
    await own.listen({ port: 0, host: '127.0.0.1' })
    const stream = await follow((await person(await addCompany(db()))).headers, own)
    for (const lost of gaps) lost()
    await stream.ended
    await own.close()
  })

  it('does not delay the stop of the server', async () => {
    const company = await addCompany(db())
    const own = await testApp(db())
    await own.listen({ port: 0, host: '127.0.0.1' })
    const stream = await follow((await person(company)).headers, own)
    await own.close()
    await stream.ended
  })

  it('is closed to a caller without a session', async () => {
    expect((await app.inject({ url: '/api/sync/stream' })).statusCode).toBe(401)
  })
})
