import { describe, expect, it } from 'vitest'
import { AppError, validationError } from '../../../schemas/errors.ts'
import { newPasswordErrors } from './new-password.ts'
import { isDeadLink, passwordFailure } from './password-failure.ts'

const good = { mail: ' ada@example.com ', password: 'quatre mots', confirmation: 'quatre mots' }

describe('[AUT-02] a new password', () => {
  it.each([
    [{}, ['password']],
    [{ password: 'douze lettres', confirmation: 'douze lettres' }, []],
    [{ password: 'douze lettres', confirmation: 'autre' }, ['confirmation']],
    [{ mail: 'ada', password: 'douze lettres', confirmation: 'douze lettres' }, ['mail']],
    [{ password: '', confirmation: '' }, ['password']],
  ])('%o is wrong in %j', (change, fields) => {
    expect(Object.keys(newPasswordErrors({ ...good, ...change }))).toEqual(fields)
  })

  it('a link that was used or has expired shows the server’s message, and only then offers another one', () => {
    const dead = validationError({ token: ["Ce lien n'est plus valable. Demandez-en un nouveau."] })
    expect([passwordFailure(dead), isDeadLink(dead)]).toEqual([
      "Ce lien n'est plus valable. Demandez-en un nouveau.",
      true,
    ])
    const simple = validationError({ password: ['Ce mot de passe est trop simple'] })
    expect([passwordFailure(simple), isDeadLink(simple)]).toEqual(['Ce mot de passe est trop simple', false])
    expect(passwordFailure(new AppError('RATE_LIMITED', 'x'))).toMatch(/Trop de demandes/)
    expect(passwordFailure(new AppError('UNAVAILABLE', 'x', { details: { offline: true } }))).toMatch(/connexion/)
  })
})
