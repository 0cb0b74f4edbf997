import { useCallback, useMemo, useState } from 'react'
import { mayChangeOf } from '../../../schemas/access.ts'
import { wallClock } from '../../../schemas/dates.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { type Answers, askedQuestions, reportAnswers, reportIssues } from '../../../schemas/rules/report-answers.ts'
import { isPicture, type Question, questionOf } from '../../../schemas/rules/report-forms.ts'
import { sameJson } from '../../../schemas/same-json.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { usePictures } from '../../domain/reports/pictures.ts'
import { ReportQuestions } from '../../domain/reports/report-questions.tsx'
import { ChangeNotice } from '../../forms/field-change.tsx'
import { FormFrame } from '../../forms/form-frame.tsx'
import { valuesOf } from '../../forms/form-values.ts'
import { OpensHere } from '../../forms/opens-here.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { type ResourceFormState, useResourceForm } from '../../forms/use-resource-form.ts'
import { changeText } from '../../text/form-changes.ts'
import { rapportsText as text } from '../../text/rapports.ts'
import { formatAgo } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { AboutCard } from './about-card.tsx'
import styles from './rapports.module.css'
import { answerText } from './report-answers.ts'

const entity = entityOf('soumission')

type Submission = LocalRecord<'soumission'>

/** May this person correct the report? One that this device has not sent yet has no author, and is theirs (DAY-11). */
export function useMayCorrect(report: Pick<Submission, 'IDPERSONNEL'> | null | undefined): boolean {
  const staff = useStaff()
  return Boolean(report) && mayChangeOf(staff, 'soumission', report?.IDPERSONNEL ?? staff.id)
}

/** A filled report whose answers are corrected; its pictures and signature stay as they were given. */
export function CorrectionForm({ id }: { id: string }) {
  const { record, gone } = useFormRecord('soumission', id)
  const form = useLiveRecord('rapport', record?.IDRAPPORT)
  const may = useMayCorrect(record)
  if (record === undefined || (record && form === undefined)) return null
  if (record === null || !may) return <MissingRecord back={paths.rapport.list()} />
  const champs = (record.FORMULAIRE ?? form)?.CHAMPS ?? []
  return <Form record={record} gone={gone} champs={champs} title={record.FORMULAIRE?.TITRE ?? form?.TITRE ?? ''} />
}

interface FormProps {
  record: Submission
  gone: boolean
  champs: Parameters<typeof questionOf>[0][]
  title: string
}

function Form({ record, gone, champs, title }: FormProps) {
  const commands = useCommands()
  const pictures = usePictures()
  // The form stays as it was opened; the report follows (OUT-11).
  const [questions] = useState(() => champs.map(questionOf))
  const [initial] = useState(() => valuesOf(entity, record))
  const written = useMemo(() => questions.filter(({ TYPE }) => !isPicture(TYPE)), [questions])
  const check = useCallback(
    (values: Record<string, unknown>) => {
      const answers = values.REPONSES as Answers
      // An answer of before may not fit its question: only what is corrected must (as the server says).
      return Object.fromEntries(
        Object.entries(reportIssues(questions, answers)).filter(
          ([question]) =>
            written.some(({ id }) => id === question) &&
            !sameJson(record.REPONSES[question] ?? null, answers[question] ?? null),
        ),
      )
    },
    [questions, written, record],
  )
  const state = useResourceForm({
    entity,
    record,
    initial,
    gone,
    draftKey: `correction/${record.IDSOUMISSION}`,
    check,
  })
  const answers = state.values.REPONSES as Answers
  const save = async (): Promise<undefined> => {
    const REPONSES = reportAnswers(questions, answers)
    if (sameJson(REPONSES, record.REPONSES)) return
    const base = state.base()
    await commands.update('soumission', record.IDSOUMISSION, { REPONSES }, base ? { base } : {})
  }
  return (
    <FormFrame
      form={state}
      title={text.correctTitle(title)}
      entityTitle={entity.title}
      back={paths.rapport.view(record.IDSOUMISSION)}
      onSave={save}
    >
      <AboutCard idRdv={record.IDRDV} idProjet={record.IDPROJET} />
      <p className={styles.hint}>{text.correctHint}</p>
      <Theirs form={state} questions={written} answers={answers} />
      <OpensHere>
        <ReportQuestions
          questions={written}
          answers={answers}
          errors={state.errors}
          pictures={pictures}
          onAnswer={(question, value) => state.set('REPONSES', { ...answers, [question]: value })}
          onLeave={state.touch}
        />
      </OpensHere>
    </FormFrame>
  )
}

/** What a colleague's correction says otherwise, and the choice: both changed the answers (OUT-11). */
function Theirs({
  form,
  questions,
  answers,
}: {
  form: ResourceFormState
  questions: readonly Question[]
  answers: Answers
}) {
  const zone = useZone()
  const now = useNow()
  const change = form.changes.find(({ unit }) => unit === 'REPONSES')
  if (!change) return null
  const theirs = change.theirs.REPONSES as Answers
  const when = formatAgo(wallClock(new Date(change.at), zone), now)
  return (
    <ChangeNotice
      label={text.answers}
      head={change.byMe ? changeText.byMe(when) : changeText.byOther(when)}
      facts={askedQuestions(questions, theirs)
        .filter(({ id }) => !sameJson(theirs[id] ?? null, answers[id] ?? null))
        .map((question) => ({ label: question.LIBELLE, value: answerText(question, theirs[question.id]) }))}
      onChoose={(choice) => form.resolve(change.unit, choice)}
    />
  )
}
