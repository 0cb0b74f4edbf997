import { Button, PasswordInput, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { safeRedirect } from '../../app/redirect.ts'
import { useCompany } from '../../app/session.tsx'
import { login } from '../../app/session-actions.ts'
import { appText } from '../../text/app.ts'
import { loginText } from '../../text/login.ts'
import { AuthLayout } from './auth-layout.tsx'
import { loginErrors, loginFailure } from './login-failure.ts'
import styles from './login-screen.module.css'

/** `/login/manager`: the staff's login; then the page they wanted, or the dashboard. */
export function LoginScreen() {
  const company = useCompany()
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const form = useForm({
    initialValues: { mail: '', password: '' },
    validate: ({ mail, password }) => ({ ...loginErrors({ MAIL: mail.trim(), password }) }),
  })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = `${loginText.title} · ${company?.NOM ?? appText.name}`
  }, [company])

  const submit = form.onSubmit(async ({ mail, password }) => {
    setFailure(null)
    setBusy(true)
    try {
      await login({ MAIL: mail.trim(), password })
      await navigate({ href: safeRedirect(redirect) ?? paths.manager.href(), replace: true })
    } catch (error) {
      setFailure(loginFailure(error))
    } finally {
      setBusy(false)
    }
  })

  return (
    <AuthLayout area="manager">
      <Title order={1} size="h2" mb="md">
        {loginText.title}
      </Title>
      <form className={styles.form} onSubmit={submit} noValidate>
        {failure !== null && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <TextInput
          label={loginText.mail}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          size="md"
          {...form.getInputProps('mail')}
        />
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
      </form>
    </AuthLayout>
  )
}
