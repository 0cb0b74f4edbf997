import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { spaceText } from '../../text/space.ts'
import { EMPTY_FRIEND, type FriendForm, friendErrors, friendOf } from './referral.ts'
import { RequestForm } from './request-form.tsx'
import { SpacePage } from './space-page.tsx'

const text = spaceText.referral

interface FriendField extends Pick<TextInputProps, 'type' | 'maxLength'> {
  name: keyof FriendForm
  label: string
}

/** The fields are about another person: the browser must not fill in the customer's own name. */
const FIELDS: readonly FriendField[] = [
  { name: 'PRENOM', label: text.firstName, maxLength: 80 },
  { name: 'NOM', label: text.name, maxLength: 80 },
  { name: 'PORTABLE', label: text.phone, type: 'tel', maxLength: 20 },
  { name: 'MAIL', label: text.mail, type: 'email', maxLength: 254 },
  { name: 'VILLE', label: text.town, maxLength: 80 },
]

/** `/space/parrain`: the customer recommends another person. */
export function SpaceReferralScreen() {
  const [friend, setFriend] = useState(EMPTY_FRIEND)
  const [tried, setTried] = useState(false)
  const errors = friendErrors(friend)
  const bodyOf = () => {
    setTried(true)
    if (Object.keys(errors).length > 0) return null
    return async () => ({ type: 'parrain' as const, FILLEUL: friendOf(friend) })
  }
  const onSent = (): void => {
    setFriend(EMPTY_FRIEND)
    setTried(false)
  }
  return (
    <SpacePage title={text.title} subtitle={text.intro}>
      <RequestForm label={text.message} bodyOf={bodyOf} onSent={onSent}>
        {FIELDS.map(({ name, ...field }) => (
          <TextInput
            key={name}
            {...field}
            autoComplete="off"
            value={friend[name]}
            error={tried ? (errors[name] ?? null) : null}
            onChange={(event) => setFriend({ ...friend, [name]: event.currentTarget.value })}
          />
        ))}
      </RequestForm>
    </SpacePage>
  )
}
