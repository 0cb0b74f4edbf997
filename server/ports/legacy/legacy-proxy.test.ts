import { afterEach, describe, expect, it } from 'vitest'
import {
  type HttpProvider,
  httpProvider,
  type ProviderAnswer,
  type ProviderRequest,
} from '../../../tests/support/stand-ins/http-provider.ts'
import { sendOutbound } from '../http/outbound.ts'
import { legacyProxy } from './legacy-proxy.ts'

let legacy: HttpProvider | undefined
afterEach(async () => {
  await legacy?.close()
  legacy = undefined
})

const json = (status: number, value: unknown = {}): ProviderAnswer => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json', 'set-cookie': 'a=b' },
})

async function start(answer: (request: ProviderRequest) => ProviderAnswer | null, allowPrivate = true) {
  legacy = await httpProvider(answer)
  return legacyProxy({
    paths: ['stocks', 'tarifs/2026'],
    tokens: new Map([['demo', 'jeton-maison']]),
    allowPrivate,
    send: sendOutbound,
  })
}
const at = (path = '/api') => ({ key: 'demo', url: `${legacy?.origin}${path}` })

describe('the legacy proxy', () => {
  it('[API-04] reads an allowed path under the upstream’s own, with our own credentials', async () => {
    const proxy = await start(() => json(200, { stock: 3 }))
    const answer = await proxy.get(at('/api/'), 'stocks/42', 'depot=Lyon%20Sud')
    expect(answer).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' })
    expect(JSON.parse(answer.body.toString())).toEqual({ stock: 3 })
    expect(legacy?.requests).toMatchObject([
      { method: 'GET', url: '/api/stocks/42?depot=Lyon%20Sud', headers: { authorization: 'Bearer jeton-maison' } },
    ])
    await proxy.get({ ...at(), key: 'autre' }, 'tarifs/2026', '')
    expect(legacy?.requests[1]?.headers.authorization).toBeUndefined()
  })

  it.each([
    'clients',
    'stocksecrets',
    'tarifs',
    'tarifs/2025',
    '',
    'stocks/../clients',
    'stocks/..',
    'stocks/.',
    'stocks//x',
    'stocks/%2e%2e/clients',
    'stocks/..%2fclients',
    'stocks/%252e%252e/clients',
    'stocks\\..\\clients',
    'stocks/a b',
    'stocks/@evil.example.com',
    '/stocks',
    '//evil.example.com/stocks',
    'http://evil.example.com/stocks',
  ])('[SEC] does not ask for « %s »', async (path) => {
    const proxy = await start(() => json(200))
    await expect(proxy.get(at(), path, '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(legacy?.requests).toHaveLength(0)
  })

  it('[SEC] follows no redirect, wherever it leads', async () => {
    const proxy = await start(({ url }) =>
      url === '/api/stocks' ? { status: 302, headers: { location: '/api/clients' } } : json(200, { secret: true }),
    )
    await expect(proxy.get(at(), 'stocks', '')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(legacy?.requests).toHaveLength(1)
  })

  it('[SEC] reaches no private address, by number or by name', async () => {
    const proxy = await start(() => json(200), false)
    const port = new URL(legacy?.origin ?? '').port
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])
      await expect(proxy.get({ key: 'demo', url: `http://${host}:${port}` }, 'stocks', ''), host).rejects.toMatchObject(
        {
          code: 'UNAVAILABLE',
        },
      )
    expect(legacy?.requests).toHaveLength(0)
  })

  it.each(['file:///etc', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'javascript:alert(1)', 'rien'])(
    '[SEC] has no upstream at %s',
    async (url) => {
      const proxy = await start(() => json(200))
      await expect(proxy.get({ key: 'demo', url }, 'stocks', '')).rejects.toMatchObject({
        code: expect.stringMatching(/^(NOT_FOUND|UNAVAILABLE)$/),
      })
    },
  )

  it('[SEC] passes on data only, never a page that could run here, nor the upstream’s own errors', async () => {
    const answers = [
      { status: 200, body: '<script>', headers: { 'content-type': 'text/html' } },
      { status: 200, body: '<svg/>', headers: { 'content-type': 'image/svg+xml' } },
      { status: 200, body: 'x' },
      { status: 500, body: '{"trace":"secret"}', headers: { 'content-type': 'application/json' } },
      { status: 401, body: '{}', headers: { 'content-type': 'application/json' } },
    ]
    for (const answer of answers) {
      const proxy = await start(() => answer)
      await expect(proxy.get(at(), 'stocks', '')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.not.stringContaining('secret'),
      })
      await legacy?.close()
    }
    const proxy = await start(() => ({
      status: 200,
      body: 'été',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    }))
    expect(await proxy.get(at(), 'stocks', '')).toMatchObject({ type: 'text/plain; charset=utf-8' })
  })

  it('[SEC] reads no endless answer', async () => {
    const proxy = await start(() => ({
      status: 200,
      body: Buffer.alloc(6 * 1024 * 1024, 32),
      headers: { 'content-type': 'application/json' },
    }))
    await expect(proxy.get(at(), 'stocks', '')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
