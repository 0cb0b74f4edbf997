import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { loginText } from '../../text/login.ts'
import { securiteText } from '../../text/securite.ts'
import { Failure } from '../failure.tsx'
import { proofFailure } from './proof-failure.ts'
import styles from './second-factor.module.css'

const { keys: text } = securiteText

/** Asks for the key's name; then the browser and the device make the key. */
export function KeyForm({ create }: { create: (name: string) => Promise<void> }) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const supported = typeof window.PublicKeyCredential === 'function'
  const give = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '') return
    setFailure(null)
    setBusy(true)
    try {
      await create(name.trim())
    } catch (error) {
      setFailure(proofFailure(error))
      setBusy(false)
    }
  }
  if (!supported) return <Failure>{text.unsupported}</Failure>
  return (
    <form className={styles.form} onSubmit={(event) => void give(event)} noValidate>
      <Failure>{failure}</Failure>
      <TextInput
        label={text.name}
        description={text.nameHint}
        size="md"
        maxLength={60}
        autoComplete="off"
        value={name}
        error={tried && name.trim() === '' ? loginText.required : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={busy} leftSection={<IconFingerprint size={20} aria-hidden />}>
        {text.create}
      </Button>
    </form>
  )
}
