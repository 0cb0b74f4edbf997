import type { Static } from 'typebox'
import * as Type from 'typebox'
import { BASE } from '../../../schemas/protocol.ts'
import type { Held } from '../../forms/follow-record.ts'
import { mailText as text } from '../../text/admin/mail.ts'
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

/** What a form showed of these settings, for the server to compare; the password is none of it. */
const seenOf = ({ host, port, secure, user, MAIL_EXPEDITEUR }: Smtp) => ({ host, port, secure, user, MAIL_EXPEDITEUR })

/**
 * The body of a save. An empty password does not change the stored one, which the server never sends.
 * @param seen the settings that these values are edits of: where somebody else has changed one of them, the server answers 409
 */
export const smtpBody = ({ host, port, secure, user, password, MAIL_EXPEDITEUR }: SmtpValues, seen: Smtp) => ({
  host: host.trim(),
  port: Number(port),
  secure,
  user: orNothing(user),
  MAIL_EXPEDITEUR: orNothing(MAIL_EXPEDITEUR),
  ...(password === '' ? {} : { password }),
  [BASE]: seenOf(seen),
})

const LABELS = {
  host: text.host,
  port: text.port,
  user: text.user,
  MAIL_EXPEDITEUR: text.sender,
  secure: text.secure,
} as const

/**
 * Somebody has saved other settings since the form was opened: what its user has not touched takes theirs.
 * @returns what the form holds now, and the labels of the fields that both have changed, which keep the user's words
 */
export function meetSmtp(held: Held<SmtpValues>, theirs: Smtp): Held<SmtpValues> & { behind: string[] } {
  const { values, snapshot } = held
  const shown = smtpValues(theirs)
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[]
  const mine = names.filter((name) => values[name] !== snapshot[name])
  const kept = Object.fromEntries(mine.map((name) => [name, values[name]])) as Partial<SmtpValues>
  const behind = mine.filter((name) => shown[name] !== snapshot[name] && shown[name] !== values[name])
  return {
    values: { ...shown, ...kept, password: values.password },
    snapshot: shown,
    behind: behind.map((name) => LABELS[name]),
  }
}
