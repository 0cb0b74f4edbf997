import { Button, Chip, Input } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { isDate, isDateTime } from '../../../schemas/dates.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { GENRE_LABELS, GENRES_ABSENCE, type GenreAbsence, SHARED_GENRES } from '../../../schemas/rules/absences.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { spanOf } from '../../domain/absences/span.ts'
import { useDirects, useMayChange, useMayNote } from '../../domain/absences/use-absence-rights.ts'
import { TakenList } from '../../domain/rdv/taken-warning.tsx'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { DateField } from '../../forms/fields/date-field.tsx'
import { FormFrame, FormSection, Wide } from '../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../forms/form-values.ts'
import type { FormValues } from '../../forms/payload.ts'
import { Fields } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { type FormChange, type ResourceFormState, useResourceForm } from '../../forms/use-resource-form.ts'
import { absencesText as text } from '../../text/absences.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { absenceTimes, daysOf, soonTimes, wholeDays } from './absence-times.ts'
import styles from './absences.module.css'

const entity = entityOf('absence')
/** How long a new one can be taken back by its notice. */
const UNDO_MS = 10_000

/** /manager/absence/create and /manager/absence/$id/edit. */
export function AbsenceFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <AbsenceForm absence={null} /> : <EditPage key={id} id={id} />
}

function EditPage({ id }: { id: string }) {
  const { record, gone } = useFormRecord('absence', id)
  const mayChange = useMayChange(record)
  if (record === undefined) return null
  if (record === null) return <MissingRecord back={paths.absences.href()} />
  // The rights are read a moment later than the record: a form that is open stays.
  return mayChange || gone ? <AbsenceForm absence={record} gone={gone} /> : <EmptyState text={text.notYours} />
}

