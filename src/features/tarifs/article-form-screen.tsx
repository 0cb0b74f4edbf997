import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useArticles } from '../../data/records/use-articles.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { ArticleFields, sameReferenceIn } from '../../domain/articles/article-fields.tsx'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { FormFrame, FormSection, Wide } from '../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../forms/form-values.ts'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { useResourceForm } from '../../forms/use-resource-form.ts'
import { articlesText as text } from '../../text/articles.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { PhotoField } from './photo-field.tsx'

const entity = entityOf('article')
const USUAL_UNIT = 'u'

/** /manager/article/create and /manager/article/$id/edit. */
export function ArticleFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const articles = useArticles()
  const { record, gone } = useFormRecord('article', id)
  if (articles === undefined || (id !== undefined && record === undefined)) return null
  if (id !== undefined && record === null) return <MissingRecord back={paths.tarifs.href()} />
  return <ArticleForm key={id ?? ''} record={record ?? null} articles={articles} gone={gone} />
}

interface ArticleFormProps {
  record: LocalRecord<'article'> | null
  articles: readonly LocalRecord<'article'>[]
  gone: boolean
}

function ArticleForm({ record, articles, gone }: ArticleFormProps) {
  const commands = useCommands()
  const rates = useReferences('TVA')
  const [initial] = useState(() =>
    record === null ? newValues(entity, { UNITE: USUAL_UNIT }) : valuesOf(entity, record),
  )
  const check = useMemo(() => sameReferenceIn(articles, record), [articles, record])
  const form = useResourceForm({
    entity,
    record,
    initial,
    draftKey: `article/${record?.id ?? 'create'}`,
    check,
    gone,
  })
  const save = async (): Promise<undefined> => {
    const payload = form.payload()
    if (record === null) await commands.create('article', payload)
    else if (Object.keys(payload).length > 0) {
      await commands.update('article', record.id, payload, { base: form.base() })
    }
  }
  return (
    <FormFrame
      form={form}
      title={record === null ? text.add : text.edit(record.LIBELLE)}
      entityTitle={text.one}
      back={paths.tarifs.href()}
      onSave={save}
    >
      <ArticleFields
        articles={articles}
        rates={rates}
        id={record?.id ?? null}
        bind={(name) => ({
          value: form.values[name],
          onChange: (value) => form.set(name, value),
          onBlur: () => form.touch(name),
          error: form.errors[name],
        })}
        notice={(name) => <FieldChangeNotice form={form} name={name} />}
      />
      <FormSection title={text.photo.title}>
        <Wide>
          <PhotoField article={record} />
        </Wide>
      </FormSection>
    </FormFrame>
  )
}
