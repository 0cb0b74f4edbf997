import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type HttpProvider, httpProvider } from '../../../tests/support/stand-ins/http-provider.ts'
import { sendOutbound } from './outbound.ts'
import { isPrivateAddress } from './private-address.ts'

let inside: HttpProvider | undefined
afterEach(async () => {
  await inside?.close()
  inside = undefined
})

describe('requests to the outside', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('[SEC] %s is not the public internet', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('%s is', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })

  it.each([
    ['a literal address', (port: string) => `http://127.0.0.1:${port}/`],
    ['a number', (port: string) => `http://2130706433:${port}/`],
    ['an octal address', (port: string) => `http://0177.0.0.1:${port}/`],
    ['an IPv6 coat', (port: string) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['a name that leads here', (port: string) => `http://localhost:${port}/`],
    ['a name with a final dot', (port: string) => `http://localhost.:${port}/`],
    ['credentials', (port: string) => `http://a:b@127.0.0.1:${port}/`],
    ['another scheme', () => 'file:///etc/passwd'],
    ['no address', () => 'rien'],
  ])('[SEC] does not reach this machine by %s', async (_, url) => {
    inside = await httpProvider(() => ({ status: 200, body: 'secret' }))
    const port = new URL(inside.origin).port
    await expect(sendOutbound({ url: url(port), allowPrivate: false })).rejects.toMatchObject({
      // Some resolvers know no name with a final dot.
      reason: expect.stringMatching(/^(refused|unreachable)$/),
      left: false,
    })
    expect(inside.requests).toHaveLength(0)
  })

  it('[SEC] follows no redirect', async () => {
    inside = await httpProvider(({ url }) =>
      url === '/go' ? { status: 302, headers: { location: '/secret' } } : { status: 200, body: 'secret' },
    )
    expect(await sendOutbound({ url: `${inside.origin}/go`, allowPrivate: true })).toMatchObject({ status: 302 })
    expect(inside.requests.map(({ url }) => url)).toEqual(['/go'])
  })

  it('[SEC] reads no more bytes than allowed, and waits no longer', async () => {
    inside = await httpProvider(({ url }) =>
      url === '/big' ? { status: 200, body: Buffer.alloc(300_000) } : new Promise(() => undefined),
    )
    const big = sendOutbound({ url: `${inside.origin}/big`, allowPrivate: true, maxBytes: 100_000 })
    await expect(big).rejects.toMatchObject({ reason: 'too_large' })
    // The time is over when the test says so: on a busy machine it could be before the request has left.
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    onTestFinished(() => timeout.mockRestore())
    const slow = sendOutbound({ url: `${inside.origin}/slow`, allowPrivate: true, timeoutMs: 100 })
    await expect.poll(() => inside?.requests.map(({ url }) => url)).toContain('/slow')
    limit.abort()
    await expect(slow).rejects.toMatchObject({ reason: 'unreachable', left: true })
    expect(timeout).toHaveBeenCalledExactlyOnceWith(100)
  })

  it('tells whether the request had been sent', async () => {
    inside = await httpProvider(() => null)
    const cut = sendOutbound({ url: `${inside.origin}/`, method: 'POST', body: 'x', allowPrivate: true })
    await expect(cut).rejects.toMatchObject({ left: true })
    expect(inside.requests).toHaveLength(1)
    await expect(sendOutbound({ url: 'http://127.0.0.1:1/', allowPrivate: true })).rejects.toMatchObject({
      left: false,
    })
    await expect(sendOutbound({ url: 'http://nulle-part.invalid/', allowPrivate: true })).rejects.toMatchObject({
      left: false,
    })
  })
})
