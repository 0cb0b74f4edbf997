import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { OTP_MINUTES } from '../../../schemas/rules/one-time-codes.ts'
import { codeText as text } from '../../text/space-login.ts'
import { Failure } from '../../ui/page/failure.tsx'
import styles from './one-time-code.module.css'

/** Seconds before another code may be asked for: the first SMS is often only slow. */
const RESEND_AFTER_S = 30
const LENGTH = 6

const digitsOf = (value: string): string => value.replace(/\D/g, '').slice(0, LENGTH)

/** Seconds until `askedAt` is RESEND_AFTER_S old; 0 from then on. */
function useWait(askedAt: number): number {
  const leftAt = (now: number): number => Math.max(0, Math.ceil((askedAt - now) / 1000 + RESEND_AFTER_S))
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return leftAt(Math.max(now, askedAt))
}

/** The six digits of an SMS, and a button for another code when the SMS did not arrive. */
export function OneTimeCode({
  askedAt,
  resent,
  submit,
  busy,
  failure,
  onCode,
  onResend,
}: {
  /** When the last code was asked for, in milliseconds since 1970. */
  askedAt: number
  /** A code after the first one was asked for. */
  resent: boolean
  /** Label of the button. */
  submit: string
  busy: boolean
  failure: string | null
  onCode: (code: string) => void
  onResend: () => void
}) {
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const wait = useWait(askedAt)
  const input = useRef<HTMLInputElement>(null)
  // After a refusal too: the code is typed again.
  useEffect(() => {
    if (!busy) input.current?.focus()
  }, [busy])
  const give = (event: FormEvent): void => {
    event.preventDefault()
    setIncomplete(code.length < LENGTH)
    if (code.length === LENGTH) onCode(code)
  }
  return (
    <form className={styles.form} onSubmit={give} noValidate>
      <Failure>{failure}</Failure>
      {resent && failure === null ? <p role="status">{text.resent}</p> : null}
      <TextInput
        label={text.label}
        description={text.hint(OTP_MINUTES)}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="lg"
        className={styles.code ?? ''}
        value={code}
        error={incomplete && code.length < LENGTH ? text.incomplete : null}
        onChange={(event) => setCode(digitsOf(event.currentTarget.value))}
        ref={input}
      />
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {submit}
      </Button>
      <Button variant="default" size="lg" fullWidth disabled={wait > 0 || busy} onClick={onResend}>
        {wait > 0 ? text.resendIn(wait) : text.resend}
      </Button>
    </form>
  )
}
