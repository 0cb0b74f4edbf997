import { TextInput, type TextInputProps } from '@mantine/core'
import { useEngineDraft } from '../../forms/form-guard.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
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

const validate = ({ values }: { values: FriendForm }) => friendErrors(values)

/** `/space/parrain`: the customer recommends another person. */
export function SpaceReferralScreen() {
  const engine = useFormEngine({ values: EMPTY_FRIEND, validate, afterTry: true })
  const { form, values, valid, touchAll } = engine
  useEngineDraft('space/parrain/filleul', engine)
  const bodyOf = () => {
    touchAll()
    return valid ? async () => ({ type: 'parrain' as const, FILLEUL: friendOf(values) }) : null
  }
  return (
    <SpacePage title={text.title} subtitle={text.intro}>
      <RequestForm
        draftKey="space/parrain"
        label={text.message}
        bodyOf={bodyOf}
        more={engine.isDirty}
        onSent={form.reset}
      >
        {FIELDS.map(({ name, ...field }) => (
          <TextInput key={name} {...field} autoComplete="off" {...form.getInputProps(name)} />
        ))}
      </RequestForm>
    </SpacePage>
  )
}
