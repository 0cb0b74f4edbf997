import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Static } from 'typebox'
import { rapport } from '../../../../schemas/entities/rapport.ts'
import { offered } from '../../../../schemas/rules/lists.ts'
import { uuidv7 } from '../../../../schemas/uuid.ts'
import { asEntity } from '../../../domain/online/answers.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { useOnlineForm } from '../../../domain/online/use-online-form.ts'
import builder from '../../../domain/reports/builder.module.css'
import { checkForm, FormFields, questionsIn } from '../../../domain/reports/form-fields.tsx'
import { FormPreview } from '../../../domain/reports/form-preview.tsx'
import { FormFrame, FormSection } from '../../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../../forms/form-values.ts'
import { reportFormsText as text } from '../../../text/report-forms.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { NotFoundScreen } from '../../../ui/page/not-found-screen.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { adminApi } from '../online/admin-api.ts'
import { FormAnswer, PATH, readForms } from './report-form.ts'

type Form = Static<typeof FormAnswer>
const entity = asEntity(rapport)
const NEW = 'nouveau'

/** `/admin/company/$id/formulaire/$form`: a report form of a company by its id, or a new one. */
export function ReportFormScreen() {
  const { id: companyId, form } = useParams({ strict: false }) as { id: string; form: string }
  const loaded = useLoad(`forms ${companyId}`, (signal) => readForms(companyId, signal))
  if (loaded.state !== 'ready') {
    return (
      <>
        <PageHeader title={text.title} back={adminPaths.companyForm.back(companyId)} />
        <LoadedView loaded={loaded}>{() => null}</LoadedView>
      </>
    )
  }
  const { forms, natures } = loaded.data
  const record = forms.find(({ id }) => id === form) ?? null
  if (record === null && form !== NEW) return <NotFoundScreen />
  return <Builder key={form} companyId={companyId} record={record} natures={offered(natures, record?.NATURES)} />
}

interface BuilderProps {
  companyId: string
  record: Form | null
  natures: readonly { id: string; LIBELLE: string }[]
}

function Builder({ companyId, record, natures }: BuilderProps) {
  const [id] = useState(() => record?.id ?? uuidv7())
  const initial = useMemo(() => (record === null ? newValues(entity) : valuesOf(entity, record)), [record])
  const draftKey = `admin/rapport/${companyId}/${record?.id ?? NEW}`
  const { form, frame, payload, seen, send } = useOnlineForm({ entity, record, initial, draftKey, check: checkForm })
  const save = async (): Promise<undefined> => {
    const body = payload()
    const query = { company_id: companyId }
    if (record === null) {
      await send(() => adminApi.write('POST', PATH, { data: FormAnswer, body: { ...body, id, REVISION: 1 }, query }))
    } else if (Object.keys(body).length > 0) {
      const at = `${PATH}/${encodeURIComponent(id)}`
      const patch = 'CHAMPS' in body ? { ...body, REVISION: record.REVISION + 1 } : body
      await send(() => adminApi.write('PUT', at, { data: FormAnswer, body: patch, query, seen: seen() }))
    }
  }
  const values = form.getValues()
  return (
    <div className={builder.columns}>
      <FormFrame
        form={frame}
        title={record === null ? text.add : text.editForm(record.TITRE)}
        entityTitle={text.one}
        back={adminPaths.companyForm.back(companyId)}
        onSave={save}
      >
        <FormSection>
          <FormFields natures={natures} bind={(name) => form.getInputProps(name)} />
        </FormSection>
      </FormFrame>
      <FormPreview title={String(values.TITRE ?? '')} questions={questionsIn(values)} />
    </div>
  )
}
