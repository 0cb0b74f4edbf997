import { describe, expect, it } from 'vitest'
import { AppError, validationError } from '../../../schemas/errors.ts'
import { codeFailure } from './code-failure.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const wrong = validationError({ CODE: ['Code incorrect ou expiré. Demandez un nouveau code.'] })
const said = (error: unknown, { minutes = 1, tries = 1 } = {}): string =>
  codeFailure(error, { askedAt: NOW - minutes * 60_000, tries }, NOW)

describe('[AUT-03] a code that is refused, in plain words', () => {
  it('wrong: how many tries are left', () => {
    expect(said(wrong, { tries: 1 })).toMatch(/pas le bon.*Il reste 4 essais/)
    expect(said(wrong, { tries: 4 })).toContain('Il reste 1 essai.')
  })

  it('after the fifth wrong one the code is no longer valid', () => {
    expect(said(wrong, { tries: 5 })).toMatch(/^Trop d’essais/)
  })

  it('after its ten minutes it has expired, whatever was typed', () => {
    expect(said(wrong, { minutes: 10 })).toMatch(/pas le bon/)
    expect(said(wrong, { minutes: 11, tries: 5 })).toMatch(/a expiré/)
  })

  it('too many codes asked for: the server’s words', () => {
    const limit = new AppError('RATE_LIMITED', 'Trop de codes demandés pour ce numéro. Réessayez dans 15 minutes.')
    expect(said(limit)).toBe(limit.message)
  })

  it('no network: nothing is lost', () => {
    expect(said(new AppError('UNAVAILABLE', 'x', { details: { offline: true } }))).toMatch(/connexion Internet/)
  })

  it('another field: its own message', () => {
    expect(said(validationError({ PORTABLE: ['Numéro faux'] }))).toBe('Numéro faux')
  })
})
