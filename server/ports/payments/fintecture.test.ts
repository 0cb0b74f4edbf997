import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FintectureStandIn, startFintecture } from '../../../tests/support/stand-ins/fintecture.ts'
import { sendOutbound } from '../http/outbound.ts'
import { centsOf, fintecturePayments } from './fintecture.ts'
import { digestOf, isAuthentic } from './fintecture-signature.ts'
import { PaymentProviderError, type PaymentsPort } from './payments.ts'

let provider: FintectureStandIn
let port: PaymentsPort
const request = (more = {}) => ({
  id: 'payment-1',
  amount: 550_60,
  label: 'D-2026-00042',
  payer: { name: 'Zoé Durand', mail: 'zoe@example.com' },
  returnUrl: 'https://demo.example.com/space',
  ...more,
})

beforeAll(async () => {
  provider = await startFintecture()
  port = fintecturePayments({ baseUrl: provider.url, send: sendOutbound })
})
afterAll(() => provider.close())

describe('Fintecture', () => {
  it('[API-08] makes a signed session of the right amount, and reads its outcome', async () => {
    const { session, url } = await port.createLink(provider.account, request())
    expect(url).toBe(`https://connect.example.com/pis/${session}`)
    expect(provider.sessions.get(session)).toMatchObject({
      amount: '550.60',
      currency: 'EUR',
      communication: 'D-2026-00042',
      state: 'payment-1',
      payer: 'Zoé Durand',
    })
    const read = () => port.readSession(provider.account, session)
    expect(await read()).toEqual({ status: 'pending', amount: 55060, currency: 'EUR', state: 'payment-1' })
    Object.assign(provider.sessions.get(session) ?? {}, { status: 'payment_created' })
    expect(await read()).toMatchObject({ status: 'confirmed' })
    Object.assign(provider.sessions.get(session) ?? {}, { transfer_state: 'rejected' })
    expect(await read()).toMatchObject({ status: 'failed' })
    Object.assign(provider.sessions.get(session) ?? {}, { transfer_state: '', status: 'payment_unsuccessful' })
    expect(await read()).toMatchObject({ status: 'failed' })
    expect(await port.readSession(provider.account, 'unknown-session')).toBeNull()
  })

  it('[SET-07 payment] asks for one token for many calls, and tells a refused account from a provider that does not answer', async () => {
    const fresh = fintecturePayments({ baseUrl: provider.url, send: sendOutbound })
    provider.calls = []
    expect(await fresh.isConnected(provider.account)).toBe(true)
    await fresh.createLink(provider.account, request())
    await fresh.createLink(provider.account, request())
    expect(provider.calls.filter((call) => call === 'POST /oauth/accesstoken')).toHaveLength(1)
    const wrong = { ...provider.account, appSecret: 'wrong' }
    expect(await fresh.isConnected(wrong)).toBe(false)
    await expect(fresh.createLink(wrong, request())).rejects.toThrow(/refuse le compte/)
    provider.failWith = 503
    await expect(fresh.createLink(provider.account, request())).rejects.toThrow(PaymentProviderError)
    provider.failWith = null
    const absent = fintecturePayments({ baseUrl: 'http://127.0.0.1:9', send: sendOutbound })
    await expect(absent.isConnected(provider.account)).rejects.toThrow(/ne répond pas/)
  })

  it('[SEC] accepts an event only when digest and signature are those of its very bytes', () => {
    const { headers, body } = provider.webhook('abcdef0123456789')
    const at = (changes: { headers?: Record<string, string>; body?: string }) =>
      port.sessionOfWebhook(provider.account, {
        headers: { ...headers, ...changes.headers },
        body: Buffer.from(changes.body ?? body),
      })
    expect(at({})).toBe('abcdef0123456789')
    const other = body.replace('abcdef', 'fedcba')
    expect(at({ body: other })).toBeNull()
    // The digest is recomputed, but the signature still covers the first one.
    expect(at({ body: other, headers: { digest: digestOf(other) } })).toBeNull()
    expect(at({ headers: { signature: '' } })).toBeNull()
    expect(
      at({ headers: { signature: headers.signature?.replace(provider.account.appId, 'another-app') ?? '' } }),
    ).toBeNull()
    expect(at({ headers: { signature: `keyId="${provider.account.appId}",signature="bm90aGluZw=="` } })).toBeNull()
    expect(port.sessionOfWebhook(provider.account, { headers: {}, body: Buffer.from(body) })).toBeNull()
    // Signed for another application.
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const text = `date: ${new Date().toUTCString()}\ndigest: ${digestOf(body)}`
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const signature = publicEncrypt({ key: publicKey, padding }, Buffer.from(text)).toString('base64')
    expect(at({ headers: { signature: `keyId="${provider.account.appId}",signature="${signature}"` } })).toBeNull()
  })

  it('[SEC] an event of another day is a replay', () => {
    const { headers, body } = provider.webhook('abcdef0123456789')
    const input = { headers, body: Buffer.from(body) }
    const hour = 3_600_000
    expect(isAuthentic(provider.account, input, Date.now() + 23 * hour)).toBe(true)
    expect(isAuthentic(provider.account, input, Date.now() + 25 * hour)).toBe(false)
    expect(isAuthentic(provider.account, input, Date.now() - 25 * hour)).toBe(false)
  })

  it.each([
    ['550.60', 55060],
    ['550.6', 55060],
    ['550', 55000],
    [0.07, 7],
    ['550.605', Number.NaN],
    ['-5', Number.NaN],
    ['5e3', Number.NaN],
    [undefined, Number.NaN],
  ])('%s is %d cents', (text, cents) => expect(centsOf(text)).toBe(cents))
})
