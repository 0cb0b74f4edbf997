import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { type Answer, answerOf } from './contract.ts'

/** The code that an authenticator app shows. @param later number of thirty-second steps from now */
export const totpCode = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })

interface Options {
  challenge: string
  rpId?: string
  rp?: { id: string }
}

/** A software authenticator (ES256, no attestation), used as a browser uses one. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = randomBytes(16)
  #counter = 0

  get publicKey(): KeyObject {
    return this.#keys.publicKey
  }

  /** The answer of `navigator.credentials.create`. */
  create({ challenge, rp }: Options, origin: string): object {
    const clientData = json({ type: 'webauthn.create', challenge, origin, crossOrigin: false })
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([
      // Map of five: key type EC2, ES256, curve P-256, x, y (RFC 9052).
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.from([0, this.id.length])
    // Flags: user present, user verified, attested key included.
    const data = Buffer.concat([this.#head(rp?.id ?? '', 0x45), Buffer.alloc(16), length, this.id, cose])
    // Map of three: fmt "none", attStmt {}, authData.
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63, ...Buffer.from('fmt'), 0x64, ...Buffer.from('none')]),
      Buffer.from([0x67, ...Buffer.from('attStmt'), 0xa0, 0x68, ...Buffer.from('authData')]),
      Buffer.from([0x58, data.length]),
      data,
    ])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The answer of `navigator.credentials.get`. */
  get({ challenge, rpId = '' }: Options, origin: string): object {
    const clientData = json({ type: 'webauthn.get', challenge, origin, crossOrigin: false })
    const data = this.#head(rpId, 0x05)
    const digest = createHash('sha256').update(clientData).digest()
    const signature = sign('sha256', Buffer.concat([data, digest]), this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #head(rpId: string, flags: number): Buffer {
    this.#counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.#counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
  }

  #answer(response: object): object {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value))

export interface Visitor {
  /** Host of the company, or `admin.localhost`. */
  host: string
  /** Origin of their browser, for example `http://admin.localhost:3000`. */
  origin: string
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token?: string | null): Promise<Answer>
}

/** A person at the login page of a host. */
export const visitorOf = (app: FastifyInstance, label: string): Visitor => ({
  host: `${label}.localhost:3000`,
  origin: `http://${label}.localhost:3000`,
  async call(method, path, body, token = null) {
    return answerOf(
      await app.inject({
        method,
        url: `/api${path}`,
        headers: {
          host: `${label}.localhost:3000`,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    )
  },
})

/** Adds an authenticator app to the account of a freshly proved session. @returns its secret and the recovery codes */
export async function enrolTotp(visitor: Visitor, token: string): Promise<{ secret: string; codes: string[] }> {
  const begun = await visitor.call('POST', '/auth/totp', undefined, token)
  const { secret } = dataOf<{ secret: string }>(begun)
  const confirmed = await visitor.call('POST', '/auth/totp/confirm', { code: totpCode(secret) }, token)
  return { secret, codes: dataOf<{ recovery_codes: string[] }>(confirmed).recovery_codes }
}

/** Adds a passkey to the account of a freshly proved session. */
export async function enrolPasskey(
  visitor: Visitor,
  token: string,
  authenticator = new Authenticator(),
): Promise<Authenticator> {
  const options = dataOf<Options>(await visitor.call('POST', '/auth/passkeys/options', undefined, token))
  const credential = authenticator.create(options, visitor.origin)
  dataOf(await visitor.call('POST', '/auth/passkeys', { name: 'Téléphone', credential }, token))
  return authenticator
}

/** `data` of an answer that must be a success. */
export function dataOf<T>({ status, body }: Answer): T {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return (body as { data: T }).data
}
