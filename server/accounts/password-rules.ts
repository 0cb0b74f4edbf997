import Type from 'typebox'
import { validationError } from '../../schemas/errors.ts'
import { messages } from '../../schemas/messages.ts'
import { MIN_PASSWORD } from '../../schemas/rules/passwords.ts'
import { DEMO_PASSWORD } from '../demo/plans.ts'
import { MAX_PASSWORD } from '../plugins/session/passwords.ts'
import { isCommonPassword } from './common-passwords/common-passwords.ts'

/** A password that somebody chooses. */
export const newPassword = Type.String({ minLength: 1, maxLength: MAX_PASSWORD })

interface Choice {
  password: string
  /** Texts that the password must not be, such as the account's mail. */
  about?: readonly string[]
  /** True for a server of the demonstration: only there its published password may be chosen. */
  demo: boolean
}

/**
 * A password is strong when it is long and not among those that are tried first (NIST SP 800-63B). So no rule asks for digits or signs, but it may not be a
 * common one (common-passwords.ts) nor digits alone, which are a date or a phone number. Throws a 422 by field.
 */
export function assertPassword({ password, about = [], demo }: Choice): void {
  if (demo && password === DEMO_PASSWORD) return
  if ([...password].length < MIN_PASSWORD) throw refused(messages.minLength(MIN_PASSWORD))
  if (new Set(password).size < 4 || /^[\d\s]+$/.test(password)) throw refused('Ce mot de passe est trop simple')
  if (about.some((text) => text.toLowerCase() === password.toLowerCase())) {
    throw refused('Le mot de passe doit être différent de votre adresse email')
  }
  if (isCommonPassword(password)) {
    throw refused('Ce mot de passe est l’un des plus courants : choisissez-en un que personne ne devinerait')
  }
}

const refused = (message: string) => validationError({ password: [message] })

export function assertSame(password: string, confirmation: string): void {
  if (password !== confirmation) {
    throw validationError({ password_confirmation: ['Les deux mots de passe ne sont pas identiques'] })
  }
}
