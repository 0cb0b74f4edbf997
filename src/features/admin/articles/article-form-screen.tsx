import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Static } from 'typebox'
import { article as articleEntity } from '../../../../schemas/entities/article.ts'
import { uuidv7 } from '../../../../schemas/uuid.ts'
import { ArticleFields, type Rate, sameReferenceIn } from '../../../domain/articles/article-fields.tsx'
import { asEntity } from '../../../domain/online/answers.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { useOnlineForm } from '../../../domain/online/use-online-form.ts'
import { FormFrame } from '../../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../../forms/form-values.ts'
import { articlesText as text } from '../../../text/articles.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { NotFoundScreen } from '../../../ui/page/not-found-screen.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { readLists } from '../lists/entry.ts'
import { adminApi } from '../online/admin-api.ts'
import { ArticleAnswer, PATH, readArticles } from './article.ts'

type Article = Static<typeof ArticleAnswer>
const entity = asEntity(articleEntity)

/** `/admin/company/$id/article/create` and `/admin/company/$id/article/$article`. */
export function ArticleFormScreen() {
  const { id: companyId, article } = useParams({ strict: false }) as { id: string; article?: string }
  const loaded = useLoad(`article form ${companyId}`, async (signal) => {
    const [articles, entries] = await Promise.all([readArticles(companyId, signal), readLists(companyId, signal)])
    return { articles, rates: entries.filter(({ LISTE }) => LISTE === 'TVA') }
  })
  if (loaded.state !== 'ready') {
    return (
      <>
        <PageHeader title={text.title} back={adminPaths.company.href(companyId, 'tarifs')} />
        <LoadedView loaded={loaded}>{() => null}</LoadedView>
      </>
    )
  }
  const record = loaded.data.articles.find(({ id }) => id === article) ?? null
  if (article !== undefined && record === null) return <NotFoundScreen />
  return <ArticleForm key={article ?? ''} companyId={companyId} record={record} {...loaded.data} />
}

interface ArticleFormProps {
  companyId: string
  record: Article | null
  articles: readonly Article[]
  rates: readonly Rate[]
}

function ArticleForm({ companyId, record, articles, rates }: ArticleFormProps) {
  const [id] = useState(() => record?.id ?? uuidv7())
  const initial = useMemo(
    () => (record === null ? newValues(entity, { UNITE: 'u' }) : valuesOf(entity, record)),
    [record],
  )
  const check = useMemo(() => sameReferenceIn(articles, record), [articles, record])
  const draftKey = `admin/article/${companyId}/${record?.id ?? 'create'}`
  const { form, frame, payload, seen, send } = useOnlineForm({ entity, record, initial, draftKey, check })
  const save = async (): Promise<undefined> => {
    const body = payload()
    const query = { company_id: companyId }
    if (record === null) {
      await send(() => adminApi.write('POST', PATH, { data: ArticleAnswer, body: { ...body, id }, query }))
    } else if (Object.keys(body).length > 0) {
      const at = `${PATH}/${encodeURIComponent(id)}`
      await send(() => adminApi.write('PUT', at, { data: ArticleAnswer, body, query, seen: seen() }))
    }
  }
  return (
    <FormFrame
      form={frame}
      title={record === null ? text.add : text.edit(record.LIBELLE)}
      entityTitle={text.one}
      back={adminPaths.company.href(companyId, 'tarifs')}
      onSave={save}
    >
      <ArticleFields
        articles={articles}
        rates={rates}
        id={record?.id ?? null}
        bind={(name) => form.getInputProps(name)}
      />
    </FormFrame>
  )
}
