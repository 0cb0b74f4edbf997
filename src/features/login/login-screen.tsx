import { Alert, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
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
import { loginFailure } from './login-failure.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** `/login/manager`: the staff's login; then the page they wanted, or the dashboard. */
export function LoginScreen() {
  const company = useCompany()
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { MAIL: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      MAIL: (value) => {
        if (value.trim() === '') return loginText.required
        return EMAIL.test(value.trim()) ? null : loginText.email
      },
      password: (value) => (value === '' ? loginText.required : null),
    },
  })
  useEffect(() => {
    document.title = `${loginText.title} · ${company?.NOM ?? appText.name}`
  }, [company])

  const submit = async (values: { MAIL: string; password: string }): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await login({ MAIL: values.MAIL.trim(), password: values.password })
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
      <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
        <Stack gap="md">
          {failure !== null && (
            <Alert color="rouge" variant="light" role="alert">
              {failure}
            </Alert>
          )}
          <TextInput
            label={loginText.mail}
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            size="md"
            autoFocus
            {...form.getInputProps('MAIL')}
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
        </Stack>
      </form>
    </AuthLayout>
  )
}
