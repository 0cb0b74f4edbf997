import { Button, PasswordInput, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useEffect, useState } from 'react'
import { type FactorMethod, methodsOf } from '../../../schemas/second-factor.ts'
import { factorsOf, type Proof, proveSteps, type Token } from '../../data/session/second-factor.ts'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { loginText } from '../../text/login.ts'
import { securiteText } from '../../text/securite.ts'
import { withOverlays } from '../../ui/notices/overlays-state.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { FactorForm } from './factor-form.tsx'
import { proofFailure } from './proof-failure.ts'
import styles from './second-factor.module.css'

const { reauth: text } = securiteText

/** Asks the person in a dialog to authenticate again. @returns false when it is closed without an answer */
export function askReauth(token: Token): Promise<boolean> {
  return new Promise((resolve) => {
    withOverlays(() => {
      const id = modals.open({
        title: text.title,
        size: 'sm',
        closeOnClickOutside: false,
        closeButtonProps: { 'aria-label': text.cancel },
        onClose: () => resolve(false),
        children: (
          <ReauthForm
            token={token}
            onProven={() => {
              resolve(true)
              modals.close(id)
            }}
          />
        ),
      })
    })
  })
}

function ReauthForm({ token, onProven }: { token: Token; onProven: () => void }) {
  const [methods, setMethods] = useState<FactorMethod[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    factorsOf(token)
      .read()
      .then((factors) => setMethods(methodsOf(factors)))
      .catch((error: unknown) => setFailure(proofFailure(error)))
  }, [token])
  const prove = async (make: () => Proof | Promise<Proof>): Promise<void> => {
    setFailure(null)
    setBusy(true)
    try {
      await proveSteps.give(token, await make())
      onProven()
    } catch (error) {
      setFailure(proofFailure(error))
    } finally {
      setBusy(false)
    }
  }
  if (methods === null) return <Failure>{failure}</Failure>
  return (
    <div className={styles.form}>
      <Text size="sm">{text.intro}</Text>
      {methods.length === 0 ? (
        <PasswordForm busy={busy} failure={failure} onPassword={(password) => void prove(() => ({ password }))} />
      ) : (
        <FactorForm
          methods={methods}
          submit={text.submit}
          busy={busy}
          failure={failure}
          onProof={(proof) => void prove(() => proof)}
          onPasskey={() => void prove(() => proveSteps.signed(token))}
        />
      )}
    </div>
  )
}

interface PasswordFormProps {
  busy: boolean
  failure: string | null
  onPassword: (password: string) => void
}

const validate = ({ values }: { values: { password: string } }) =>
  values.password === '' ? { password: loginText.required } : {}

function PasswordForm({ busy, failure, onPassword }: PasswordFormProps) {
  const { form, onSubmit } = useFormEngine({ values: { password: '' }, validate, afterTry: true })
  return (
    <form className={styles.form} onSubmit={onSubmit(({ password }) => onPassword(password))} noValidate>
      <Failure>{failure}</Failure>
      <PasswordInput
        label={text.password}
        autoComplete="current-password"
        size="md"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': loginText.showPassword }}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {text.submit}
      </Button>
    </form>
  )
}
