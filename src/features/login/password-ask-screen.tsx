import { Button, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../data/api/api.ts'
import { isText, objectOf } from '../../data/api/shape.ts'
import { loginText } from '../../text/login.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { loginErrors } from './login-failure.ts'
import { loginHref } from './login-href.ts'
import styles from './login-screen.module.css'
import { MailField } from './mail-field.tsx'
import { passwordFailure } from './password-failure.ts'
import { useAuthTitle } from './use-auth-title.ts'

/** `/password/reset`: asks for the link by mail. The answer does not tell whether an account exists: it is always the same. */
export function PasswordAskScreen() {
  useAuthTitle(loginText.askTitle)
  const form = useForm({
    initialValues: { mail: '' },
    validate: ({ mail }) => {
      const { mail: message } = loginErrors({ MAIL: mail.trim(), password: 'x' })
      return message === undefined ? {} : { mail: message }
    },
  })
  const [said, setSaid] = useState<{ answer: string } | { failure: string } | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = form.onSubmit(async ({ mail }) => {
    setSaid(null)
    setBusy(true)
    try {
      const { message } = await callApi('/password/email', objectOf({ message: isText }), {
        method: 'POST',
        body: { email: mail.trim() },
        token: null,
        ownRefusal: true,
      })
      setSaid({ answer: message })
    } catch (error) {
      setSaid({ failure: passwordFailure(error) })
    } finally {
      setBusy(false)
    }
  })

  return (
    <AuthLayout area="manager">
      <Title order={1} size="h2" mb="xs">
        {loginText.askTitle}
      </Title>
      {said !== null && 'answer' in said ? (
        <div className={styles.form} role="status">
          <Text>{said.answer}</Text>
          <Text size="sm" c="dimmed">
            {loginText.checkMail}
          </Text>
        </div>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          <Text size="sm" c="dimmed">
            {loginText.askText}
          </Text>
          <Failure>{said?.failure}</Failure>
          <MailField {...form.getInputProps('mail')} />
          <Button type="submit" size="md" fullWidth loading={busy}>
            {loginText.ask}
          </Button>
        </form>
      )}
      <Link to={loginHref()} className={styles.forgotten}>
        {loginText.backToLogin}
      </Link>
    </AuthLayout>
  )
}
