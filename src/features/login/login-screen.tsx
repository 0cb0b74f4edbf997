import { Button, PasswordInput, TextInput, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { safeRedirect } from '../../app/redirect.ts'
import { useCompany } from '../../app/session.tsx'
import { login } from '../../app/session-actions.ts'
import { appText } from '../../text/app.ts'
import { loginText } from '../../text/login.ts'
import { AuthLayout } from './auth-layout.tsx'
import { type LoginErrors, loginErrors, loginFailure } from './login-failure.ts'
import styles from './login-screen.module.css'

/** `/login/manager`: the staff's login; then the page they wanted, or the dashboard. */
export function LoginScreen() {
  const company = useCompany()
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const [mail, setMail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<LoginErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = `${loginText.title} · ${company?.NOM ?? appText.name}`
  }, [company])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const credentials = { MAIL: mail.trim(), password }
    const found = loginErrors(credentials)
    setErrors(found)
    setFailure(null)
    if (found.mail || found.password) return
    setBusy(true)
    try {
      await login(credentials)
      await navigate({ href: safeRedirect(redirect) ?? paths.manager.href(), replace: true })
    } catch (error) {
      setFailure(loginFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthLayout area="manager">
      <Title order={1} size="h2" mb="md">
        {loginText.title}
      </Title>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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
          value={mail}
          onChange={(event) => setMail(event.currentTarget.value)}
          error={errors.mail}
        />
        <PasswordInput
          label={loginText.password}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': loginText.showPassword }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errors.password}
        />
        <Button type="submit" size="md" fullWidth loading={busy} mt={4}>
          {loginText.submit}
        </Button>
      </form>
    </AuthLayout>
  )
}
