import { Button, PasswordInput, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../data/api/api.ts'
import { nothing } from '../../data/api/shape.ts'
import { loginText } from '../../text/login.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { loginHref } from './login-href.ts'
import styles from './login-screen.module.css'
import { MailField } from './mail-field.tsx'
import { newPasswordErrors } from './new-password.ts'
import { isDeadLink, passwordFailure } from './password-failure.ts'
import { useAuthTitle } from './use-auth-title.ts'

/** `/password/reset/{token}`: the new password, behind the link of the mail. The token is sent in the body, never in another address. */
export function PasswordResetScreen() {
  useAuthTitle(loginText.resetTitle)
  const { token } = useParams({ strict: false }) as { token: string }
  const form = useForm({
    initialValues: { mail: '', password: '', confirmation: '' },
    validate: (values) => ({ ...newPasswordErrors(values) }),
  })
  const [failure, setFailure] = useState<{ message: string; dead: boolean } | null>(null)
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')

  const submit = form.onSubmit(async ({ mail, password, confirmation }) => {
    setFailure(null)
    setState('busy')
    try {
      await callApi('/password/reset', nothing, {
        method: 'POST',
        body: { token, email: mail.trim(), password, password_confirmation: confirmation },
        token: null,
        ownRefusal: true,
      })
      setState('done')
    } catch (error) {
      setFailure({ message: passwordFailure(error), dead: isDeadLink(error) })
      setState('open')
    }
  })

  const eye = { 'aria-label': loginText.showPassword }
  return (
    <AuthLayout area="manager">
      <Title order={1} size="h2" mb="xs">
        {loginText.resetTitle}
      </Title>
      {state === 'done' ? (
        <div className={styles.form}>
          <Text role="status">{loginText.resetDone}</Text>
          <Button component={Link} to={loginHref()} size="md" fullWidth>
            {loginText.submit}
          </Button>
        </div>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          <Text size="sm" c="dimmed">
            {loginText.resetText}
          </Text>
          {failure !== null && (
            <Failure>
              {failure.message} {failure.dead && <Link to={paths.passwordAsk.href()}>{loginText.askAgain}</Link>}
            </Failure>
          )}
          <MailField {...form.getInputProps('mail')} />
          <PasswordInput
            label={loginText.newPassword}
            autoComplete="new-password"
            size="md"
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label={loginText.confirmPassword}
            autoComplete="new-password"
            size="md"
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('confirmation')}
          />
          <Button type="submit" size="md" fullWidth loading={state === 'busy'}>
            {loginText.reset}
          </Button>
        </form>
      )}
    </AuthLayout>
  )
}
