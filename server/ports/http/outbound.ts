import { lookup as resolve } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

export interface OutboundRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  timeoutMs?: number
  /** Longest answer taken. */
  maxBytes?: number
  /** True only for addresses that the operator wrote: those of others may not reach our own network (SSRF). */
  allowPrivate: boolean
}

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Send = (request: OutboundRequest) => Promise<OutboundAnswer>

/** No answer. `left`: the request may have reached the other side, so its effect is unknown. */
export class OutboundError extends Error {
  readonly reason: 'refused' | 'unreachable' | 'too_large'
  readonly left: boolean

  constructor(reason: OutboundError['reason'], left: boolean, cause?: unknown) {
    super(`outbound request ${reason}`, { cause })
    this.name = 'OutboundError'
    this.reason = reason
    this.left = left
  }
}

const refused = (): OutboundError => new OutboundError('refused', false)

/** Checks the very addresses that the socket connects to: a name that changes between check and use (rebinding) is refused too. */
const publicLookup: LookupFunction = (name, options, done) => {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return done(error ?? refused(), '', 4)
    if (addresses.some(({ address }) => isPrivateAddress(address))) return done(refused(), '', 4)
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })
}

/**
 * One request to the outside: no redirect is followed, no cookie or credential is sent with it, time and size are limited.
 * @throws OutboundError
 */
export const sendOutbound: Send = async (request) => {
  const { timeoutMs = 15_000, maxBytes = 1024 * 1024, allowPrivate } = request
  const url = parsed(request.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal address is never looked up.
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw refused()
  const encrypted = url.protocol === 'https:'

  return new Promise((resolveAnswer, reject) => {
    let left = false
    const fail = (error: unknown): void =>
      reject(error instanceof OutboundError ? error : new OutboundError('unreachable', left, error))
    const call = (encrypted ? secure : plain)(
      url,
      {
        method: request.method ?? 'GET',
        headers: { ...request.headers, ...lengthOf(request.body) },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowPrivate ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        const chunks: Buffer[] = []
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size <= maxBytes) chunks.push(chunk)
          else call.destroy(new OutboundError('too_large', true))
        })
        answer.on('end', () =>
          resolveAnswer({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        )
        answer.on('error', fail)
      },
    )
    call.on('socket', (socket) => {
      socket.once(encrypted ? 'secureConnect' : 'connect', () => {
        left = true
      })
    })
    call.on('error', fail)
    call.end(request.body)
  })
}

function parsed(text: string): URL {
  if (!URL.canParse(text)) throw refused()
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw refused()
  return url
}

const lengthOf = (body: string | Uint8Array | undefined): Record<string, string> =>
  body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
