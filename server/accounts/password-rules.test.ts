import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { AppError } from '../../schemas/errors.ts'
import { assertPassword } from './password-rules.ts'

const list = gunzipSync(readFileSync(new URL('common-passwords/common-passwords.txt.gz', import.meta.url)))
  .toString('utf8')
  .split('\n')

/** The error message for a password; null when it is accepted. */
const said = (password: string, { demo = false, about = [] as string[] } = {}): string | null => {
  try {
    assertPassword({ password, demo, about })
    return null
  } catch (error) {
    return (error as AppError).errors?.password?.[0] ?? 'something else'
  }
}

describe('a password that somebody chooses', () => {
  it('[SEC] is compared with a list of the 10,000 most common ones, the most common first', () => {
    expect(list).toHaveLength(10_000)
    expect(new Set(list).size).toBe(10_000)
    expect(list.slice(0, 2)).toEqual(['123456', 'password'])
    const long = list.filter((word) => word.length >= 12)
    expect(long.length).toBeGreaterThan(10)
    for (const word of long) expect([word, said(word)]).not.toEqual([word, null])
  })

  it.each([
    'Sonyericsson',
    'SONYERICSSON',
    'Marseille2026',
    'password123456',
    '  p@ssw0rd 2026',
    'P4$$w0rd-2026',
    'azertyazerty',
    'azertyuiop12',
    'Éléphant2026',
    'mot de passe!',
    'Mot-De-Passe-2026',
    'lolapplolapp',
    'Demonstration1',
    'bonjour bonjour',
    '**iloveyou**',
  ])('[SEC] « %s » is a common one in disguise', (password) => {
    expect(said(password)).toContain('plus courants')
  })

  it.each(['123456789012', '14 07 1789 0000', 'aaaaaaaaaaaa'])('[SEC] « %s » is too simple', (password) => {
    expect(said(password)).toBe('Ce mot de passe est trop simple')
  })

  it.each([
    'une phrase de passe neuve',
    'correct cheval pile agrafe',
    'une phrase de passe',
    'tK4#vm9!Qz2p',
    'le soleil se couche à 21 h',
    '8472-9183-password-5521',
  ])('« %s » is accepted', (password) => {
    expect(said(password)).toBeNull()
  })

  it('[SEC] the published password of the demonstration is accepted by a demonstration only', () => {
    expect(said('demonstration')).toContain('plus courants')
    expect(said('demonstration', { demo: true })).toBeNull()
    expect(said('password123456', { demo: true })).toContain('plus courants')
  })
})
