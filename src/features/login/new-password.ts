import { MIN_PASSWORD } from '../../../schemas/rules/passwords.ts'
import { loginText } from '../../text/login.ts'
import { loginErrors } from './login-failure.ts'

export interface NewPassword {
  mail: string
  password: string
  confirmation: string
}

/** What the form of a new password can tell without the server, by field. */
export function newPasswordErrors({ mail, password, confirmation }: NewPassword): Partial<NewPassword> {
  const { mail: wrongMail } = loginErrors({ MAIL: mail.trim(), password: 'x' })
  const short = [...password].length < MIN_PASSWORD
  return {
    ...(wrongMail === undefined ? {} : { mail: wrongMail }),
    ...(password === '' ? { password: loginText.required } : short ? { password: loginText.tooShort } : {}),
    ...(confirmation === password ? {} : { confirmation: loginText.notSame }),
  }
}
