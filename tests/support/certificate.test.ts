import { createSecureContext } from 'node:tls'
import { expect, it } from 'vitest'
import { selfSigned } from './certificate.ts'

it('makes a certificate that OpenSSL accepts, whatever its length', () => {
  const lengths = new Set<number>()
  for (let more = 0; more < 64; more++) {
    const certificate = selfSigned(`${'a'.repeat(more + 1)}.localhost`)
    expect(() => createSecureContext(certificate)).not.toThrow()
    lengths.add(certificate.cert.length)
  }
  expect(lengths.size).toBeGreaterThan(20)
})
