import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { servicesText } from '../../../text/admin/services.ts'
import { loginText } from '../../../text/login.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { adminApi } from '../online/admin-api.ts'
import { at } from '../overview/instants.ts'
import { Accepted, Account } from './answers.ts'
import { RemoveButton, ServiceForm } from './service-form.tsx'
import styles from './services.module.css'
import { useSaving } from './use-saving.ts'

const { payment: text } = servicesText
const required = (value: string): string | null => (value.trim() === '' ? loginText.required : null)

/** The account that receives a company's payments, and whether the provider accepts it. */
export function PaymentPanel({ companyId, companyName }: { companyId: string; companyName: string }) {
  const path = `/admin/companies/${encodeURIComponent(companyId)}/payment_account`
  const loaded = useLoad(path, (signal) => adminApi.one(path, Account, { signal }))
  const remove = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmRemove(companyName) }))) return
    await adminApi.remove(path)
    notices.success(text.removed)
    loaded.reload()
  }
  return (
    <Panel title={text.title}>
      <p className={styles.note}>{text.intro}</p>
      <LoadedView loaded={loaded}>
        {(account) => (
          <>
            <p className={styles.note}>{account.app_id === null ? text.none : text.since(at(account.updated_at))}</p>
            <AccountForm key={account.updated_at} account={account} path={path} changed={loaded.reload} />
            {account.app_id === null ? null : (
              <div className={styles.test}>
                <TestAccount path={path} />
                <RemoveButton of={text.title} run={remove} />
              </div>
            )}
          </>
        )}
      </LoadedView>
    </Panel>
  )
}

function AccountForm({ account, path, changed }: { account: Account; path: string; changed: () => void }) {
  const form = useForm({
    initialValues: { app_id: account.app_id ?? '', app_secret: '', private_key: '' },
    validateInputOnBlur: true,
    validate: { app_id: required, app_secret: required, private_key: required },
  })
  const { busy, run } = useSaving(form)
  const save = async (): Promise<boolean> => {
    if (form.validate().hasErrors) return false
    const { app_id, app_secret, private_key } = form.getValues()
    const body = { app_id: app_id.trim(), app_secret: app_secret.trim(), private_key: `${private_key.trim()}\n` }
    const saved = await run(() => adminApi.set(path, body), servicesText.saved)
    if (saved) {
      form.resetDirty()
      changed()
    }
    return saved
  }
  return (
    <ServiceForm form={form} busy={busy} save={save}>
      {account.app_id === null ? null : <p className={styles.note}>{text.again}</p>}
      <TextInput size="md" label={text.appId} autoComplete="off" {...form.getInputProps('app_id')} />
      <PasswordInput
        size="md"
        label={text.secret}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': loginText.showPassword }}
        {...form.getInputProps('app_secret')}
      />
      <Textarea
        size="md"
        label={text.privateKey}
        placeholder="-----BEGIN PRIVATE KEY-----"
        autosize
        minRows={3}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('private_key')}
      />
    </ServiceForm>
  )
}

function TestAccount({ path }: { path: string }) {
  const [words, setWords] = useState<string | null>(null)
  const test = async (): Promise<void> => {
    setWords(servicesText.sending)
    try {
      const { accepted } = await adminApi.write('POST', `${path}/test`, { data: Accepted })
      setWords(accepted ? text.accepted : text.refused)
    } catch (error) {
      setWords(null)
      throw error
    }
  }
  return (
    <>
      <p role="status">{words}</p>
      <ActionButton label={text.test} run={test} size="md" leftSection={<IconPlugConnected size={18} />} />
    </>
  )
}
