import {
  constants,
  createHash,
  createVerify,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A session at the provider, which a test may change. */
export interface StandInSession {
  id: string
  status: string
  transfer_state: string
  /** '550.60' */
  amount: string
  currency: string
  communication: string
  state: string | null
  payer: string
}

export interface FintectureStandIn {
  url: string
  account: { appId: string; appSecret: string; privateKey: string }
  publicKey: string
  sessions: Map<string, StandInSession>
  /** Method and path of every call that was accepted. */
  calls: string[]
  /** Status of the next calls instead of a normal answer; null for none. */
  failWith: number | null
  /** An event about a session, signed as Fintecture does; `say` changes what it claims. */
  webhook: (
    session: string,
    say?: { status?: string; date?: Date },
  ) => { headers: Record<string, string>; body: string }
  close: () => Promise<void>
}

const sha256 = (body: string): string => `SHA-256=${createHash('sha256').update(body).digest('base64')}`

/**
 * Fintecture's protocol as its SDKs speak it: OAuth client credentials, HTTP signatures on each call (RSA-SHA256 by the application's key, checked
 * here), PIS connect sessions, and webhooks whose « signature » is the signing string encrypted with the application's public key (OAEP).
 */
export async function startFintecture(): Promise<FintectureStandIn> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const account = { appId: randomUUID(), appSecret: randomUUID(), privateKey }
  const tokens = new Set<string>()
  const sessions = new Map<string, StandInSession>()

  const standIn: FintectureStandIn = {
    url: '',
    account,
    publicKey,
    sessions,
    calls: [],
    failWith: null,
    webhook: (session, { status = sessions.get(session)?.status ?? 'payment_created', date = new Date() } = {}) => {
      const body = new URLSearchParams({
        session_id: session,
        status,
        state: sessions.get(session)?.state ?? '',
        transfer_state: 'completed',
        type: 'PayByBank',
      }).toString()
      const digest = sha256(body)
      const signed = `date: ${date.toUTCString()}\ndigest: ${digest}\nx-request-id: ${randomUUID()}`
      const padding = constants.RSA_PKCS1_OAEP_PADDING
      const signature = publicEncrypt({ key: publicKey, padding }, Buffer.from(signed)).toString('base64')
      return {
        body,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          digest,
          signature: `keyId="${account.appId}",algorithm="rsa-sha256",headers="date digest x-request-id",signature="${signature}"`,
        },
      }
    },
    close: () => new Promise((done) => server.close(() => done())),
  }

  /** Checks the HTTP signature of a call against the bytes that were sent. */
  const isSigned = (request: IncomingMessage, body: string): boolean => {
    const parts = new Map(
      [...String(request.headers.signature).matchAll(/(\w+)="([^"]*)"/g)].map((part) => [part[1], part[2] ?? '']),
    )
    if (parts.get('keyId') !== account.appId || parts.get('algorithm') !== 'rsa-sha256') return false
    const names = (parts.get('headers') ?? '').split(' ')
    if (request.method === 'POST' && (!names.includes('digest') || request.headers.digest !== sha256(body)))
      return false
    const text = names
      .map((name) =>
        name === '(request-target)'
          ? `${name}: ${request.method?.toLowerCase()} ${request.url}`
          : `${name}: ${request.headers[name]}`,
      )
      .join('\n')
    return createVerify('RSA-SHA256')
      .update(text)
      .verify(publicKey, parts.get('signature') ?? '', 'base64')
  }

  const answer = (request: IncomingMessage, body: string): [number, unknown] => {
    if (standIn.failWith !== null) return [standIn.failWith, { errors: [] }]
    const url = new URL(request.url ?? '/', 'http://stand-in')
    if (request.method === 'POST' && url.pathname === '/oauth/accesstoken') {
      const basic = `Basic ${Buffer.from(`${account.appId}:${account.appSecret}`).toString('base64')}`
      const form = new URLSearchParams(body)
      const right =
        request.headers.authorization === basic &&
        form.get('grant_type') === 'client_credentials' &&
        form.get('app_id') === account.appId &&
        form.get('scope') === 'PIS'
      if (!right) return [401, { status: 401, code: 'invalid_client' }]
      const access_token = randomBytes(16).toString('hex')
      tokens.add(access_token)
      return [200, { token_type: 'Bearer', access_token, expires_in: 3599 }]
    }
    if (!tokens.has(String(request.headers.authorization).slice('Bearer '.length))) return [401, { status: 401 }]
    if (!isSigned(request, body)) return [401, { status: 401, code: 'invalid_signature' }]
    if (request.method === 'POST' && url.pathname === '/pis/v2/connect') {
      const { meta, data } = JSON.parse(body) as {
        meta: { psu_name?: string }
        data: { type: string; attributes: { amount: string; currency: string; communication: string } }
      }
      if (data.type !== 'SEPA' || !/^\d+\.\d\d$/.test(data.attributes.amount)) return [400, { status: 400 }]
      const id = randomBytes(16).toString('hex')
      const state = url.searchParams.get('state')
      sessions.set(id, {
        id,
        status: 'provider_required',
        transfer_state: '',
        ...data.attributes,
        state,
        payer: meta.psu_name ?? '',
      })
      return [200, { meta: { status: 200, session_id: id, url: `https://connect.example.com/pis/${id}` } }]
    }
    const session = sessions.get(url.pathname.replace('/pis/v2/payments/', ''))
    if (request.method !== 'GET' || !session) return [404, { status: 404 }]
    const { id, status, transfer_state, state, amount, currency, communication } = session
    const attributes = { amount, currency, communication, transfer_state }
    return [200, { meta: { code: 200, session_id: id, status, state }, data: { id, type: 'payments', attributes } }]
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const [status, value] = answer(request, body)
      if (status === 200) standIn.calls.push(`${request.method} ${(request.url ?? '').split('?')[0]}`)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return standIn
}
