import { createServer } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { selfSigned } from './certificate.ts'
import { openTlsFront } from './tls-front.ts'

const HOST = 'demo.localhost'

it('reaches the server behind it over TLS, under the name of its certificate; once closed, nobody answers', async () => {
  const server = createServer((request, response) => response.end(`seen as ${request.headers.host}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const front = await openTlsFront((server.address() as AddressInfo).port, HOST)
  onTestFinished(() => front.close())
  const read = () =>
    new Promise<{ body: string; name: string | undefined }>((resolve, reject) => {
      const options = { port: front.port, servername: HOST, headers: { host: HOST }, agent: false }
      const call = get({ ...options, rejectUnauthorized: false }, async (response) => {
        const name = (response.socket as import('node:tls').TLSSocket).getPeerX509Certificate()?.checkHost(HOST)
        let body = ''
        for await (const chunk of response) body += chunk
        resolve({ body, name })
      })
      call.once('error', reject)
    })
  expect(await read()).toEqual({ body: `seen as ${HOST}`, name: HOST })
  await new Promise((resolve) => server.close(resolve))
  await expect(read()).rejects.toThrow()
})

it('makes a different certificate each time', () => {
  expect(selfSigned(HOST).cert).not.toBe(selfSigned(HOST).cert)
})
