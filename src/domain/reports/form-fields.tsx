import { rapport } from '../../../schemas/entities/rapport.ts'
import type { Entity } from '../../../schemas/entity.ts'
import {
  type Champ,
  champOf,
  formProblems,
  type Question,
  questionOf,
  wholeProblem,
} from '../../../schemas/rules/report-forms.ts'
import { ResourceField } from '../../forms/fields/resource-field.tsx'
import type { FormValues } from '../../forms/payload.ts'
import styles from '../../forms/resource.module.css'
import { reportFormsText as text } from '../../text/report-forms.ts'
import { MultiSelect } from '../../ui/controls/choices.tsx'
import { FormBuilder } from './form-builder.tsx'

const entity = rapport as unknown as Entity

/** A field of a form, whichever engine holds it. */
interface BoundField {
  value?: unknown
  onChange: (value: unknown) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
}

/** The questions of a form that is being built. */
export const questionsIn = (values: FormValues): Question[] => ((values.CHAMPS ?? []) as Champ[]).map(questionOf)

/** Rule of the builder besides the declaration's. */
export function checkForm(values: FormValues): Record<string, string> {
  const questions = questionsIn(values)
  if (questions.length === 0) return { CHAMPS: text.needQuestion }
  const message = wholeProblem((values.CHAMPS ?? []) as Champ[]) ?? formProblems(questions)[0]?.message
  return message === undefined ? {} : { CHAMPS: message }
}

interface FormFieldsProps {
  bind: (name: 'TITRE' | 'NATURES' | 'CHAMPS') => BoundField
  /** The natures of appointment of the company: those that are proposed, by id. */
  natures: readonly { id: string; LIBELLE: string }[]
}

/** What a report form is made of: title, natures of appointment, questions. The same for directors and administrators. */
export function FormFields({ bind, natures }: FormFieldsProps) {
  const [title, chosen, champs] = [bind('TITRE'), bind('NATURES'), bind('CHAMPS')]
  const ids = (chosen.value ?? []) as string[]
  const unknown = ids.filter((id) => !natures.some((nature) => nature.id === id))
  return (
    <>
      <div className={styles.field}>
        <ResourceField
          entity={entity}
          name="TITRE"
          values={{ TITRE: title.value }}
          onChange={title.onChange}
          {...(title.onBlur ? { onBlur: title.onBlur } : {})}
          error={title.error}
        />
      </div>
      <div className={styles.field}>
        <MultiSelect
          size="md"
          label={text.natures}
          description={text.naturesHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[
            ...natures.map(({ id, LIBELLE }) => ({ value: id, label: LIBELLE })),
            ...unknown.map((id) => ({ value: id, label: text.missingNature })),
          ]}
          value={ids}
          onChange={chosen.onChange}
          error={chosen.error}
          searchable
          hidePickedOptions
          nothingFoundMessage={text.noNature}
        />
      </div>
      <div className={styles.wide}>
        <FormBuilder
          questions={((champs.value ?? []) as Champ[]).map(questionOf)}
          onChange={(questions) => champs.onChange(questions.map(champOf))}
        />
      </div>
    </>
  )
}
