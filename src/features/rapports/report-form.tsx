import { useCallback } from 'react'
import { soumission as soumissionEntity } from '../../../schemas/entities/soumission.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { FormFrame, FormSection, Wide } from '../../forms/form-frame.tsx'
import { useDraft } from '../../forms/form-guard.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
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
  const { CHAMPS } = form
  const validate = useCallback(({ values }: { values: Answers }) => reportIssues(CHAMPS, values), [CHAMPS])
  const engine = useFormEngine<Answers>({ values: {}, validate })
  const { values: answers, errors, held, setMany, touch } = engine
  // A box that was ticked and unticked is no answer.
  const isDirty = (): boolean =>
    engine.isDirty() && Object.values(reportAnswers(CHAMPS, held().values)).some((one) => one !== false)
  useDraft(`rapport/${form.id}/${idRdv ?? idProjet ?? 'libre'}`, {
    isDirty,
    getValues: () => held().values,
    setValues: setMany,
  })

  const save = async (): Promise<undefined> => {
    await commands.create('soumission', {
      IDRAPPORT: form.id,
      IDRDV: idRdv,
      IDPROJET: idProjet,
      REPONSES: reportAnswers(CHAMPS, answers),
      DATE_SOUMISSION: new Date().toISOString(),
    })
  }

  return (
    <FormFrame
      form={{ ...engine, mode: 'create', isDirty }}
      title={form.TITRE}
      entityTitle={soumissionEntity.title}
      back={back}
      onSave={save}
    >
      <AboutCard idRdv={idRdv} idProjet={idProjet} />
      <FormSection>
        {CHAMPS.map((champ) => (
          <Wide key={champ.id}>
            <AnswerField
              champ={champ}
              value={answers[champ.id]}
              onChange={(value) => setMany({ [champ.id]: value })}
              onBlur={() => touch(champ.id)}
              error={errors[champ.id]}
            />
          </Wide>
        ))}
      </FormSection>
    </FormFrame>
  )
}
