import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { AppError } from '../../../schemas/errors.ts'
import type { FactorAsked } from '../../../schemas/second-factor.ts'
import type { IssuedToken } from '../../../schemas/space/login.ts'
import { loginSteps, type Proof } from '../../data/session/second-factor.ts'
import { FactorForm, LostHint } from '../../domain/second-factor/factor-form.tsx'
import { proofFailure } from '../../domain/second-factor/proof-failure.ts'
import { securiteText } from '../../text/securite.ts'
import styles from './login-screen.module.css'

const { step: text } = securiteText

interface FactorStepProps {
  asked: FactorAsked
  admin: boolean
  onIn: (issued: IssuedToken) => Promise<void>
  onRestart: (error?: unknown) => void
}

/** The second step of a login. When its question has expired, the password is asked again. */
export function FactorStep({ asked, admin, onIn, onRestart }: FactorStepProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { challenge, methods } = asked
  const answer = async (make: () => Proof | Promise<Proof>): Promise<void> => {
    setFailure(null)
    setBusy(true)
    try {
      await onIn(await loginSteps.answer(challenge, await make()))
    } catch (error) {
      if (error instanceof AppError && error.code === 'GONE') return onRestart(error)
      setFailure(proofFailure(error))
      setBusy(false)
    }
  }
  return (
    <div className={styles.form}>
      <Text>{text.intro}</Text>
      <FactorForm
        methods={methods}
        submit={text.submit}
        busy={busy}
        failure={failure}
        onProof={(proof) => void answer(() => proof)}
        onPasskey={() => void answer(() => loginSteps.signed(challenge))}
      />
      <LostHint admin={admin} />
      <Button variant="subtle" size="md" onClick={() => onRestart()}>
        {text.again}
      </Button>
    </div>
  )
}
