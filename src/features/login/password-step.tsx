import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { loginText } from '../../text/login.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { loginErrors, loginFailure } from './login-failure.ts'
import styles from './login-screen.module.css'
import { MailField } from './mail-field.tsx'

export interface Credentials {
  mail: string
  password: string
}

interface PasswordStepProps {
  /** An error of a later step. */
  failure: string | null
  submit: (credentials: Credentials) => Promise<void>
}

/** The first step of a login. */
export function PasswordStep({ failure: before, submit }: PasswordStepProps) {
  const form = useForm({
    initialValues: { mail: '', password: '' },
    validate: ({ mail, password }) => ({ ...loginErrors({ MAIL: mail.trim(), password }) }),
  })
  const [failure, setFailure] = useState<string | null>(before)
  const [busy, setBusy] = useState(false)

  const send = form.onSubmit(async ({ mail, password }) => {
    setFailure(null)
    setBusy(true)
    try {
      await submit({ mail: mail.trim(), password })
    } catch (error) {
      setFailure(loginFailure(error))
    } finally {
      setBusy(false)
    }
  })

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <Failure>{failure}</Failure>
      <MailField {...form.getInputProps('mail')} />
      <PasswordInput
        label={loginText.password}
        autoComplete="current-password"
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': loginText.showPassword }}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" fullWidth loading={busy} mt={4}>
        {loginText.submit}
      </Button>
      <Link to={paths.passwordAsk.href()} className={styles.forgotten}>
        {loginText.forgotten}
      </Link>
    </form>
  )
}
