import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { loginText } from '../../text/login.ts'
import { securiteText } from '../../text/securite.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { proofFailure } from './proof-failure.ts'
import styles from './second-factor.module.css'

const { keys: text } = securiteText

const validate = ({ values }: { values: { name: string } }) =>
  values.name.trim() === '' ? { name: loginText.required } : {}

/** Asks for the key's name; then the browser and the device make the key. */
export function KeyForm({ create }: { create: (name: string) => Promise<void> }) {
  const { form, onSubmit } = useFormEngine({ values: { name: '' }, validate, afterTry: true })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const supported = typeof window.PublicKeyCredential === 'function'
  const give = async (name: string): Promise<void> => {
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
    <form className={styles.form} onSubmit={onSubmit(({ name }) => void give(name))} noValidate>
      <Failure>{failure}</Failure>
      <TextInput
        label={text.name}
        description={text.nameHint}
        size="md"
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Button type="submit" size="md" fullWidth loading={busy} leftSection={<IconFingerprint size={20} aria-hidden />}>
        {text.create}
      </Button>
    </form>
  )
}
