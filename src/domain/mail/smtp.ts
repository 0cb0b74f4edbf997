import type { Static } from 'typebox'
import * as Type from 'typebox'
import { orNull, textOrNull } from '../online/answers.ts'

export const SmtpAnswer = Type.Object({
  id: Type.String(),
  NOM: Type.String(),
  host: textOrNull,
  port: orNull(Type.Integer()),
  secure: orNull(Type.Boolean()),
  user: textOrNull,
  password: textOrNull,
  MAIL_EXPEDITEUR: textOrNull,
})
export type Smtp = Static<typeof SmtpAnswer>

export type SmtpValues = {
  host: string
  port: number | ''
  secure: boolean
  user: string
  password: string
  MAIL_EXPEDITEUR: string
}

const SUBMISSION = 587

export const smtpValues = (smtp: Smtp): SmtpValues => ({
  host: smtp.host ?? '',
  port: smtp.port ?? SUBMISSION,
  secure: smtp.secure ?? false,
  user: smtp.user ?? '',
  password: '',
  MAIL_EXPEDITEUR: smtp.MAIL_EXPEDITEUR ?? '',
})

const orNothing = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** The body of a save. An empty password does not change the stored one, which the server never sends. */
export const smtpBody = ({ host, port, secure, user, password, MAIL_EXPEDITEUR }: SmtpValues) => ({
  host: host.trim(),
  port: Number(port),
  secure,
  user: orNothing(user),
  MAIL_EXPEDITEUR: orNothing(MAIL_EXPEDITEUR),
  ...(password === '' ? {} : { password }),
})
