import { Button, PasswordInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../app/paths.ts'
import { safeRedirect } from '../../app/redirect.ts'
import { Failure } from '../../components/failure.tsx'
import { loginText } from '../../text/login.ts'
import { loginErrors, loginFailure } from './login-failure.ts'
import styles from './login-screen.module.css'
import { MailField } from './mail-field.tsx'

export interface LoginFormProps {
  title: string
  enter: (credentials: { mail: string; password: string }) => Promise<void>
  /** Where to go when nobody asked for a page. */
  home: string
}

/** Mail and password, of staff and of administrators; then the page they wanted. */
export function LoginForm({ title, enter, home }: LoginFormProps) {
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const form = useForm({
    initialValues: { mail: '', password: '' },
    validate: ({ mail, password }) => ({ ...loginErrors({ MAIL: mail.trim(), password }) }),
  })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = form.onSubmit(async ({ mail, password }) => {
    setFailure(null)
    setBusy(true)
    try {
      await enter({ mail: mail.trim(), password })
      await navigate({ href: safeRedirect(redirect) ?? home, replace: true })
    } catch (error) {
      setFailure(loginFailure(error))
    } finally {
      setBusy(false)
    }
  })

  return (
    <>
      <Title order={1} size="h2" mb="md">
        {title}
      </Title>
      <form className={styles.form} onSubmit={submit} noValidate>
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
    </>
  )
}
