import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import * as Type from 'typebox'
import { useAdminSession } from '../../../app/admin-session.ts'
import { notices } from '../../../components/notices.tsx'
import { Panel } from '../../../components/resource/panel.tsx'
import { mailText as text } from '../../../text/admin-mail.ts'
import { loginText } from '../../../text/login.ts'
import { adminApi } from '../online/admin-api.ts'
import styles from './mail.module.css'

const Sent = Type.Object({ message_id: Type.String() })

/** Sends a mail with the saved server settings; the list of messages shows the result. */
export function TestMail({ companyId }: { companyId: string }) {
  const me = useAdminSession()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { mail: me?.user.email ?? '' },
    validate: { mail: (mail) => (/^\S+@\S+\.\S+$/.test(mail.trim()) ? null : loginText.email) },
  })
  const send = form.onSubmit(async ({ mail }) => {
    setBusy(true)
    try {
      await adminApi.write('POST', '/admin/smtp/test', {
        data: Sent,
        body: { MAIL: mail.trim() },
        query: { company_id: companyId },
      })
      notices.success(text.tested(mail.trim()))
    } catch (error) {
      notices.failure(error)
    } finally {
      setBusy(false)
    }
  })
  return (
    <Panel title={text.test}>
      <form className={styles.test} onSubmit={send} noValidate>
        <TextInput size="md" label={text.testTo} type="email" autoComplete="off" {...form.getInputProps('mail')} />
        <Button type="submit" size="md" variant="default" loading={busy} leftSection={<IconSend size={18} />}>
          {text.sendTest}
        </Button>
      </form>
    </Panel>
  )
}
