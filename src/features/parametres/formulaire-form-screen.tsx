import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import builder from '../../domain/reports/builder.module.css'
import { checkForm, FormFields, questionsIn } from '../../domain/reports/form-fields.tsx'
import { FormPreview } from '../../domain/reports/form-preview.tsx'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { FormFrame, FormSection, Wide } from '../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../forms/form-values.ts'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { useResourceForm } from '../../forms/use-resource-form.ts'
import { reportFormsText as text } from '../../text/report-forms.ts'
import { paths } from '../../ui/navigation/paths.ts'

const entity = entityOf('rapport')

/** /manager/formulaire/create */
export const NewFormulaireScreen = () => <FormulaireForm record={null} />

/** /manager/formulaire/$id/edit */
export function FormulaireFormScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <Edited key={id} id={id} />
}

function Edited({ id }: { id: string }) {
  const { record, gone } = useFormRecord('rapport', id)
  if (record === undefined) return null
  return record === null ? (
    <MissingRecord back={paths.formulaire.href()} />
  ) : (
    <FormulaireForm record={record} gone={gone} />
  )
}

/** The builder of a report form, and beside it the form as on a phone. */
function FormulaireForm({ record, gone = false }: { record: LocalRecord<'rapport'> | null; gone?: boolean }) {
  const commands = useCommands()
  const [initial] = useState(() => (record === null ? newValues(entity) : valuesOf(entity, record)))
  const form = useResourceForm({
    entity,
    record,
    initial,
    draftKey: `rapport-form/${record?.id ?? 'create'}`,
    check: checkForm,
    gone,
  })
  const natures = useOffered('NATURE_RDV', (form.values.NATURES ?? []) as string[]) ?? []
  const save = async (): Promise<undefined> => {
    const payload = form.payload()
    if (record === null) await commands.create('rapport', { ...payload, REVISION: 1 })
    else if (Object.keys(payload).length > 0) {
      const REVISION = record.REVISION + 1
      const patch = 'CHAMPS' in payload ? { ...payload, REVISION } : payload
      await commands.update('rapport', record.id, patch, { base: form.base() })
    }
  }
  return (
    <div className={builder.columns}>
      <FormFrame
        form={form}
        title={record === null ? text.add : text.editForm(record.TITRE)}
        entityTitle={text.one}
        back={paths.formulaire.href()}
        onSave={save}
      >
        <FormSection>
          <FormFields
            natures={natures}
            bind={(name) => ({
              value: form.values[name],
              onChange: (value) => form.set(name, value),
              onBlur: () => form.touch(name),
              error: form.errors[name],
            })}
          />
          {(['TITRE', 'NATURES', 'CHAMPS'] as const).map((name) => (
            <Wide key={name}>
              <FieldChangeNotice form={form} name={name} />
            </Wide>
          ))}
        </FormSection>
      </FormFrame>
      <FormPreview title={String(form.values.TITRE ?? '')} questions={questionsIn(form.values)} />
    </div>
  )
}
