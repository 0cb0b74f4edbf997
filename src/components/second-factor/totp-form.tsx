import { Button, Code, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { TotpSecret } from '../../../schemas/second-factor.ts'
import { securiteText } from '../../text/securite.ts'
import { Failure } from '../failure.tsx'
import { QrCode } from '../qr-code.tsx'
import { proofFailure } from './proof-failure.ts'
import styles from './second-factor.module.css'

const { app: text, step } = securiteText

/** In groups of four, for people who copy it by hand. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The secret as a QR code and as text; its first code activates it. */
export function TotpForm({ secret, confirm }: { secret: TotpSecret; confirm: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const digits = code.replace(/\D/g, '')
  const isGood = digits.length === 6
  const give = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (!isGood) return
    setFailure(null)
    setBusy(true)
    try {
      await confirm(digits)
    } catch (error) {
      setFailure(proofFailure(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void give(event)} noValidate>
      <Text size="sm">{text.scan}</Text>
      <QrCode text={secret.uri} label={text.qr} className={styles.qr} />
      <div>
        <Text size="sm" c="dimmed">
          {text.secret}
        </Text>
        <Code className={styles.secret ?? ''}>{inFours(secret.secret)}</Code>
      </div>
      <Failure>{failure}</Failure>
      <TextInput
        label={step.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="md"
        maxLength={9}
        value={code}
        error={tried && !isGood ? step.codeInvalid : null}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {text.confirm}
      </Button>
    </form>
  )
}
