import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { DecimalInput } from '../../forms/fields/decimal-input.tsx'
import { FormFrame, FormSection } from '../../forms/form-frame.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { adminText } from '../../text/admin/admin.ts'
import { mailText as text } from '../../text/admin/mail.ts'
import { loginText } from '../../text/login.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { ActionButton } from '../online/action-button.tsx'
import { changedRecord } from '../online/changed-record.ts'
import { meetSmtp, type Smtp, type SmtpValues, smtpBody, smtpValues } from './smtp.ts'
import styles from './smtp-form.module.css'

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/
const validate = ({ values: { host, port } }: { values: SmtpValues }) => ({
  ...(host === '' ? { host: loginText.required } : HOST.test(host.trim()) ? {} : { host: text.wrongHost }),
  ...(port === '' ? { port: loginText.required } : {}),
})

interface SmtpFormProps {
  smtp: Smtp
  back: string
  /** Both reject as the calls that they make. */
  save: (body: ReturnType<typeof smtpBody>) => Promise<unknown>
  forget: () => Promise<void>
  /** Sends a test mail. */
  test: ReactNode
}

/** A company's own mail server, a test mail, and a return to the platform's server. */
export function SmtpForm({ smtp, back, save, forget, test }: SmtpFormProps) {
  const go = useGo()
  const engine = useFormEngine({ values: smtpValues(smtp), validate })
  const { form } = engine
  /** The settings that the form's values are edits of. */
  const seen = useRef(smtp)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const send = async (): Promise<undefined> => {
    setRefused(undefined)
    try {
      await save(smtpBody(form.getValues(), seen.current))
    } catch (error) {
      const theirs = changedRecord(error)
      if (theirs) {
        seen.current = theirs as Smtp
        const { behind, ...held } = meetSmtp(engine.held(), seen.current)
        engine.hold(held)
        setRefused(adminText.changedMeanwhile(behind))
      }
      engine.refuse(error)
      throw error
    }
  }
  const leave = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmForget(smtp.NOM) }))) return
    await forget()
    engine.markSaved()
    notices.success(text.forgotten)
    go(back, { replace: true })
  }
  return (
    <>
      <FormFrame
        // A password is stored nowhere.
        form={{
          ...engine,
          mode: 'update',
          unkept: engine.isDirty,
          issues: refused ? { ...engine.issues, _: refused } : engine.issues,
        }}
        title={text.smtpOf(smtp.NOM)}
        entityTitle={text.smtpTitle}
        back={back}
        onSave={send}
      >
        <FormSection>
          <TextInput size="md" withAsterisk label={text.host} autoComplete="off" {...form.getInputProps('host')} />
          <DecimalInput
            size="md"
            withAsterisk
            label={text.port}
            min={1}
            max={65535}
            {...form.getInputProps('port')}
            value={engine.values.port}
          />
          <TextInput size="md" label={text.user} autoComplete="off" {...form.getInputProps('user')} />
          <PasswordInput
            size="md"
            label={text.password}
            autoComplete="new-password"
            description={smtp.password === null ? undefined : text.passwordKept}
            visibilityToggleButtonProps={{ 'aria-label': loginText.showPassword }}
            {...form.getInputProps('password')}
          />
          <TextInput
            size="md"
            label={text.sender}
            type="email"
            autoComplete="off"
            {...form.getInputProps('MAIL_EXPEDITEUR')}
          />
          <Switch
            size="md"
            mt="lg"
            label={text.secure}
            description={text.secureHint}
            {...form.getInputProps('secure', { type: 'checkbox' })}
          />
        </FormSection>
      </FormFrame>
      <div className={styles.below}>
        {test}
        {smtp.host !== null && <ActionButton label={text.forget} run={leave} variant="subtle" color="rouge" />}
      </div>
    </>
  )
}
