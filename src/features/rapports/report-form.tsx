import { useCallback, useMemo, useRef, useState } from 'react'
import { soumission as soumissionEntity } from '../../../schemas/entities/soumission.ts'
import { same } from '../../../schemas/merge.ts'
import { type Answers, linesOf, reportAnswers, reportIssues } from '../../../schemas/rules/report-answers.ts'
import { formulaireOf, isPicture, questionOf } from '../../../schemas/rules/report-forms.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { PICTURE_TYPE, usePictures } from '../../domain/reports/pictures.ts'
import { ReportQuestions } from '../../domain/reports/report-questions.tsx'
import { FormFrame } from '../../forms/form-frame.tsx'
import { useDraft } from '../../forms/form-guard.tsx'
import { OpensHere } from '../../forms/opens-here.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { rapportsText as text } from '../../text/rapports.ts'
import { AboutCard } from './about-card.tsx'

interface ReportFormProps {
  form: LocalRecord<'rapport'>
  idRdv: string | null
  /** The project given, or the appointment's. */
  idProjet: string | null
  back: string
}

/** A report being filled: stored on this device, sent when there is a network (MGR-14). The form stays as it was opened, and the report keeps it (SET-04). */
export function ReportForm({ form: given, idRdv, idProjet, back }: ReportFormProps) {
  const commands = useCommands()
  const files = useFileCommands()
  const pictures = usePictures()
  const [form] = useState(given)
  const questions = useMemo(() => form.CHAMPS.map(questionOf), [form])
  const validate = useCallback(({ values }: { values: Answers }) => reportIssues(questions, values), [questions])
  const engine = useFormEngine<Answers>({ values: {}, validate })
  const { values: answers, errors, held, setMany, touch } = engine
  // A box that was ticked and unticked is no answer.
  const isDirty = (): boolean =>
    engine.isDirty() && Object.values(reportAnswers(questions, held().values)).some((one) => one !== false)
  const withPicture = (): boolean =>
    questions.some(({ id, TYPE }) => isPicture(TYPE) && linesOf(held().values[id]).length > 0)
  const lost = useDraft(`rapport/${form.id}/${idRdv ?? idProjet ?? 'libre'}`, {
    isDirty,
    unkept: withPicture,
    getValues: () => held().values,
    // The bytes of pictures do not outlive the page.
    setValues: (draft) => {
      const gone = questions.filter(({ TYPE }) => isPicture(TYPE)).map(({ id }) => [id, undefined])
      setMany({ ...draft, ...Object.fromEntries(gone) })
    },
  })

  /** The report that is on this device already, when only a picture could not be stored: what is corrected until the next try is an edit of it. */
  const kept = useRef<{ id: string; answers: Answers }>(null)
  const save = async (): Promise<undefined> => {
    const REPONSES = reportAnswers(questions, answers)
    const named = questions
      .filter(({ TYPE }) => isPicture(TYPE))
      .flatMap(({ id: asked, TYPE }) => linesOf(REPONSES[asked]).map((idFile) => ({ TYPE, idFile })))
    // Each picture belongs to a project: none is dropped without a word.
    if (idProjet === null && named.length > 0) throw new Error(text.noProjectForPictures)
    const id = kept.current?.id ?? uuidv7()
    if (kept.current === null) {
      const report = { IDRAPPORT: form.id, IDRDV: idRdv, IDPROJET: idProjet, FORMULAIRE: formulaireOf(form), REPONSES }
      await commands.create('soumission', { ...report, DATE_SOUMISSION: new Date().toISOString() }, { id })
    } else if (!same(kept.current.answers, REPONSES)) await commands.update('soumission', id, { REPONSES })
    kept.current = { id, answers: REPONSES }
    // After the report, so that each is sent after it (FILE-3).
    for (const { TYPE, idFile } of named) {
      const picture = pictures.get(idFile)
      if (!picture || idProjet === null) continue
      const name = `${TYPE}-${idFile.slice(-6)}.jpg`
      const origin = TYPE === 'photo' ? 'photo' : 'document'
      await files.add({
        id: idFile,
        resource: 'soumission',
        recordId: id,
        projectId: idProjet,
        origin,
        name,
        type: PICTURE_TYPE,
        bytes: picture.bytes,
      })
    }
  }

  return (
    <FormFrame
      form={{ ...engine, mode: 'create', isDirty, unkept: withPicture, lost }}
      title={form.TITRE}
      entityTitle={soumissionEntity.title}
      back={back}
      onSave={save}
    >
      <AboutCard idRdv={idRdv} idProjet={idProjet} />
      <OpensHere>
        <ReportQuestions
          questions={questions}
          answers={answers}
          errors={errors}
          pictures={pictures}
          onAnswer={(id, value) => setMany({ [id]: value })}
          onLeave={touch}
        />
      </OpensHere>
    </FormFrame>
  )
}
