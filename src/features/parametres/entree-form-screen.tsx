import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { isReferenceList, type ReferenceList } from '../../../schemas/entities/reference.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { lastPlace } from '../../../schemas/rules/lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { EntryFields, neededIn, newEntry } from '../../domain/lists/entry-fields.tsx'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { FormFrame, FormSection } from '../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../forms/form-values.ts'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { useResourceForm } from '../../forms/use-resource-form.ts'
import { listsText as text } from '../../text/lists.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { NotFoundScreen } from '../../ui/page/not-found-screen.tsx'

const entity = entityOf('reference')
const NO_ENTRIES: readonly never[] = []

/** /manager/liste/$id/create (a list by its name) and /manager/entree/$id/edit (an entry by its id). */
export function EntreeFormScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  // No entry has the name of a list: identifiers are made at random.
  return isReferenceList(id) ? <NewEntry list={id} /> : <EditedEntry key={id} id={id} />
}

function NewEntry({ list }: { list: ReferenceList }) {
  const entries = useLiveList('reference', { selector: { LISTE: list } })
  return entries === undefined ? null : <EntryForm list={list} record={null} entries={entries} />
}

function EditedEntry({ id }: { id: string }) {
  const { record, gone } = useFormRecord('reference', id)
  if (record === undefined) return null
  if (record === null) return <MissingRecord back={paths.parametres.href()} />
  return isReferenceList(record.LISTE) ? (
    <EntryForm list={record.LISTE} record={record} entries={NO_ENTRIES} gone={gone} />
  ) : (
    <NotFoundScreen />
  )
}

interface EntryFormProps {
  list: ReferenceList
  record: LocalRecord<'reference'> | null
  /** The others, for a new one. */
  entries: readonly LocalRecord<'reference'>[]
  gone?: boolean
}

function EntryForm({ list, record, entries, gone = false }: EntryFormProps) {
  const commands = useCommands()
  const [initial] = useState(() =>
    record === null ? newValues(entity, newEntry(list, entries)) : valuesOf(entity, record),
  )
  const check = useMemo(() => neededIn(list), [list])
  const form = useResourceForm({
    entity,
    record,
    initial,
    draftKey: `reference/${record?.id ?? list}`,
    check,
    gone,
  })
  const save = async (): Promise<undefined> => {
    const payload = form.payload()
    if (record === null) await commands.create('reference', { ...payload, ORDRE: lastPlace(entries) })
    else if (Object.keys(payload).length > 0) {
      await commands.update('reference', record.id, payload, { base: form.base() })
    }
  }
  return (
    <FormFrame
      form={form}
      title={record === null ? text.of[list].add : text.editEntry(record.LIBELLE)}
      entityTitle={text.of[list].one}
      back={paths.liste.href(list)}
      onSave={save}
    >
      <FormSection>
        <EntryFields
          list={list}
          record={record}
          bind={(name) => ({
            value: form.values[name],
            onChange: (value) => form.set(name, value),
            onBlur: () => form.touch(name),
            error: form.errors[name],
          })}
          notice={(name) => <FieldChangeNotice form={form} name={name} />}
        />
      </FormSection>
    </FormFrame>
  )
}
