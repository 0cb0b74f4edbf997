import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Failure } from '../../components/failure.tsx'
import { spaceText } from '../../text/space.ts'
import { NeedsNetwork } from './needs-network.tsx'
import { type SpaceRequest, sendRequest } from './send-request.ts'
import styles from './space.module.css'
import { useAction } from './use-action.ts'

const text = spaceText.request
const LONGEST = 4000

function Sent({ onAnother }: { onAnother: () => void }) {
  return (
    <div className={styles.card} role="status">
      <h2>{text.sent}</h2>
      <p>{text.sentText}</p>
      <Button variant="default" onClick={onAnother}>
        {text.another}
      </Button>
    </div>
  )
}

/** A message to the company with its photos and fields (SPA-05). */
export function RequestForm({
  label,
  bodyOf,
  children,
  onSent,
}: {
  label: string
  /** Called at each try to send: makes the body except the message; null while a field is wrong, whose message is then shown. */
  bodyOf: () => (() => Promise<Omit<SpaceRequest, 'MESSAGE'>>) | null
  /** Fields above the message. */
  children?: ReactNode
  onSent?: () => void
}) {
  const [message, setMessage] = useState('')
  const [tried, setTried] = useState(false)
  const [sent, setSent] = useState(false)
  const { busy, failure, run } = useAction()
  const missing = message.trim() === ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    const makeBody = bodyOf()
    if (missing || makeBody === null) return
    void run(async (key) => {
      await sendRequest({ ...(await makeBody()), MESSAGE: message.trim() }, key)
      setSent(true)
      onSent?.()
    })
  }
  const another = (): void => {
    setMessage('')
    setTried(false)
    setSent(false)
  }
  if (sent) return <Sent onAnother={another} />
  return (
    <form className={styles.actions} onSubmit={submit} noValidate>
      <Failure>{failure}</Failure>
      {children}
      <Textarea
        label={label}
        autosize
        minRows={4}
        maxLength={LONGEST}
        value={message}
        error={tried && missing ? text.messageMissing : null}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <NeedsNetwork what={text.what}>
        <Button type="submit" loading={busy}>
          {text.send}
        </Button>
      </NeedsNetwork>
    </form>
  )
}
