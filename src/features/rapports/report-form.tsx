import { useRef, useState } from 'react'
import { soumission as soumissionEntity } from '../../../schemas/entities/soumission.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useDraft } from '../../components/form-guard.tsx'
import { FormFrame, FormSection, Wide } from '../../components/resource/form-frame.tsx'
import { useCommands } from '../../db/use-commands.ts'
import { AboutCard } from './about-card.tsx'
import { AnswerField } from './answer-field.tsx'
import { type Answers, reportAnswers, reportIssues } from './report-answers.ts'

interface ReportFormProps {
  form: LocalRecord<'rapport'>
  idRdv: string | null
  /** The project given, or the appointment's. */
  idProjet: string | null
  back: string
}

/** A report being filled: stored on this device, sent when there is a network (MGR-14). */
export function ReportForm({ form, idRdv, idProjet, back }: ReportFormProps) {
  const commands = useCommands()
  const [answers, setAnswers] = useState<Answers>({})
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set())
  // A save leaves the page before React renders again: the guard reads this reference, not the state.
  const latest = useRef({ answers, saved: false })
  latest.current.answers = answers

  const issues = reportIssues(form.CHAMPS, answers)
  const isDirty = (): boolean =>
    !latest.current.saved &&
    Object.values(reportAnswers(form.CHAMPS, latest.current.answers)).some((one) => one !== false)
  useDraft(`rapport/${form.id}/${idRdv ?? idProjet ?? 'libre'}`, {
    isDirty,
    getValues: () => latest.current.answers,
    setValues: setAnswers,
  })

  const save = async (): Promise<undefined> => {
    await commands.create('soumission', {
      IDRAPPORT: form.id,
      IDRDV: idRdv,
      IDPROJET: idProjet,
      REPONSES: reportAnswers(form.CHAMPS, answers),
      DATE_SOUMISSION: new Date().toISOString(),
    })
  }

  return (
    <FormFrame
      form={{
        mode: 'create',
        issues,
        valid: Object.keys(issues).length === 0,
        isDirty,
        markSaved: () => {
          latest.current.saved = true
        },
        touchAll: () => setTouched('all'),
      }}
      title={form.TITRE}
      entityTitle={soumissionEntity.title}
      back={back}
      onSave={save}
    >
      <AboutCard idRdv={idRdv} idProjet={idProjet} />
      <FormSection>
        {form.CHAMPS.map((champ) => (
          <Wide key={champ.id}>
            <AnswerField
              champ={champ}
              value={answers[champ.id]}
              onChange={(value) => setAnswers((known) => ({ ...known, [champ.id]: value }))}
              onBlur={() => setTouched((known) => (known === 'all' ? known : new Set([...known, champ.id])))}
              error={touched === 'all' || touched.has(champ.id) ? issues[champ.id] : undefined}
            />
          </Wide>
        ))}
      </FormSection>
    </FormFrame>
  )
}
