import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { ArmedFault } from './faults.ts'

/** One request on its way through the fault proxy. */

export interface Exchange {
  incoming: IncomingMessage
  response: ServerResponse
  targetPort: number
  forwarded: string[]
  fault: ArmedFault | undefined
}

export async function handle(exchange: Exchange): Promise<void> {
  const { incoming, response, fault } = exchange
  if (!fault) return passOn(exchange)
  switch (fault.rule.kind) {
    case 'drop-request':
      fault.fire()
      incoming.socket.destroy()
      return
    case 'drop-response': {
      const answer = await send(exchange, await buffer(incoming))
      await buffer(answer)
      fault.fire()
      incoming.socket.destroy()
      return
    }
    case 'delay':
      fault.fire()
      await new Promise((resolve) => setTimeout(resolve, fault.rule.ms ?? 1000))
      return passOn(exchange)
    case 'late': {
      const body = await buffer(incoming)
      fault.fire()
      await fault.rule.until
      const answer = await send(exchange, body, 'to the end')
      const bytes = await buffer(answer)
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers)).end(bytes)
      return
    }
    case 'duplicate': {
      const body = await buffer(incoming)
      const [first, second] = await Promise.all([send(exchange, body), send(exchange, body)])
      const [answer] = await Promise.all([buffer(first), buffer(second)])
      fault.fire()
      response.writeHead(first.statusCode ?? 502, endToEnd(first.headers)).end(answer)
      return
    }
    case 'cut-body':
      return cutBody(exchange, fault)
    case 'captive-portal':
      fault.fire()
      return answerInstead(exchange, 200, '<!doctype html><title>Wi-Fi</title><p>Connectez-vous au Wi-Fi de l’hôtel.')
    case 'proxy-forbidden':
      fault.fire()
      return answerInstead(exchange, 403, '<!doctype html><title>403</title><p>Blocked by the network administrator.')
    case 'server-error':
      fault.fire()
      return answerInstead(exchange, 500, '<!doctype html><title>500</title><p>Internal Server Error')
    case 'bad-gateway':
      fault.fire()
      return answerInstead(exchange, 502, '<!doctype html><title>502</title><p>Bad Gateway')
  }
}

/** Streams both ways, so that an event stream flows. A client that disconnects ends the connection to the server too. */
async function passOn(exchange: Exchange): Promise<void> {
  const { incoming, response } = exchange
  const answer = await send(exchange, incoming)
  response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
  response.flushHeaders()
  answer.once('error', () => response.destroy())
  answer.pipe(response)
}

async function cutBody(exchange: Exchange, fault: ArmedFault): Promise<void> {
  const { incoming, response } = exchange
  const answer = await send(exchange, incoming)
  response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
  response.flushHeaders()
  const { bytes } = fault.rule
  if (bytes === undefined) {
    const body = await buffer(answer)
    await cutAt(response, body.subarray(0, Math.floor(body.length / 2)))
  } else {
    let left = bytes
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, left)
      left -= part.length
      if (left === 0) {
        await cutAt(response, part)
        break
      }
      response.write(part)
    }
    if (left > 0) throw new Error(`The body ended ${left} bytes before the cut`)
  }
  fault.fire()
}

/** Waits until the bytes are sent before the connection ends, so that the client receives the first part. */
async function cutAt(response: ServerResponse, last: Buffer): Promise<void> {
  await new Promise<void>((resolve) => {
    response.write(last, () => resolve())
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  response.destroy()
}

async function answerInstead({ incoming, response }: Exchange, status: number, html: string): Promise<void> {
  await buffer(incoming)
  const headers: OutgoingHttpHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(status, headers).end(html)
}

/** @param goes whether the server's side ends when the client leaves */
function send(
  exchange: Exchange,
  body: IncomingMessage | Buffer,
  goes: 'with the client' | 'to the end' = 'with the client',
): Promise<IncomingMessage> {
  const { incoming, response, targetPort, forwarded } = exchange
  // The client disconnected while a fault held its request: the server would wait for the rest of the body.
  if (goes === 'with the client' && response.destroyed) return Promise.reject(new Error('The client has left'))
  forwarded.push(`${incoming.method} ${incoming.url}`)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: targetPort,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, connection: 'close' },
        agent: false,
      },
      resolve,
    )
    outgoing.once('error', reject)
    if (goes === 'with the client') response.once('close', () => outgoing.destroy())
    if (Buffer.isBuffer(body)) outgoing.end(body)
    else body.pipe(outgoing)
  })
}

/** Removes the headers about the connection to the server: the client has another connection, to the proxy. */
function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = headers
  return kept
}