/** The kinds, one tap each. */
function Kinds({ form }: { form: ResourceFormState }) {
  const me = useSession().account.id
  const kind = form.values.GENRE as GenreAbsence
  const people = form.values.IDPERSONNELS as string[]
  const isMine = people.every((id) => id === me)
  const hint = SHARED_GENRES.includes(kind)
    ? text[kind === 'reunion' ? 'meeting' : 'training']
    : isMine
      ? text.secret
      : text.secretOfOthers
  return (
    <Wide>
      <Input.Wrapper label={text.kind} labelElement="div" size="md">
        <Chip.Group value={kind} onChange={(next) => form.set('GENRE', next)}>
          <div className={styles.kinds}>
            {GENRES_ABSENCE.map((one) => (
              <Chip key={one} value={one} variant="outline" size="md">
                {GENRE_LABELS[one]}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      </Input.Wrapper>
      <p className={styles.hint}>{hint}</p>
      <FieldChangeNotice form={form} name="GENRE" />
    </Wide>
  )
}

/** Whole days as first and last day; else the start and the end with their hours. */
function Times({ form }: { form: ResourceFormState }) {
  if (form.values.JOURNEES !== 1) return <Fields form={form} names={['DEBUT', 'FIN']} />
  const { first, last } = daysOf(form.values)
  const moveTo = (day: string): void =>
    form.setMany(isDate(day) ? wholeDays(day, last) : { DEBUT: '', FIN: form.values.FIN })
  const endOn = (day: string): void => form.setMany(isDate(day) && first !== '' ? wholeDays(first, day) : { FIN: '' })
  return (
    <>
      <DateField label={text.firstDay} value={first} onChange={moveTo} required error={form.errors.DEBUT} />
      <DateField label={text.lastDay} value={last} onChange={endOn} required error={form.errors.FIN} />
      <FieldChangeNotice form={form} name="DEBUT" />
    </>
  )
}

/** Tomorrow or a half of it, one tap each. */
function Soon({ form, today }: { form: ResourceFormState; today: string }) {
  const soon = soonTimes(today)
  return (
    <Wide>
      <div className={styles.buttons}>
        {(['morning', 'afternoon', 'day'] as const).map((part) => {
          const isChosen = Object.entries(soon[part]).every(([name, value]) => form.values[name] === value)
          return (
            <Button
              key={part}
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() => form.setMany(soon[part])}
            >
              {text.soon[part]}
            </Button>
          )
        })}
      </div>
    </Wide>
  )
}

/** What is there already at the time of the first occurrence: whoever notes an absence should know it. */
function Meets({ form, id }: { form: ResourceFormState; id: string | null }) {
  const { DEBUT: start, FIN: end, IDPERSONNELS: people } = form.values
  if (typeof start !== 'string' || typeof end !== 'string' || !isDateTime(start) || !isDateTime(end) || end <= start) {
    return null
  }
  return (
    <Wide>
      <TakenList planned={{ id, start, end, people: people as string[] }} title={text.meetsTitle} />
    </Wide>
  )
}

/** Refuses here what the server refuses when it is sent: an absence of people of another agency alone. */
function usePeopleCheck(): (values: FormValues) => Record<string, string> {
  const mayNote = useMayNote()
  const directs = useDirects()
  return useCallback(
    ({ IDPERSONNELS: people }) => {
      const ids = people as string[]
      if (ids.length === 0 || mayNote(ids)) return {}
      return { IDPERSONNELS: directs ? text.otherAgency(ids.length) : text.ownAlone }
    },
    [mayNote, directs],
  )
}

function AbsenceForm({ absence, gone = false }: { absence: LocalRecord<'absence'> | null; gone?: boolean }) {
  const commands = useCommands()
  const directs = useDirects()
  const me = useSession().account.id
  const today = useNow().slice(0, 10)
  const [{ jour }] = useQuery()
  const [initial] = useState(() => {
    const day = jour !== undefined && isDate(jour) ? jour : today
    return absence
      ? valuesOf(entity, absence)
      : newValues(entity, { IDPERSONNELS: [me], GENRE: 'conges', JOURNEES: 1, ...wholeDays(day, day) })
  })
  const check = usePeopleCheck()
  const [adjust] = useState(() => (change: FormChange) => absenceTimes(change, absence === null))
  const form = useResourceForm({
    entity,
    record: absence,
    initial,
    draftKey: `absence/${absence?.id ?? 'create'}`,
    check,
    adjust,
    gone,
  })
  const undo = async (id: string): Promise<void> => {
    try {
      await commands.remove('absence', id)
      notices.info(text.undone)
    } catch (error) {
      notices.failure(error)
    }
  }
  const save = async (): Promise<undefined> => {
    const payload = form.payload()
    if (absence) {
      if (Object.keys(payload).length > 0) await commands.update('absence', absence.id, payload, { base: form.base() })
      return
    }
    const id = await commands.create('absence', payload as never)
    notices.action({
      message: text.created(spanOf({ debut: String(payload.DEBUT), fin: String(payload.FIN) })),
      label: text.undo,
      forMs: UNDO_MS,
      onAction: () => void undo(id),
    })
  }
  const repeats = Boolean(form.values.REPETITION)
  return (
    <FormFrame
      form={form}
      title={absence ? text.edit : text.create}
      entityTitle={entity.title}
      back={absence ? paths.resource.view('absence', absence.id) : paths.absences.href()}
      onSave={save}
      said={absence === null}
    >
      <FormSection title={text.what}>
        <Kinds form={form} />
        <Fields form={form} names={['OBJET']} />
      </FormSection>
      <FormSection title={text.when}>
        {absence ? null : <Soon form={form} today={today} />}
        <Wide>
          <Fields form={form} names={['JOURNEES']} />
        </Wide>
        <Times form={form} />
        <Fields form={form} names={repeats ? ['REPETITION', 'REPETER_JUSQUA', 'REPETER_FOIS'] : ['REPETITION']} />
        <Meets form={form} id={absence?.id ?? null} />
      </FormSection>
      {directs || form.issues.IDPERSONNELS ? (
        <FormSection title={text.who}>
          <Fields form={form} names={['IDPERSONNELS']} />
        </FormSection>
      ) : null}
    </FormFrame>
  )
}
