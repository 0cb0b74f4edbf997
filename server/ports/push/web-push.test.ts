import { describe, expect, it } from 'vitest'
import { pushService } from '../../../tests/support/stand-ins/push-service.ts'
import { testSecrets } from '../../../tests/support/test-app.ts'
import { OutboundError, sendOutbound } from '../http/outbound.ts'
import { isPushEndpoint } from './push-endpoint.ts'
import { vapidKeyOf, webPush } from './web-push.ts'

const options = { privateKey: vapidKeyOf(testSecrets), subject: 'mailto:essai@example.com' }
const publicKey = webPush({ ...options, send: sendOutbound }).publicKey
const push = {
  id: '01990000-0000-7000-8000-0123456789ab',
  payload: { title: 'Été', message: 'Rendez-vous déplacé à 9 h' },
}

describe('Web Push', () => {
  it('is accepted by a push service that checks the signature, and decrypted by a browser’s key', async () => {
    const service = pushService(publicKey)
    const port = webPush({ ...options, send: service.send })
    const subscription = service.subscribe()
    expect(await port.send({ ...push, subscription })).toBe('sent')
    expect(await port.send({ ...push, subscription, payload: { ...push.payload, url: '/manager/agenda' } })).toBe(
      'sent',
    )
    expect(service.received.map(({ payload }) => payload)).toEqual([
      { ...push.payload, url: '/' },
      { ...push.payload, url: '/manager/agenda' },
    ])
    const [first, second] = service.received
    expect(first?.headers.topic).toMatch(/^[\w-]{1,32}$/)
    expect(second?.headers.topic).toBe(first?.headers.topic)
    expect(first?.jwt).toMatchObject({ sub: 'mailto:essai@example.com' })
  })

  it('refuses a text that is too long for push services, and invalid keys', async () => {
    const port = webPush({ ...options, send: pushService(publicKey).send })
    const subscription = pushService(publicKey).subscribe()
    const long = { title: 'x', message: 'é'.repeat(2000) }
    await expect(port.send({ ...push, subscription, payload: long })).rejects.toMatchObject({ kind: 'failed' })
    const broken = { ...subscription, p256dh: Buffer.alloc(65, 4).toString('base64url') }
    await expect(port.send({ ...push, subscription: broken })).rejects.toMatchObject({ kind: 'failed' })
  })

  it('is refused when another server’s key signs', async () => {
    const service = pushService(publicKey)
    const other = webPush({ ...options, privateKey: Buffer.alloc(32, 5), send: service.send })
    await expect(other.send({ ...push, subscription: service.subscribe() })).rejects.toMatchObject({ kind: 'failed' })
    expect(service.received).toEqual([])
  })

  it.each([
    [404, 'gone'],
    [410, 'gone'],
  ])('tells a browser that has unsubscribed (%i)', async (status, told) => {
    const service = pushService(publicKey)
    service.status = status
    expect(await webPush({ ...options, send: service.send }).send({ ...push, subscription: service.subscribe() })).toBe(
      told,
    )
  })

  it.each([
    [429, 'retry'],
    [503, 'retry'],
    [413, 'failed'],
  ])('tells what a refusal means (%i)', async (status, kind) => {
    const service = pushService(publicKey)
    service.status = status
    const sent = webPush({ ...options, send: service.send }).send({ ...push, subscription: service.subscribe() })
    await expect(sent).rejects.toMatchObject({ kind })
  })

  it('tells a service that does not answer from one that fails during the transfer of the message', async () => {
    const subscription = pushService(publicKey).subscribe()
    const failing = (left: boolean) =>
      webPush({ ...options, send: () => Promise.reject(new OutboundError('unreachable', left)) })
    await expect(failing(false).send({ ...push, subscription })).rejects.toMatchObject({ kind: 'retry' })
    await expect(failing(true).send({ ...push, subscription })).rejects.toMatchObject({ kind: 'unknown' })
  })

  it('derives the same key from the same secret', () => {
    expect(vapidKeyOf(testSecrets)).toEqual(vapidKeyOf(testSecrets))
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
  })

  it.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://localhost./x',
    'https://db.internal/x',
    'https://imprimante.local/x',
    'https://intranet/x',
    'https://push.example.com:5432/x',
    'https://user:pass@push.example.com/x',
    'ftp://push.example.com/x',
    'file:///etc/passwd',
    'n’importe quoi',
  ])('[SEC] no subscription makes the server call %s', async (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false)
  })

  it('[SEC] takes the addresses of real push services', () => {
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/abc:def',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
      'https://web.push.apple.com/QGx',
    ])
      expect(isPushEndpoint(endpoint)).toBe(true)
  })
})
