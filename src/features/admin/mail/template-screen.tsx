import { Button, Code, Text, Textarea, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { template } from '../../../../schemas/entities/template.ts'
import { CompanyName } from '../../../domain/company/company-entity.ts'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { asEntity } from '../../../domain/online/answers.ts'
import { changedRecord, meetRecord } from '../../../domain/online/changed-record.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { FormFrame, FormSection, Wide } from '../../../forms/form-frame.tsx'
import { useEngineDraft } from '../../../forms/form-guard.tsx'
import { baseOf, type FormValues } from '../../../forms/payload.ts'
import { useFormEngine } from '../../../forms/use-form-engine.ts'
import { mailText as text } from '../../../text/admin/mail.ts'
import { loginText } from '../../../text/login.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { useGo } from '../../../ui/navigation/use-leave.ts'
import { useQuery } from '../../../ui/navigation/use-query.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { adminApi } from '../online/admin-api.ts'
import styles from './mail.module.css'
import { Preview } from './preview.tsx'
import { COMMON, OwnTemplate, type Template, TemplateAnswer } from './template.ts'

const OWN = '/admin/mailtemplatescustomer'

/** The edited text: the default, or a company's own that replaces it (`?pour=`) and may not exist yet. */
interface Edited {
  byDefault: Template
  company: CompanyName | null
  own: OwnTemplate | null
}

async function read(id: string, companyId: string | undefined, signal: AbortSignal): Promise<Edited> {
  const path = `/admin/mailtemplates/${encodeURIComponent(id)}`
  const byDefault = await adminApi.one(path, TemplateAnswer, { signal })
  if (companyId === undefined) return { byDefault, company: null, own: null }
  const [company, { data }] = await Promise.all([
    adminApi.one(`/admin/company/${encodeURIComponent(companyId)}`, CompanyName, { signal }),
    adminApi.list(OWN, OwnTemplate, { query: { company_id: companyId }, signal }),
  ])
  return { byDefault, company, own: data.find(({ code }) => code === byDefault.code) ?? null }
}

/** `/admin/mailtemplates/{id}`: the text of one mail, its variables, and a preview. */
export function TemplateScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [{ pour }] = useQuery()
  const loaded = useLoad(`template ${id} ${pour}`, (signal) => read(id, pour, signal))
  if (loaded.state === 'ready') {
    return <TemplateForm key={loaded.data.own?.id ?? 'default'} edited={loaded.data} reload={loaded.reload} />
  }
  return (
    <>
      <PageHeader title={text.template} back={adminPaths.mailTemplates.href()} />
      <LoadedView loaded={loaded}>{() => null}</LoadedView>
    </>
  )
}

const entity = asEntity(template)

/** An empty text is a text here. */
const textsChanged = (values: FormValues, snapshot: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== snapshot[name]))

/** Apart from the text before it: a link that is glued to it is refused. */
const withVariable = (body: string, variable: string): string =>
  `${body}${body === '' || /\s$/.test(body) ? '' : ' '}{{${variable}}}`

const validate = ({ values }: { values: FormValues }) =>
  String(values.subject).trim() === '' ? { subject: loginText.required } : {}

function TemplateForm({ edited, reload }: { edited: Edited; reload: () => void }) {
  const { byDefault, company, own } = edited
  const go = useGo()
  /** Counts saves: the preview shows the stored text. */
  const [version, setVersion] = useState(0)
  const { subject, body } = own ?? byDefault
  const engine = useFormEngine<FormValues>({ values: { subject, body }, validate })
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const { form } = engine
  useEngineDraft(`courrier/${company?.id ?? 'defaut'}/${byDefault.id}`, engine)
  const query = company === null ? undefined : { company_id: company.id }
  const isNew = company !== null && own === null
  const at = company === null ? `/admin/mailtemplates/${byDefault.id}` : isNew ? OWN : `${OWN}/${own?.id ?? ''}`

  const save = async (): Promise<undefined> => {
    const { values, snapshot } = engine.held()
    const changes = baseOf(textsChanged(values, snapshot), snapshot)
    setRefused(undefined)
    if (!isNew && Object.keys(changes).length === 0) return
    try {
      await adminApi.write(isNew ? 'POST' : 'PUT', at, {
        data: OwnTemplate,
        body: isNew ? { code: byDefault.code, ...values } : changes,
        query,
      })
    } catch (error) {
      const theirs = changedRecord(error)
      if (theirs) setRefused(meetRecord(entity, engine, theirs))
      engine.refuse(error)
      throw error
    }
  }
  const stay = (): void => {
    setVersion((known) => known + 1)
    if (isNew) reload()
  }
  const forget = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmDefault(company?.NOM ?? '') }))) return
    await adminApi.remove(at, query)
    engine.markSaved()
    notices.success(text.backToDefault)
    go(`${adminPaths.mailTemplates.href()}?entreprise=${company?.id ?? ''}`, { replace: true })
  }
  const name = text.codes[byDefault.code] ?? byDefault.code
  return (
    <div className={styles.columns}>
      <div>
        <FormFrame
          form={{ ...engine, mode: 'update', issues: refused ? { ...engine.issues, _: refused } : engine.issues }}
          title={company === null ? name : text.templateOf(name, company.NOM)}
          entityTitle={text.template}
          back={adminPaths.mailTemplates.href()}
          onSave={save}
          onSaved={stay}
        >
          <FormSection>
            <Wide>
              <TextInput size="md" withAsterisk label={text.subject} {...form.getInputProps('subject')} />
            </Wide>
            <Wide>
              <Textarea
                size="md"
                label={text.body}
                description={text.bodyHint}
                autosize
                minRows={8}
                maxRows={24}
                {...form.getInputProps('body')}
              />
            </Wide>
            <Wide>
              <Variables
                names={[...COMMON, ...byDefault.variables]}
                onAdd={(variable) => form.setFieldValue('body', withVariable(String(form.getValues().body), variable))}
              />
            </Wide>
          </FormSection>
        </FormFrame>
        {own !== null && (
          <div className={styles.below}>
            <ActionButton label={text.toDefault} run={forget} variant="subtle" color="rouge" />
          </div>
        )}
      </div>
      <Preview id={own?.id ?? byDefault.id} companyId={company?.id} variables={byDefault.variables} version={version} />
    </div>
  )
}

function Variables({ names, onAdd }: { names: readonly string[]; onAdd: (name: string) => void }) {
  return (
    <div>
      <Text size="sm" fw={550}>
        {text.variables}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {text.variablesHint}
      </Text>
      <div className={styles.variables}>
        {names.map((name) => (
          <Button
            key={name}
            variant="default"
            size="compact-md"
            aria-label={text.addVariable(name)}
            onClick={() => onAdd(name)}
          >
            <Code>{`{{${name}}}`}</Code>
          </Button>
        ))}
      </div>
    </div>
  )
}
