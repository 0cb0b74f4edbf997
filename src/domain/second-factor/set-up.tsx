import { Button, Text } from '@mantine/core'
import { IconFingerprint, IconQrcode } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { TotpSecret } from '../../../schemas/second-factor.ts'
import { factorsOf } from '../../data/session/second-factor.ts'
import { securiteText as text } from '../../text/securite.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { CodeList } from './code-list.tsx'
import { KeyForm } from './key-form.tsx'
import { proofFailure } from './proof-failure.ts'
import styles from './second-factor.module.css'
import { TotpForm } from './totp-form.tsx'

type Step =
  | { at: 'choice' }
  | { at: 'app'; secret: TotpSecret }
  | { at: 'key' }
  | { at: 'codes'; codes: string[]; expiresAt: string }

/**
 * After the password of an account that must have a second factor and has none: asks to choose one, then shows the recovery codes. Until then its
 * session allows nothing else. @param onDone is given the end of the session, which is a full one now
 */
export function SetUp({ token, onDone }: { token: string; onDone: (expiresAt: string) => void }) {
  const calls = useMemo(() => factorsOf(token), [token])
  const [step, setStep] = useState<Step>({ at: 'choice' })
  const [failure, setFailure] = useState<string | null>(null)
  const added = ({ recovery_codes, expires_at }: { recovery_codes: string[]; expires_at: string }): void =>
    setStep({ at: 'codes', codes: recovery_codes, expiresAt: expires_at })
  const beginApp = async (): Promise<void> => {
    setFailure(null)
    try {
      setStep({ at: 'app', secret: await calls.beginTotp() })
    } catch (error) {
      setFailure(proofFailure(error))
    }
  }
  if (step.at === 'codes')
    return <CodeList codes={step.codes} done={text.setUp.done} onKept={() => onDone(step.expiresAt)} />
  return (
    <div className={styles.form}>
      <Failure>{failure}</Failure>
      {step.at === 'choice' ? <Choice onApp={() => void beginApp()} onKey={() => setStep({ at: 'key' })} /> : null}
      {step.at === 'app' ? (
        <TotpForm secret={step.secret} confirm={async (code) => added(await calls.confirmTotp(code))} />
      ) : null}
      {step.at === 'key' ? <KeyForm create={async (name) => added(await calls.addPasskey(name))} /> : null}
      {step.at === 'choice' ? null : (
        <Button variant="subtle" size="md" onClick={() => setStep({ at: 'choice' })}>
          {text.setUp.other}
        </Button>
      )}
    </div>
  )
}

function Choice({ onApp, onKey }: { onApp: () => void; onKey: () => void }) {
  return (
    <>
      <Text>{text.setUp.intro}</Text>
      <div>
        <Button size="md" fullWidth leftSection={<IconFingerprint size={20} aria-hidden />} onClick={onKey}>
          {text.keys.add}
        </Button>
        <p className={styles.about}>{text.keys.about}</p>
      </div>
      <div>
        <Button
          size="md"
          fullWidth
          variant="default"
          leftSection={<IconQrcode size={20} aria-hidden />}
          onClick={onApp}
        >
          {text.app.add}
        </Button>
        <p className={styles.about}>{text.app.about}</p>
      </div>
    </>
  )
}
