import { describe, expect, it } from 'vitest'
import { AppError, unauthorized, validationError } from '../../../schemas/errors.ts'
import { conflictReason, spaceFailure } from './space-failure.ts'

const conflict = (details: unknown): AppError =>
  new AppError('CONFLICT', 'Ce devis a changé.', { details: { body: { details } } })

describe('why an action failed', () => {
  it('[AUT-07] an administrator who impersonates a customer is told that they may decide nothing', () => {
    expect(spaceFailure(unauthorized())).toMatch(/administrateur.*ne pouvez rien décider, signer/)
  })

  it('[SPA-06] no network: nothing is lost', () => {
    expect(spaceFailure(new AppError('UNAVAILABLE', 'x', { details: { offline: true } }))).toMatch(/connexion Internet/)
  })

  it('[SPA-04] otherwise the server’s own message, never a technical one', () => {
    expect(spaceFailure(conflict({ reason: 'change' }))).toBe('Ce devis a changé.')
    expect(spaceFailure(validationError({ token: ['Cette demande a expiré.'] }))).toBe('Cette demande a expiré.')
    expect(spaceFailure(new AppError('KEY_REUSED', 'Cet identifiant a déjà servi.'))).toMatch(
      /premier envoi.*bien arrivé/,
    )
    expect(spaceFailure(new AppError('INTERNAL', 'ECONNRESET'))).not.toContain('ECONNRESET')
    expect(spaceFailure(new TypeError('x is undefined'))).not.toContain('undefined')
  })

  it('[SPA-04] a conflict names the present state of the quote', () => {
    expect(conflictReason(conflict({ reason: 'signe' }))).toBe('signe')
    expect(conflictReason(conflict(undefined))).toBe('')
    expect(conflictReason(unauthorized())).toBeNull()
  })
})
