import { describe, expect, it } from 'vitest'
import { asciiMail, mailSpellings, normalMail } from './mail-address.ts'

describe('mail addresses whose domain has accents', () => {
  it('[API-13] are one address in both spellings, composed or not, in capitals or not', () => {
    const ascii = 'contact@xn--rnov-bpa.fr'
    for (const typed of ['contact@rénov.fr', 'contact@re\u0301nov.fr', 'contact@RÉNOV.fr', ascii])
      expect(asciiMail(typed), typed).toBe(ascii)
    expect(normalMail(' Contact@RÉNOV.fr ')).toBe(ascii)
    expect(mailSpellings(ascii)).toEqual([ascii, 'contact@rénov.fr'])
  })

  it('leaves every other address as it is, its local part too', () => {
    for (const address of ['léa@example.com', "p.o'connor@Example.com", 'a@1.22', 'sans domaine', '@', 'a@', 'é'])
      expect(asciiMail(address), address).toBe(address)
    expect(asciiMail('léa@rénov.fr')).toBe('léa@xn--rnov-bpa.fr')
    expect(mailSpellings('ana@example.com')).toEqual(['ana@example.com'])
  })

  it('[SEC] takes no part of a text for the domain, and makes none of what is no domain', () => {
    for (const address of [
      'a@rénov.fr/x',
      'a@rénov.fr?x',
      'a@rénov.fr#x',
      'a@rénov.fr:25',
      'a@rénov%2efr',
      'a@ré\\x.fr',
      'a@é|x.fr',
    ])
      expect(asciiMail(address), address).toBe(address)
  })
})
