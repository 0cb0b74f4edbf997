import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedDatabase } from '../../../tests/support/engines.ts'
import { testApp } from '../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import type { Database } from '../../plugins/database/database.ts'

describe('what a public installation tells browsers and people who find a weakness', () => {
  let db: Database
  beforeAll(async () => {
    db = await embeddedDatabase()
  })
  afterAll(() => db.close())

  it.each([
    ['https://lolapp.example.com', 'max-age=31536000; includeSubDomains'],
    ['http://localhost:3000', undefined],
  ])('[SEC] under %s every answer says HSTS: %s', async (publicUrl, said) => {
    const app = await testApp(db, { publicUrl })
    for (const url of ['/', '/api/health', '/api/nulle-part', '/api/clients'])
      expect([url, (await app.inject(url)).headers['strict-transport-security']]).toEqual([url, said])
    await app.close()
  })

  it('[SEC] security.txt names the contact, for less than a year, and does not exist without one', async () => {
    const publicUrl = 'https://lolapp.example.com'
    const contact = readConfig({ SECURITY_CONTACT: 'securite@example.com' }).securityContact
    const app = await testApp(db, { publicUrl, securityContact: contact })
    const answer = await app.inject('/.well-known/security.txt')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = Object.fromEntries(
      answer.body
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/)),
    ) as Record<string, string>
    expect(fields).toMatchObject({
      Contact: 'mailto:securite@example.com',
      Canonical: `${publicUrl}/.well-known/security.txt`,
    })
    const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
    await app.close()
    const none = await testApp(db, { publicUrl })
    expect((await none.inject('/.well-known/security.txt')).statusCode).toBe(404)
    await none.close()
  })

  it('[SEC] an unusable contact stops the start', () => {
    for (const text of ['nobody', 'http://example.com/faille', 'javascript:alert(1)'])
      expect(() => readConfig({ SECURITY_CONTACT: text })).toThrow('SECURITY_CONTACT')
  })
})
