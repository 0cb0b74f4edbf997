import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useAdminSession } from '../../../data/session/admin-session.ts'
import { mailText as text } from '../../../text/admin/mail.ts'
import { useBusy } from '../../../ui/notices/use-busy.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { adminApi } from '../online/admin-api.ts'
import { Queued } from '../services/answers.ts'
import { useOutcome } from '../services/use-outcome.ts'
import styles from './mail.module.css'

/** Sends a mail with the saved server settings, and says what became of it. */
export function TestMail({ companyId }: { companyId: string }) {
  const me = useAdminSession()
  const { busy, whileBusy } = useBusy()
  const { words, follow } = useOutcome(companyId)
  const form = useForm({
    initialValues: { mail: me?.user.email ?? '' },
    validate: { mail: (mail) => (/^\S+@\S+\.\S+$/.test(mail.trim()) ? null : text.wrongAddress) },
  })
  const send = form.onSubmit(async ({ mail }) => {
    await whileBusy(async () => {
      await follow(async () => {
        const query = { company_id: companyId }
        const body = { MAIL: mail.trim() }
        return (await adminApi.write('POST', '/admin/smtp/test', { data: Queued, body, query })).message_id
      })
    })
  })
  return (
    <Panel title={text.test}>
      <form className={styles.test} onSubmit={send} noValidate>
        <TextInput size="md" label={text.testTo} type="email" autoComplete="off" {...form.getInputProps('mail')} />
        <Button type="submit" size="md" variant="default" loading={busy} leftSection={<IconSend size={18} />}>
          {text.sendTest}
        </Button>
        <p role="status">{words}</p>
      </form>
    </Panel>
  )
}
