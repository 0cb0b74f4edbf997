import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Static } from 'typebox'
import { isReferenceList, type ReferenceList, reference } from '../../../../schemas/entities/reference.ts'
import { lastPlace } from '../../../../schemas/rules/lists.ts'
import { uuidv7 } from '../../../../schemas/uuid.ts'
import { EntryFields, neededIn, newEntry } from '../../../domain/lists/entry-fields.tsx'
import { asEntity } from '../../../domain/online/answers.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { useOnlineForm } from '../../../domain/online/use-online-form.ts'
import { FormFrame, FormSection } from '../../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../../forms/form-values.ts'
import { listsText as text } from '../../../text/lists.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { NotFoundScreen } from '../../../ui/page/not-found-screen.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { adminApi } from '../online/admin-api.ts'
import { EntryAnswer, PATH, readLists } from './entry.ts'

type Entry = Static<typeof EntryAnswer>
const entity = asEntity(reference)

/** `/admin/company/$id/entree/$entry`: an entry by its id, or a new one of the list that the address names. */
export function EntryFormScreen() {
  const { id: companyId, entry } = useParams({ strict: false }) as { id: string; entry: string }
  const loaded = useLoad(`lists ${companyId}`, (signal) => readLists(companyId, signal))
  if (loaded.state !== 'ready') {
    return (
      <>
        <PageHeader title={text.lists} back={adminPaths.company.href(companyId, 'listes')} />
        <LoadedView loaded={loaded}>{() => null}</LoadedView>
      </>
    )
  }
  const record = loaded.data.find(({ id }) => id === entry) ?? null
  const list = record?.LISTE ?? entry
  if (!isReferenceList(list)) return <NotFoundScreen />
  return <EntryForm key={entry} companyId={companyId} list={list} record={record} entries={loaded.data} />
}

interface EntryFormProps {
  companyId: string
  list: ReferenceList
  record: Entry | null
  /** Those of all lists. */
  entries: readonly Entry[]
}

function EntryForm({ companyId, list, record, entries }: EntryFormProps) {
  const [id] = useState(() => record?.id ?? uuidv7())
  const initial = useMemo(() => {
    const others = entries.filter((entry) => entry.LISTE === list)
    return record === null
      ? newValues(entity, { ...newEntry(list, others), ORDRE: lastPlace(others) })
      : valuesOf(entity, record)
  }, [list, record, entries])
  const check = useMemo(() => neededIn(list), [list])
  const draftKey = `admin/reference/${companyId}/${record?.id ?? list}`
  const { form, frame, payload, seen, send } = useOnlineForm({ entity, record, initial, draftKey, check })
  const save = async (): Promise<undefined> => {
    const body = payload()
    const query = { company_id: companyId }
    if (record === null) {
      await send(() => adminApi.write('POST', PATH, { data: EntryAnswer, body: { ...body, id }, query }))
    } else if (Object.keys(body).length > 0) {
      const at = `${PATH}/${encodeURIComponent(id)}`
      await send(() => adminApi.write('PUT', at, { data: EntryAnswer, body, query, seen: seen() }))
    }
  }
  return (
    <FormFrame
      form={frame}
      title={record === null ? text.of[list].add : text.editEntry(record.LIBELLE)}
      entityTitle={text.of[list].one}
      back={adminPaths.companyEntry.back(companyId, list)}
      onSave={save}
    >
      <FormSection>
        <EntryFields list={list} record={record} bind={(name) => form.getInputProps(name)} />
      </FormSection>
    </FormFrame>
  )
}
