import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { SMS_SENDER } from '../../../../schemas/rules/company-services.ts'
import { isFrenchMobile } from '../../../../schemas/rules/french-mobile.ts'
import { phoneDigits } from '../../../../schemas/search.ts'
import { useOutcome } from '../../../domain/messages/use-outcome.ts'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { servicesText } from '../../../text/admin/services.ts'
import { loginText } from '../../../text/login.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { adminApi } from '../online/admin-api.ts'
import { Queued, Sms } from './answers.ts'
import { outcomeIn } from './ask-outcome.ts'
import { ServiceForm } from './service-form.tsx'
import styles from './services.module.css'
import { useSaving } from './use-saving.ts'

const { sms: text } = servicesText
const PATH = '/sms/parameters'
const SENDER = new RegExp(SMS_SENDER)

/** Sender and account of a company's SMS, and a test message. */
export function SmsPanel({ companyId }: { companyId: string }) {
  const query = { company_id: companyId }
  const loaded = useLoad(`sms ${companyId}`, (signal) => adminApi.one(PATH, Sms, { query, signal }))
  return (
    <Panel title={text.title}>
      <LoadedView loaded={loaded}>
        {(sms) => (
          <>
            <p className={styles.note}>
              {text.provider} : {text.providers[sms.fournisseur]}
            </p>
            <SmsForm
              key={`${sms.SMS_EXPEDITEUR} ${sms.SMS_CLE}`}
              sms={sms}
              companyId={companyId}
              changed={loaded.reload}
            />
            <TestSms companyId={companyId} />
          </>
        )}
      </LoadedView>
    </Panel>
  )
}

function SmsForm({ sms, companyId, changed }: { sms: Sms; companyId: string; changed: () => void }) {
  const form = useForm({
    initialValues: { SMS_EXPEDITEUR: sms.SMS_EXPEDITEUR ?? '', SMS_CLE: '' },
    validateInputOnBlur: true,
    validate: {
      SMS_EXPEDITEUR: (sender) => (sender.trim() === '' || SENDER.test(sender.trim()) ? null : text.wrongSender),
    },
  })
  const { busy, run } = useSaving(form)
  const write = (body: { SMS_EXPEDITEUR?: string | null; SMS_CLE?: string | null }) =>
    adminApi.write('POST', PATH, { data: Sms, body: { company_id: companyId, ...body } })
  const save = async (): Promise<boolean> => {
    if (form.validate().hasErrors) return false
    const { SMS_EXPEDITEUR, SMS_CLE } = form.getValues()
    // Sends only changed fields: another administrator may have changed the others since this form was opened.
    const body = {
      ...(form.isDirty('SMS_EXPEDITEUR') ? { SMS_EXPEDITEUR: SMS_EXPEDITEUR.trim() || null } : {}),
      ...(SMS_CLE === '' ? {} : { SMS_CLE: SMS_CLE.trim() }),
    }
    const saved = await run(() => write(body), servicesText.saved)
    if (saved) {
      // The key leaves the page, also where only it has changed and the answer looks the same as before.
      form.setInitialValues({ SMS_EXPEDITEUR, SMS_CLE: '' })
      form.reset()
      changed()
    }
    return saved
  }
  const toPlatform = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmToPlatform }))) return
    await write({ SMS_CLE: null })
    changed()
  }
  return (
    <ServiceForm
      form={form}
      busy={busy}
      save={save}
      more={
        sms.SMS_CLE === null ? null : (
          <ActionButton label={text.toPlatform} run={toPlatform} variant="subtle" color="rouge" size="md" />
        )
      }
    >
      <TextInput
        size="md"
        label={text.sender}
        description={text.senderHint}
        maxLength={11}
        autoComplete="off"
        {...form.getInputProps('SMS_EXPEDITEUR')}
      />
      <PasswordInput
        size="md"
        label={text.key}
        description={sms.SMS_CLE === null ? text.noKey : servicesText.kept(text.key)}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': loginText.showPassword }}
        {...form.getInputProps('SMS_CLE')}
      />
    </ServiceForm>
  )
}

function TestSms({ companyId }: { companyId: string }) {
  const form = useForm({
    initialValues: { PORTABLE: '' },
    validate: { PORTABLE: (phone) => (isFrenchMobile(phoneDigits(phone)) ? null : text.wrongMobile) },
  })
  const { busy, run } = useSaving(form)
  const { words, follow } = useOutcome(outcomeIn(companyId))
  const send = form.onSubmit(({ PORTABLE }) =>
    run(async () => {
      const body = { company_id: companyId, PORTABLE }
      await follow(async () => (await adminApi.write('POST', '/sms/test', { data: Queued, body })).message_id)
    }),
  )
  return (
    <form className={styles.test} onSubmit={(event) => void send(event)} noValidate>
      <TextInput size="md" label={text.testTo} type="tel" autoComplete="off" {...form.getInputProps('PORTABLE')} />
      <Button type="submit" size="md" variant="default" loading={busy} leftSection={<IconSend size={18} />}>
        {text.test}
      </Button>
      <p role="status">{words}</p>
    </form>
  )
}
