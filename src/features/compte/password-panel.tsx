import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { nothing } from '../../data/api/shape.ts'
import { compteText } from '../../text/compte.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Failure } from '../../ui/page/failure.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import type { PanelProps } from './account-call.ts'
import styles from './compte.module.css'
import { passwordErrors, passwordRefusal } from './new-password.ts'

const { password: text } = compteText
const EMPTY = { current: '', password: '', confirmation: '' }

/**
 * « Mot de passe »: a person who knows the present password chooses a new one. It needs the network, because a pending password would be stored on the
 * phone unencrypted.
 */
export function PasswordPanel({
  call,
  online,
  readOnly,
  mail,
  onChanged,
}: PanelProps & { mail: string | null; onChanged: () => void }) {
  const form = useForm({ initialValues: EMPTY, validate: (values) => ({ ...passwordErrors(values) }) })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const may = online && !readOnly

  const submit = form.onSubmit(async ({ current, password, confirmation }) => {
    if (!may) return
    setFailure(null)
    setBusy(true)
    try {
      const body = { current, password, password_confirmation: confirmation }
      await call('/account/password', nothing, { method: 'POST', body })
      form.reset()
      notices.success(text.done)
      onChanged()
    } catch (error) {
      const { fields, sentence } = passwordRefusal(error)
      form.setErrors(fields)
      setFailure(sentence)
    } finally {
      setBusy(false)
    }
  })

  const field = { size: 'md', disabled: !may, visibilityToggleButtonProps: { 'aria-label': text.show } } as const
  return (
    <Panel title={text.title}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.hint}>
          {may ? `${text.intro} ${text.consequence}` : readOnly ? compteText.inPlace : compteText.offline}
        </p>
        <Failure>{failure}</Failure>
        {/* Whose password it is, for what keeps passwords in the browser. */}
        <input type="email" autoComplete="username" value={mail ?? ''} readOnly hidden />
        <PasswordInput
          label={text.current}
          autoComplete="current-password"
          {...field}
          {...form.getInputProps('current')}
        />
        <PasswordInput label={text.next} autoComplete="new-password" {...field} {...form.getInputProps('password')} />
        <PasswordInput
          label={text.confirm}
          autoComplete="new-password"
          {...field}
          {...form.getInputProps('confirmation')}
        />
        <Button type="submit" size="md" className={styles.action ?? ''} loading={busy} disabled={!may}>
          {text.submit}
        </Button>
      </form>
    </Panel>
  )
}
