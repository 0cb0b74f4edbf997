import { Button, Code, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TotpSecret } from '../../../schemas/second-factor.ts'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { securiteText } from '../../text/securite.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { QrCode } from '../../ui/page/qr-code.tsx'
import { proofFailure } from './proof-failure.ts'
import styles from './second-factor.module.css'

const { app: text, step } = securiteText

/** In groups of four, for people who copy it by hand. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

const LENGTH = 6
const digitsOf = (code: string): string => code.replace(/\D/g, '')
const validate = ({ values }: { values: { code: string } }) =>
  digitsOf(values.code).length === LENGTH ? {} : { code: step.codeInvalid }

/** The secret as a QR code and as text; its first code activates it. */
export function TotpForm({ secret, confirm }: { secret: TotpSecret; confirm: (code: string) => Promise<void> }) {
  const { form, onSubmit } = useFormEngine({ values: { code: '' }, validate, afterTry: true })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const give = async (code: string): Promise<void> => {
    setFailure(null)
    setBusy(true)
    try {
      await confirm(digitsOf(code))
    } catch (error) {
      setFailure(proofFailure(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={onSubmit(({ code }) => void give(code))} noValidate>
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
        {...form.getInputProps('code')}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {text.confirm}
      </Button>
    </form>
  )
}
