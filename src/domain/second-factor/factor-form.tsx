import { Button, Divider, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FactorMethod } from '../../../schemas/second-factor.ts'
import type { Proof } from '../../data/session/second-factor.ts'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { securiteText } from '../../text/securite.ts'
import { Failure } from '../../ui/page/failure.tsx'
import styles from './second-factor.module.css'

const { step: text } = securiteText
const LENGTH = 6
const digitsOf = (code: string): string => code.replace(/\D/g, '')

interface FactorFormProps {
  methods: readonly FactorMethod[]
  /** Label of the button. */
  submit: string
  busy: boolean
  failure: string | null
  onProof: (proof: Proof) => void
  onPasskey: () => void
}

/** Asks for a second factor: a key, the code of an app, or a recovery code. */
export function FactorForm({ methods, submit, busy, failure, onProof, onPasskey }: FactorFormProps) {
  const [recovering, setRecovering] = useState(!methods.includes('totp') && !methods.includes('passkey'))
  const validate = useCallback(
    ({ values }: { values: { value: string } }) => {
      if (recovering) return values.value.trim() === '' ? { value: text.recoveryInvalid } : {}
      return digitsOf(values.value).length === LENGTH ? {} : { value: text.codeInvalid }
    },
    [recovering],
  )
  const { form, onSubmit } = useFormEngine({ values: { value: '' }, validate, afterTry: true })
  const input = useRef<HTMLInputElement>(null)
  const byCode = methods.includes('totp')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field takes the focus
  useEffect(() => input.current?.focus(), [recovering])
  const give = onSubmit(({ value }) =>
    onProof(recovering ? { recovery_code: value.trim() } : { code: digitsOf(value) }),
  )
  const change = (next: boolean): void => {
    form.reset()
    setRecovering(next)
  }
  return (
    <div className={styles.form}>
      <Failure>{failure}</Failure>
      {methods.includes('passkey') && !recovering ? (
        <>
          <Button
            size="md"
            variant={byCode ? 'default' : 'filled'}
            leftSection={<IconFingerprint size={20} aria-hidden />}
            loading={busy}
            fullWidth
            onClick={onPasskey}
          >
            {text.usePasskey}
          </Button>
          {byCode ? <Divider /> : null}
        </>
      ) : null}
      {byCode || recovering ? (
        <form className={styles.form} onSubmit={give} noValidate>
          <TextInput
            key={String(recovering)}
            ref={input}
            label={recovering ? text.recovery : text.code}
            description={recovering ? text.recoveryHint : text.codeHint}
            inputMode={recovering ? 'text' : 'numeric'}
            autoComplete={recovering ? 'off' : 'one-time-code'}
            autoCapitalize="characters"
            size="md"
            maxLength={20}
            {...form.getInputProps('value')}
          />
          <Button type="submit" size="md" fullWidth loading={busy}>
            {submit}
          </Button>
        </form>
      ) : null}
      {methods.includes('recovery') && !recovering ? (
        <Button variant="subtle" size="md" onClick={() => change(true)}>
          {text.useRecovery}
        </Button>
      ) : null}
      {recovering && (byCode || methods.includes('passkey')) ? (
        <Button variant="subtle" size="md" onClick={() => change(false)}>
          {byCode ? text.useCode : text.usePasskey}
        </Button>
      ) : null}
    </div>
  )
}

/** A line under the form, for a person who has none of them any more. */
export function LostHint({ admin }: { admin: boolean }) {
  return (
    <Text size="sm" c="dimmed">
      {admin ? text.lostAdmin : text.lost}
    </Text>
  )
}
