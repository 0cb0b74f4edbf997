import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { DecimalInput } from '../../../forms/fields/decimal-input.tsx'
import { FormFrame, FormSection } from '../../../forms/form-frame.tsx'
import { useFormEngine } from '../../../forms/use-form-engine.ts'
import { mailText as text } from '../../../text/admin/mail.ts'
import { loginText } from '../../../text/login.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { useGo } from '../../../ui/navigation/use-leave.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { ActionButton } from '../online/action-button.tsx'
import { adminApi } from '../online/admin-api.ts'
import { LoadedView } from '../online/loaded-view.tsx'
import { useLoad } from '../online/use-load.ts'
import styles from './mail.module.css'
import { type Smtp, SmtpAnswer, type SmtpValues, smtpBody, smtpValues } from './smtp.ts'
import { TestMail } from './test-mail.tsx'

/** `/admin/smtp/{id}/edit`: a company's own mail server, a test mail, and a return to the platform's server. */
export function SmtpFormScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const path = `/admin/smtp/${encodeURIComponent(id)}`
  const loaded = useLoad(path, (signal) => adminApi.one(path, SmtpAnswer, { signal }))
  if (loaded.state === 'ready') return <SmtpForm smtp={loaded.data} path={path} />
  return (
    <>
      <PageHeader title={text.smtpTitle} back={adminPaths.smtp.href()} />
      <LoadedView loaded={loaded}>{() => null}</LoadedView>
    </>
  )
}

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/
const validate = ({ values: { host, port } }: { values: SmtpValues }) => ({
  ...(host === '' ? { host: loginText.required } : HOST.test(host.trim()) ? {} : { host: text.wrongHost }),
  ...(port === '' ? { port: loginText.required } : {}),
})

function SmtpForm({ smtp, path }: { smtp: Smtp; path: string }) {
  const go = useGo()
  const engine = useFormEngine({ values: smtpValues(smtp), validate })
  const { form } = engine
  const save = async (): Promise<undefined> => {
    try {
      await adminApi.write('PUT', path, { data: SmtpAnswer, body: smtpBody(form.getValues()) })
    } catch (error) {
      engine.refuse(error)
      throw error
    }
  }
  const forget = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmForget(smtp.NOM) }))) return
    await adminApi.remove(path)
    engine.markSaved()
    notices.success(text.forgotten)
    go(adminPaths.smtp.href(), { replace: true })
  }
  return (
    <>
      <FormFrame
        form={{ ...engine, mode: 'update' }}
        title={text.smtpOf(smtp.NOM)}
        entityTitle={text.smtpTitle}
        back={adminPaths.smtp.href()}
        onSave={save}
      >
        <FormSection>
          <TextInput size="md" withAsterisk label={text.host} autoComplete="off" {...form.getInputProps('host')} />
          <DecimalInput
            size="md"
            withAsterisk
            label={text.port}
            min={1}
            max={65535}
            allowDecimal={false}
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
        <TestMail companyId={smtp.id} />
        {smtp.host !== null && <ActionButton label={text.forget} run={forget} variant="subtle" color="rouge" />}
      </div>
    </>
  )
}
