import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import { enqueueMessage } from '../messages/enqueue.ts'
import { once } from './once.ts'

const requestOf = (key: string | undefined, body: unknown = { a: 1 }): FastifyRequest =>
  ({
    actor: { kind: 'admin', account: 'admin:1' },
    headers: key === undefined ? {} : { 'idempotency-key': key },
    method: 'POST',
    url: '/api/x',
    body,
  }) as unknown as FastifyRequest

describeEngines('once', (db) => {
  it('runs a write once per key, gives its result again, also to two concurrent sends, and refuses another body', async () => {
    const company = await addCompany(db())
    let runs = 0
    const run = (request: FastifyRequest): Promise<{ n: number }> =>
      db().inTenant(company, (tx) => once(tx, request, async () => ({ n: ++runs })))
    expect(await Promise.all([run(requestOf('k')), run(requestOf('k'))])).toEqual([{ n: 1 }, { n: 1 }])
    expect(await run(requestOf('k'))).toEqual({ n: 1 })
    await expect(run(requestOf('k', { a: 2 }))).rejects.toMatchObject({ code: 'KEY_REUSED' })
    expect(await run(requestOf(undefined))).toEqual({ n: 2 })
    expect(runs).toBe(2)
    const platform = () =>
      db().transaction({ platform: true }, (tx) => once(tx, requestOf('k'), async () => ({ n: ++runs })))
    expect([await platform(), await platform()]).toEqual([{ n: 3 }, { n: 3 }])
  })

  it('makes the key usable again when the write fails', async () => {
    const company = await addCompany(db())
    const failing = db().inTenant(company, (tx) =>
      once(tx, requestOf('f'), async () => {
        throw new Error('no')
      }),
    )
    await expect(failing).rejects.toThrow('no')
    expect(await db().inTenant(company, (tx) => once(tx, requestOf('f'), async () => 'yes'))).toBe('yes')
  })

  it('enqueues one message per key', async () => {
    const company = await addCompany(db())
    const message = { key: 'm', channel: 'sms', recipient: '0639980001', payload: { text: 'Bonjour' } } as const
    const put = () => db().inTenant(company, (tx) => enqueueMessage(tx, message))
    expect(await put()).toBe(await put())
    const rows = await db().inTenant(company, (tx) => tx.selectFrom('message').selectAll().execute())
    expect(rows).toMatchObject([{ key: 'm', status: 'queued', recipient: '0639980001', payload: { text: 'Bonjour' } }])
  })
})
