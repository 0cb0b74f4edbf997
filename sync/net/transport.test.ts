import { afterEach, expect, it } from 'vitest'
import { createTransport, type TransportOptions } from './transport.ts'

const { any } = AbortSignal
afterEach(() => void Object.assign(AbortSignal, { any }))

const over = (http: TransportOptions['fetch']) =>
  createTransport({
    base: 'http://server/api',
    token: 't',
    identity: { companyId: 'demo', account: 'personnel:1', impersonator: '' },
    device: 'd',
    fetch: http as typeof fetch,
  })

it('[WORK-8] calls, and gives up, where the browser has no AbortSignal.any', async () => {
  Object.assign(AbortSignal, { any: undefined })
  const answering = over(() => Promise.resolve(Response.json({ data: 1 })))
  const stop = new AbortController()
  const call = { method: 'GET', path: '/clients', signal: stop.signal } as const
  await expect(answering.call(call)).resolves.toMatchObject({ status: 200, body: { data: 1 } })

  const silent = over(
    (_url, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      ),
  )
  const lost = silent.call({ ...call, timeout: 1 })
  await expect(lost).rejects.toMatchObject({ name: 'TimeoutError' })
  const given = silent.call(call)
  stop.abort()
  await expect(given).rejects.toMatchObject({ name: 'AbortError' })
})

it('[PUSH-2] a call ends when its time is up, even if the answer has begun and then stopped', async () => {
  const stalled = over(() => Promise.resolve(new Response(new ReadableStream({ start: () => undefined }))))
  const call = { method: 'GET', path: '/clients', signal: new AbortController().signal, timeout: 1 } as const
  await expect(stalled.call(call)).rejects.toMatchObject({ name: 'TimeoutError' })
})
