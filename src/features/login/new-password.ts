import { MIN_PASSWORD } from '../../../schemas/rules/passwords.ts'
import { loginText } from '../../text/login.ts'
import { loginErrors } from './login-failure.ts'

export interface NewPassword {
  mail: string
  password: string
  confirmation: string
}

/** The errors of a new password that need no server, by field. */
export function newPasswordErrors({ mail, password, confirmation }: NewPassword): Partial<NewPassword> {
  const { mail: wrongMail } = loginErrors({ MAIL: mail.trim(), password: 'x' })
  const short = [...password].length < MIN_PASSWORD
  return {
    ...(wrongMail === undefined ? {} : { mail: wrongMail }),
    ...(password === '' ? { password: loginText.required } : short ? { password: loginText.tooShort } : {}),
    ...(confirmation === password ? {} : { confirmation: loginText.notSame }),
  }
}
