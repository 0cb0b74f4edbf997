import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { LINK_KEY_LENGTH } from '../../../../schemas/rules/company-services.ts'
import { type Company, CompanyAnswer, company as declared } from '../../../domain/company/company-entity.ts'
import { servicesText } from '../../../text/admin/services.ts'
import { loginText } from '../../../text/login.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { adminApi } from '../online/admin-api.ts'
import { PersonName, TokenTested } from './answers.ts'
import { CodeToPaste, ShownOnce } from './copied-code.tsx'
import { RemoveButton, ServiceForm } from './service-form.tsx'
import styles from './services.module.css'
import { useSaving } from './use-saving.ts'
import { companyOrigin, linkCode } from './website-code.ts'

const { lola: text } = servicesText
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The key with which the company's older software signs links that log its people in, and a test of such a link. */
export function SignedLinksPanel({ company, changed }: { company: Company; changed: () => void }) {
  const exists = company.CLE_LOLA !== null
  const path = `${declared.path}/${encodeURIComponent(company.id)}`
  const remove = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmRemove }))) return
    await adminApi.write('PUT', path, { data: CompanyAnswer, body: { CLE_LOLA: null } })
    notices.success(text.removed)
    changed()
  }
  return (
    <Panel title={text.title}>
      <p className={styles.note}>{text.intro}</p>
      <KeyForm key={String(exists)} exists={exists} path={path} changed={changed} />
      {exists ? (
        <>
          <TestLink companyId={company.id} />
          <RemoveButton of={text.key} run={remove} />
        </>
      ) : null}
      <CodeToPaste
        of={text.title}
        hint={text.codeHint}
        code={linkCode({ origin: companyOrigin(window.location.origin, company.key), key: company.key })}
      />
    </Panel>
  )
}

function KeyForm({ exists, path, changed }: { exists: boolean; path: string; changed: () => void }) {
  const [proposed, setProposed] = useState<string | null>(null)
  const form = useForm({
    initialValues: { CLE_LOLA: '' },
    validateInputOnBlur: true,
    validate: { CLE_LOLA: (key) => (key.trim().length < LINK_KEY_LENGTH ? text.short : null) },
  })
  const { busy, run } = useSaving(form)
  const save = async (): Promise<boolean> => {
    if (form.validate().hasErrors) return false
    const body = { CLE_LOLA: form.getValues().CLE_LOLA.trim() }
    const saved = await run(() => adminApi.write('PUT', path, { data: CompanyAnswer, body }), servicesText.saved)
    if (saved) {
      form.reset()
      setProposed(null)
      changed()
    }
    return saved
  }
  const propose = (): void => {
    const key = newKey()
    form.setFieldValue('CLE_LOLA', key)
    setProposed(key)
  }
  return (
    <ServiceForm
      form={form}
      busy={busy}
      save={save}
      more={
        <Button type="button" size="md" variant="default" onClick={propose}>
          {text.make}
        </Button>
      }
    >
      <PasswordInput
        size="md"
        label={text.key}
        description={`${exists ? servicesText.kept(text.key) : servicesText.none(text.key)} ${text.hint}`}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': loginText.showPassword }}
        {...form.getInputProps('CLE_LOLA')}
      />
      {proposed === null ? null : <ShownOnce label={text.make} hint={text.proposed} value={proposed} />}
    </ServiceForm>
  )
}

/** A whole link may be pasted, as people copy it. */
const tokenOf = (pasted: string): string => pasted.trim().replace(/^.*#jeton=/, '')

function TestLink({ companyId }: { companyId: string }) {
  const form = useForm({
    initialValues: { token: '' },
    validate: { token: (token) => (token.trim() === '' ? loginText.required : null) },
  })
  const { busy, run } = useSaving(form)
  const [words, setWords] = useState<string | null>(null)
  const test = form.onSubmit(({ token }) =>
    run(async () => {
      setWords(null)
      const query = { company_id: companyId }
      const body = { token: tokenOf(token) }
      const { reason, IDPERSONNEL } = await adminApi.write('POST', '/admin/lola/test', {
        data: TokenTested,
        body,
        query,
      })
      if (IDPERSONNEL === null) return setWords(reason)
      const path = `/admin/personnels/${encodeURIComponent(IDPERSONNEL)}`
      const { NOM, PRENOM } = await adminApi.one(path, PersonName, { query })
      setWords(text.accepted([PRENOM, NOM].filter(Boolean).join(' ')))
    }),
  )
  return (
    <form className={styles.test} onSubmit={(event) => void test(event)} noValidate>
      <TextInput size="md" label={text.token} autoComplete="off" {...form.getInputProps('token')} />
      <Button type="submit" size="md" variant="default" loading={busy}>
        {text.test}
      </Button>
      <p role="status">{words}</p>
    </form>
  )
}
