import { AppError } from '../../../schemas/errors.ts'
import { MIN_PASSWORD } from '../../../schemas/rules/passwords.ts'
import { compteText } from '../../text/compte.ts'
import { errorsText } from '../../text/errors.ts'

const { password: text } = compteText

export interface PasswordForm {
  current: string
  password: string
  confirmation: string
}

/** What the form can tell without the server, by field. */
export function passwordErrors({ current, password, confirmation }: PasswordForm): Partial<PasswordForm> {
  const short = [...password].length < MIN_PASSWORD
  return {
    ...(current === '' ? { current: text.required } : {}),
    ...(password === '' ? { password: text.required } : short ? { password: text.tooShort } : {}),
    ...(confirmation === password ? {} : { confirmation: text.notSame }),
  }
}

/** What the server said: by field where it named one, else a sentence for all. */
export function passwordRefusal(error: unknown): { fields: Partial<PasswordForm>; sentence: string | null } {
  if (!(error instanceof AppError)) return { fields: {}, sentence: errorsText.unknown }
  if (error.code === 'RATE_LIMITED') return { fields: {}, sentence: text.tooMany }
  const { current, password, password_confirmation: confirmation } = error.errors ?? {}
  const fields = {
    ...(current ? { current: current.join(' ') } : {}),
    ...(password ? { password: password.join(' ') } : {}),
    ...(confirmation ? { confirmation: confirmation.join(' ') } : {}),
  }
  return { fields, sentence: Object.keys(fields).length > 0 ? null : error.message }
}
