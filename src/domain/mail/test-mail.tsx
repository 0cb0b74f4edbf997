import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { mailText as text } from '../../text/admin/mail.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { type Outcome, useOutcome } from '../messages/use-outcome.ts'
import styles from './smtp-form.module.css'

interface TestMailProps {
  /** The address that is proposed. */
  to: string
  /** Sends it. @returns the message's id */
  send: (mail: string) => Promise<string>
  ask: (id: string, signal: AbortSignal) => Promise<Outcome>
}

/** Sends a mail with the saved server settings, and says what became of it. */
export function TestMail({ to, send, ask }: TestMailProps) {
  const { busy, whileBusy } = useBusy()
  const { words, follow } = useOutcome(ask)
  const form = useForm({
    initialValues: { mail: to },
    validate: { mail: (mail) => (/^\S+@\S+\.\S+$/.test(mail.trim()) ? null : text.wrongAddress) },
  })
  const submit = form.onSubmit(async ({ mail }) => {
    await whileBusy(() => follow(() => send(mail.trim())))
  })
  return (
    <Panel title={text.test}>
      <form className={styles.test} onSubmit={submit} noValidate>
        <TextInput size="md" label={text.testTo} type="email" autoComplete="off" {...form.getInputProps('mail')} />
        <Button type="submit" size="md" variant="default" loading={busy} leftSection={<IconSend size={18} />}>
          {text.sendTest}
        </Button>
        <p role="status">{words}</p>
      </form>
    </Panel>
  )
}
