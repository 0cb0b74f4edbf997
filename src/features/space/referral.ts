import { spaceText } from '../../text/space.ts'
import type { Friend } from './send-request.ts'

const text = spaceText.referral

/** The form's values. */
export type FriendForm = {
  PRENOM: string
  NOM: string
  PORTABLE: string
  MAIL: string
  VILLE: string
}
export const EMPTY_FRIEND: FriendForm = { PRENOM: '', NOM: '', PORTABLE: '', MAIL: '', VILLE: '' }

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE_DIGITS = 6

/** The messages of the form, by field; a referral needs a way to reach the person. */
export function friendErrors(form: FriendForm): Partial<Record<keyof FriendForm, string>> {
  const phone = form.PORTABLE.trim()
  const mail = form.MAIL.trim()
  return {
    ...(form.NOM.trim() === '' ? { NOM: text.nameMissing } : {}),
    ...(phone === '' && mail === '' ? { PORTABLE: text.reach } : {}),
    ...(phone !== '' && phone.replace(/\D/g, '').length < PHONE_DIGITS ? { PORTABLE: text.phoneInvalid } : {}),
    ...(mail !== '' && !MAIL.test(mail) ? { MAIL: text.mailInvalid } : {}),
  }
}

/** The body to send: without empty fields. */
export const friendOf = ({ NOM, ...rest }: FriendForm): Friend => ({
  NOM: NOM.trim(),
  ...Object.fromEntries(
    Object.entries(rest)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  ),
})
