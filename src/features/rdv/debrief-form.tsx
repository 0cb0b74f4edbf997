import { Button, Chip, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { DEBRIEF_CATEGORIES } from '../../../schemas/entities/rdv.ts'
import { same } from '../../../schemas/merge.ts'
import { DEBRIEF_LABELS, motivesOf } from '../../../schemas/rules/debrief.ts'
import type { LocalRecord } from '../../../sync/local-record.ts'
import { FormGuard } from '../../components/form-guard.tsx'
import { notices } from '../../components/notices.tsx'
import { DateField } from '../../components/resource/date-field.tsx'
import { NAMED_COLORS } from '../../components/resource/named-colors.ts'
import { useCommands } from '../../db/use-commands.ts'
import { useReferences } from '../../db/use-references.ts'
import { rdvText } from '../../text/rdv.ts'
import { type DebriefDraft, debriefValues, draftOf, type NextStepChoice, withCategory } from './debrief-draft.ts'
import styles from './rdv.module.css'

/** Colour of each outcome; its words stand beside it. */
export const DEBRIEF_COLORS = {
  0: NAMED_COLORS.grey,
  1: NAMED_COLORS.orange,
  2: NAMED_COLORS.purple,
  3: NAMED_COLORS.red,
  4: NAMED_COLORS.green,
} as const

const words = rdvText.debriefForm
const NEXT: NextStepChoice[] = ['none', 'r2', 'devis', 'relance']

export interface DebriefFormProps {
  rdv: LocalRecord<'rdv'>
  /** Saved, local database written; `next` is what the user wants to do now. */
  onSaved: (next: NextStepChoice) => void
}

/** Outcome, motive, note, next step (CAL-09). The common case is three taps: category, motive, save. */
export function DebriefForm({ rdv, onSaved }: DebriefFormProps) {
  const references = useReferences('RDV_DEBRIEF')
  const commands = useCommands()
  const [opened] = useState(() => draftOf(rdv))
  const [draft, setDraft] = useState<DebriefDraft>(opened)
  const [saving, setSaving] = useState(false)
  const saved = useRef(false)

  const values = debriefValues(draft)
  const motives = draft.category === null ? [] : motivesOf(draft.category, references)
  const set = (patch: Partial<DebriefDraft>) => setDraft((known) => ({ ...known, ...patch }))

  const save = async (): Promise<boolean> => {
    if (values === null) return false
    setSaving(true)
    try {
      await commands.debrief(rdv.IDRDV, values)
      if (draft.next === 'relance' && rdv.IDPROJET) {
        await commands.update('projet', rdv.IDPROJET, { RELANCE_INTERMEDIAIRE: draft.relance })
      }
      saved.current = true
      notices.success(words.saved)
      return true
    } catch (error) {
      notices.failure(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save().then((done) => done && onSaved(draft.next))
      }}
    >
      <fieldset className={styles.fieldset}>
        <legend className={styles.legend}>{words.category}</legend>
        <div className={styles.categories}>
          {DEBRIEF_CATEGORIES.map((category) => (
            <label
              key={category}
              className={styles.category}
              data-checked={draft.category === category ? true : undefined}
              style={{ '--category': DEBRIEF_COLORS[category] } as React.CSSProperties}
            >
              <input
                type="radio"
                name="categorie"
                className="visually-hidden"
                checked={draft.category === category}
                onChange={() => setDraft((known) => withCategory(known, category, references))}
              />
              <span className={styles.categoryDot} aria-hidden />
              {DEBRIEF_LABELS[category]}
            </label>
          ))}
        </div>
      </fieldset>
      {motives.length > 0 ? (
        <fieldset className={styles.fieldset}>
          <legend className={styles.legend}>{words.motive}</legend>
          <Chip.Group value={draft.motive} onChange={(motive) => set({ motive: motive as string | null })}>
            <div className={styles.chips}>
              {motives.map((motive) => (
                <Chip key={motive.id} value={motive.id} variant="outline" size="md">
                  {motive.LIBELLE}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </fieldset>
      ) : null}
      <fieldset className={styles.fieldset}>
        <Textarea
          size="md"
          label={words.note}
          placeholder={words.notePlaceholder}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={draft.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      </fieldset>
      {rdv.IDPROJET ? (
        <fieldset className={styles.fieldset}>
          <legend className={styles.legend}>{words.next}</legend>
          <Chip.Group value={draft.next} onChange={(next) => set({ next: (next || 'none') as NextStepChoice })}>
            <div className={styles.chips}>
              {NEXT.map((next) => (
                <Chip key={next} value={next} variant="outline" size="md">
                  {words.nextSteps[next]}
                </Chip>
              ))}
            </div>
          </Chip.Group>
          {draft.next === 'relance' ? (
            <div className={styles.nextDate}>
              <DateField
                label={words.relanceDate}
                required
                value={draft.relance}
                onChange={(relance) => set({ relance })}
              />
            </div>
          ) : null}
        </fieldset>
      ) : null}
      <div className={styles.save}>
        <Button type="submit" size="md" h={48} fullWidth disabled={values === null} loading={saving}>
          {words.save}
        </Button>
      </div>
      <FormGuard isDirty={() => !saved.current && !same(draft, opened)} canSave={values !== null} save={save} />
    </form>
  )
}
