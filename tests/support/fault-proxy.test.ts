import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

const LONG_BODY = 'a row of a page\n'.repeat(1000)

let server: Server
let proxy: FaultProxy
let received: { method: string; path: string; host: string; body: string }[]
let streamsOpen: number

beforeEach(async () => {
  received = []
  streamsOpen = 0
  server = createServer(async (incoming, response) => {
    const body = await text(incoming)
    const { method = '', url = '', headers } = incoming
    received.push({ method, path: url, host: headers.host ?? '', body })
    if (url === '/stream') {
      streamsOpen += 1
      response.once('close', () => {
        streamsOpen -= 1
      })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
      setTimeout(() => response.write('data: 2\n\n'), 50)
    } else if (url === '/page') response.end(LONG_BODY)
    else response.writeHead(201, { 'x-server': 'ours' }).end(`answer ${received.length}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy = await startFaultProxy((server.address() as AddressInfo).port)
})

afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const post = (path: string, body = 'saisie') => fetch(proxy.url + path, { method: 'POST', body })

describe('without a fault', () => {
  it('passes method, path, body, status and headers', async () => {
    const response = await post('/rdvs?x=1')
    expect(response.status).toBe(201)
    expect(response.headers.get('x-server')).toBe('ours')
    expect(await response.text()).toBe('answer 1')
    expect(received).toMatchObject([{ method: 'POST', path: '/rdvs?x=1', body: 'saisie' }])
    expect(proxy.forwarded).toEqual(['POST /rdvs?x=1'])
  })

  it('keeps the Host header, which names the company', async () => {
    await new Promise((resolve, reject) => {
      const headers = { host: `demo.localhost:${proxy.port}` }
      request({ host: '127.0.0.1', port: proxy.port, headers }, (response) => response.resume().once('end', resolve))
        .once('error', reject)
        .end()
    })
    expect(received[0]?.host).toBe(`demo.localhost:${proxy.port}`)
  })

  it('lets an event stream flow, and ends the server’s side when the client leaves', async () => {
    const leaving = new AbortController()
    const response = await fetch(`${proxy.url}/stream`, { signal: leaving.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('data: 1\n\n')
    expect((await reader?.read())?.value).toBe('data: 2\n\n')
    expect(streamsOpen).toBe(1)
    leaving.abort()
    await expect.poll(() => streamsOpen).toBe(0)
  })
})

describe('faults', () => {
  it('drop-request: the server never sees it', async () => {
    const fault = proxy.add({ kind: 'drop-request' })
    await expect(post('/rdvs')).rejects.toThrow()
    expect(fault.fired).toBe(1)
    expect(received).toEqual([])
  })

  it('drop-response: the server has handled the request, the client does not know', async () => {
    const fault = proxy.add({ kind: 'drop-response' })
    await expect(post('/rdvs')).rejects.toThrow()
    expect(fault.fired).toBe(1)
    expect(received).toMatchObject([{ body: 'saisie' }])
  })

  it('delay: the request arrives later, complete', async () => {
    const fault = proxy.add({ kind: 'delay', ms: 80 })
    const started = performance.now()
    expect(await (await post('/rdvs')).text()).toBe('answer 1')
    expect(performance.now() - started).toBeGreaterThan(75)
    expect(fault.fired).toBe(1)
  })

  it('delay: the server does not see the request of a client that disconnects meanwhile', async () => {
    const fault = proxy.add({ kind: 'delay', ms: 200 })
    const sent = post('/rdvs')
    await fault.waitFired()
    proxy.disconnect()
    await expect(sent).rejects.toThrow()
    await wait(400, undefined)
    expect(proxy.forwarded).toEqual([])
  })

  it('late: the client has given up, but the server gets the request', async () => {
    let arrive: () => void = () => undefined
    const until = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const fault = proxy.add({ kind: 'late', until })
    const patience = new AbortController()
    const sent = fetch(`${proxy.url}/rdvs`, { method: 'POST', body: 'saisie', signal: patience.signal })
    await fault.waitFired()
    patience.abort()
    await expect(sent).rejects.toThrow()
    expect(received).toEqual([])
    arrive()
    await expect.poll(() => received).toMatchObject([{ body: 'saisie' }])
  })

  it('duplicate: the server gets it twice, the client one answer', async () => {
    const fault = proxy.add({ kind: 'duplicate' })
    expect((await post('/rdvs')).status).toBe(201)
    expect(fault.fired).toBe(1)
    expect(received).toMatchObject([{ body: 'saisie' }, { body: 'saisie' }])
  })

  it('cut-body: half a page arrives, then the connection ends', async () => {
    const fault = proxy.add({ kind: 'cut-body', path: '/page' })
    const response = await fetch(`${proxy.url}/page`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(fault.fired).toBe(1)
  })

  it('cut-body: an event stream breaks inside a line', async () => {
    const fault = proxy.add({ kind: 'cut-body', path: '/stream', bytes: 13 })
    const reader = (await fetch(`${proxy.url}/stream`)).body?.pipeThrough(new TextDecoderStream()).getReader()
    let got = ''
    const readAll = async () => {
      for (;;) {
        const part = await reader?.read()
        if (part?.value === undefined) return
        got += part.value
      }
    }
    await expect(readAll()).rejects.toThrow()
    expect(got).toBe('data: 1\n\ndata')
    await fault.waitFired()
  })

  it.each([
    ['captive-portal', 200],
    ['proxy-forbidden', 403],
    ['server-error', 500],
    ['bad-gateway', 502],
  ] as const)('%s: HTML with %i, and the server never sees it', async (kind, status) => {
    const fault = proxy.add({ kind })
    const response = await post('/rdvs')
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(fault.fired).toBe(1)
    expect(received).toEqual([])
  })
})

describe('which requests', () => {
  it('strikes matching requests, after `skip`, `times` times', async () => {
    const fault = proxy.add({ kind: 'server-error', method: 'POST', path: /^\/rdvs/, skip: 1, times: 2 })
    const statuses: number[] = []
    for (const path of ['/rdvs', '/clients', '/rdvs', '/rdvs/2', '/rdvs']) statuses.push((await post(path)).status)
    expect(statuses).toEqual([201, 201, 500, 500, 201])
    expect((await fetch(`${proxy.url}/rdvs`)).status).toBe(201)
    expect(fault.fired).toBe(2)
  })

  it('strikes only requests with its header', async () => {
    const fault = proxy.add({ kind: 'server-error', header: { name: 'x-mark', value: '2' } })
    const marked = (value: string) => fetch(`${proxy.url}/rdvs`, { headers: { 'x-mark': value } })
    expect([(await marked('1')).status, (await marked('2')).status]).toEqual([201, 500])
    expect(fault.fired).toBe(1)
  })

  it('takes faults away', async () => {
    proxy.add({ kind: 'server-error' }).remove()
    proxy.add({ kind: 'server-error', times: Number.POSITIVE_INFINITY })
    proxy.clear()
    expect((await post('/rdvs')).status).toBe(201)
  })

  it('resolves the wait for a fault that fired', async () => {
    const fault = proxy.add({ kind: 'server-error', times: 2 })
    const fired = fault.waitFired(2).then(() => 'fired')
    await post('/rdvs')
    expect(await Promise.race([fired, wait(20, 'not yet')])).toBe('not yet')
    await post('/rdvs')
    expect(await fired).toBe('fired')
  })
})

it('disconnect and reconnect: the network is lost and restored', async () => {
  const stream = await fetch(`${proxy.url}/stream`)
  proxy.disconnect()
  await expect(stream.text()).rejects.toThrow()
  await expect(post('/rdvs')).rejects.toThrow()
  expect(proxy.forwarded).toEqual(['GET /stream'])
  proxy.reconnect()
  expect((await post('/rdvs')).status).toBe(201)
})

it('a dead server ends the connection without an answer', async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(post('/rdvs')).rejects.toThrow()
})
