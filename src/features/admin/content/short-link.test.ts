import { describe, expect, it } from 'vitest'
import { createIssues, recordIssues } from '../../../../schemas/validate.ts'
import { asEntity } from '../../../domain/online/answers.ts'
import { qrPath, qrSvg } from '../../../ui/page/qr-code.tsx'
import { shortAddress, shortLink } from './short-link.ts'

const entity = asEntity(shortLink)

describe('[ADM-01 shortener] a short link', () => {
  it('is on its company’s host, beside the admin domain', () => {
    expect(shortAddress({ slug: 'promo', companyKey: 'demo' }, { protocol: 'https:', host: 'admin.lolapp.fr' })).toBe(
      'https://demo.lolapp.fr/promo',
    )
    expect(
      shortAddress({ slug: 'promo', companyKey: 'demo' }, { protocol: 'http:', host: 'admin.localhost:3000' }),
    ).toBe('http://demo.localhost:3000/promo')
  })

  it.each([
    ['Promo', 'https://example.com', 'slug'],
    ['admin', 'https://example.com', 'slug'],
    ['promo', 'javascript:alert(1)', 'url'],
    ['promo', 'https://', 'url'],
  ])('%s to %s is refused without a call to the server', (slug, url, field) => {
    expect(recordIssues(entity, { id: 'x', slug, url, LIBELLE: null }).map((issue) => issue.field)).toEqual([field])
    expect(createIssues(entity, { id: 'x', slug, url })).toEqual([])
  })

  it.each(['javascript:alert(1)', 'https://', 'example.com'])('[RES-06 url] « Invalid URL » is said of %s', (url) => {
    const issues = recordIssues(entity, { id: 'x', slug: 'promo', url, LIBELLE: null })
    expect(issues.map(({ field, message }) => [field, message])).toEqual([['url', 'Invalid URL']])
  })

  it('its QR code is a square of modules inside a quiet zone, the same picture as a file', () => {
    const { path, side } = qrPath('https://demo.lolapp.fr/promo')
    expect(side).toBeGreaterThanOrEqual(21 + 8)
    // The finder pattern's corner, four modules in.
    expect(path.startsWith('M4 4h1v1h-1z')).toBe(true)
    expect(path).not.toMatch(/M[0-3] /)
    expect(qrSvg('https://demo.lolapp.fr/promo')).toContain(path)
    expect(qrPath('https://demo.lolapp.fr/autre').path).not.toBe(path)
  })
})
