import { useCallback, useMemo, useRef, useState } from 'react'
import { soumission as soumissionEntity } from '../../../schemas/entities/soumission.ts'
import { same } from '../../../schemas/merge.ts'
import {
  type Answers,
  answerOfLines,
  linesOf,
  reportAnswers,
  reportIssues,
} from '../../../schemas/rules/report-answers.ts'
import {
  type Formulaire,
  formulaireOf,
  isPicture,
  type Question,
  questionOf,
} from '../../../schemas/rules/report-forms.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { PICTURE_TYPE, usePictures } from '../../domain/reports/pictures.ts'
import { ReportQuestions } from '../../domain/reports/report-questions.tsx'
import { FormFrame } from '../../forms/form-frame.tsx'
import { useDraft } from '../../forms/form-guard.tsx'
import { OpensHere } from '../../forms/opens-here.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { rapportsText as text } from '../../text/rapports.ts'
import { AboutCard } from './about-card.tsx'
import { draftKeyOf } from './report-answers.ts'

interface ReportFormProps {
  form: LocalRecord<'rapport'>
  idRdv: string | null
  /** The project given, or the appointment's. */
  idProjet: string | null
  back: string
}

/** In a stored draft, under names that no question has: the id of the report, by which its pictures are found again, and the form as it was opened. */
const REPORT = '#rapport'
const FORM = '#formulaire'
/** Beside the answers, by the id of their question. Drafts of builds before 1 December 2026 name no form. */
interface Draft {
  [REPORT]?: string
  [FORM]?: Formulaire
}

const fileOf = (id: string, kind: string) => ({
  id,
  resource: 'soumission' as const,
  origin: kind === 'photo' ? ('photo' as const) : ('document' as const),
  name: `${kind}-${id.slice(-6)}.jpg`,
  type: PICTURE_TYPE,
})

/**
 * A report being filled: stored on this device, sent when there is a network (MGR-14). The form stays as it was opened, and the report keeps it (SET-04). Its
 * pictures are kept on the device as they are taken, because a phone may end the page while its camera is open (FILE-12).
 */
export function ReportForm({ form: given, idRdv, idProjet, back }: ReportFormProps) {
  const commands = useCommands()
  const files = useFileCommands()
  const [id, setId] = useState(uuidv7)
  /** The pictures that this device keeps. */
  const kept = useRef(new Set<string>())
  /** A restored draft names a picture that this device does not have. */
  const [lost, setLost] = useState(false)
  const pictures = usePictures((picture, bytes, kind) => {
    setLost(false)
    // Of a report without a project none can be saved.
    if (idProjet === null) return
    files
      .keepDraft({ ...fileOf(picture, kind), recordId: id, projectId: idProjet, bytes })
      .then(() => kept.current.add(picture))
      // A device without room: the browser asks before the page goes, and the draft says that it lost them.
      .catch(() => undefined)
  })
  const [form, setForm] = useState(given)
  const questions = useMemo(() => form.CHAMPS.map(questionOf), [form])
  const validate = useCallback(({ values }: { values: Answers }) => reportIssues(questions, values), [questions])
  const engine = useFormEngine<Answers>({ values: {}, validate })
  const { values: answers, errors, held, setMany, touch } = engine
  // A box that was ticked and unticked is no answer.
  const isDirty = (): boolean =>
    pictures.isMaking() ||
    (engine.isDirty() && Object.values(reportAnswers(questions, held().values)).some((one) => one !== false))
  const picturesIn = (values: Answers, asked = questions): { question: Question; names: string[] }[] =>
    asked.flatMap((question) => (isPicture(question.TYPE) ? { question, names: linesOf(values[question.id]) } : []))
  const unkept = (): boolean =>
    pictures.isMaking() || picturesIn(held().values).some(({ names }) => names.some((name) => !kept.current.has(name)))

  /** The pictures of a restored draft are being read. */
  const [reading, setReading] = useState(false)
  const restore = async (report: string, draft: Answers, asked: Question[]): Promise<void> => {
    const found = await files.bytesOf(report).catch(() => new Map<string, Uint8Array>())
    for (const [name, bytes] of found) {
      pictures.show(name, bytes)
      kept.current.add(name)
    }
    const answered = picturesIn(draft, asked).filter(({ names }) => names.length > 0)
    const there = answered.map(({ question, names }) => [
      question.id,
      answerOfLines(names.filter((name) => found.has(name))),
    ])
    setMany(Object.fromEntries(there))
    setLost(answered.some(({ names }) => names.some((name) => !found.has(name))))
    setReading(false)
  }
  useDraft<Draft>(draftKeyOf(form.id, idRdv ?? idProjet), {
    isDirty,
    getValues: () => ({ ...held().values, [REPORT]: id, [FORM]: formulaireOf(form) }),
    setValues: ({ [REPORT]: report = id, [FORM]: opened, ...rest }) => {
      const draft = rest as Answers
      // A director may have changed the form since: the questions that were answered are asked again, and the report keeps them.
      const restored = opened ? { ...form, ...opened } : form
      setForm(restored)
      setId(report)
      setMany(draft)
      setReading(true)
      void restore(report, draft, restored.CHAMPS.map(questionOf))
    },
  })

  /** The report as this device has it already: only a picture could not be stored, or the phone stopped then. What was corrected since is an edit of it. */
  const stored = useLiveRecord('soumission', id)
  const saved = useRef<Answers>(null)
  const save = async (): Promise<undefined> => {
    // The photos that were chosen last: they are part of the report.
    await pictures.settled()
    const REPONSES = reportAnswers(questions, held().values)
    const named = picturesIn(REPONSES).flatMap(({ question, names }) =>
      names.map((name) => ({ kind: question.TYPE, name })),
    )
    // Each picture belongs to a project: none is dropped without a word.
    if (idProjet === null && named.length > 0) throw new Error(text.noProjectForPictures)
    const before = saved.current ?? stored?.REPONSES ?? null
    if (before === null) {
      const report = { IDRAPPORT: form.id, IDRDV: idRdv, IDPROJET: idProjet, FORMULAIRE: formulaireOf(form), REPONSES }
      await commands.create('soumission', { ...report, DATE_SOUMISSION: new Date().toISOString() }, { id })
    } else if (!same(before, REPONSES)) await commands.update('soumission', id, { REPONSES })
    saved.current = REPONSES
    // After the report, so that each is sent after it (FILE-3).
    for (const { kind, name } of named) {
      const picture = pictures.get(name)
      if (!picture || idProjet === null) continue
      await files.add({ ...fileOf(name, kind), recordId: id, projectId: idProjet, bytes: picture.bytes })
    }
  }

  return (
    <FormFrame
      form={{
        ...engine,
        valid: engine.valid && !reading && stored !== undefined,
        mode: 'create',
        isDirty,
        unkept,
        lost,
      }}
      title={form.TITRE}
      entityTitle={soumissionEntity.title}
      back={back}
      onSave={save}
    >
      <AboutCard idRdv={idRdv} idProjet={idProjet} />
      <OpensHere>
        <ReportQuestions
          // A signature that is there again is shown as it is.
          key={reading ? 'reading' : 'read'}
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
