import Type from 'typebox'
import { validationError } from '../../schemas/errors.ts'
import { messages } from '../../schemas/validate.ts'
import { MAX_PASSWORD } from '../plugins/session/passwords.ts'

export const MIN_PASSWORD = 12

/** A password that somebody chooses. */
export const newPassword = Type.String({ minLength: 1, maxLength: MAX_PASSWORD })

/**
 * Length is what makes a password strong (NIST SP 800-63B); no rule asks for digits or signs. Throws a 422 by field.
 * @param about what the password must not be, such as the account's mail
 */
export function assertPassword(password: string, about: readonly string[] = []): void {
  if ([...password].length < MIN_PASSWORD) throw validationError({ password: [messages.minLength(MIN_PASSWORD)] })
  if (new Set(password).size < 4) throw validationError({ password: ['Ce mot de passe est trop simple'] })
  if (about.some((text) => text.toLowerCase() === password.toLowerCase())) {
    throw validationError({ password: ['Le mot de passe doit être différent de votre adresse email'] })
  }
}

export function assertSame(password: string, confirmation: string): void {
  if (password !== confirmation) {
    throw validationError({ password_confirmation: ['Les deux mots de passe ne sont pas identiques'] })
  }
}
