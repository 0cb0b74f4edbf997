import { Button, Chip, Textarea } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { DEBRIEF_CATEGORIES } from '../../../schemas/entities/rdv.ts'
import type { Field } from '../../../schemas/entity.ts'
import { same } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { DEBRIEF_LABELS, motivesOf, SOLD } from '../../../schemas/rules/debrief.ts'
import { offered } from '../../../schemas/rules/lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useNames } from '../../domain/records/use-names.ts'
import { ChangeNotice } from '../../forms/field-change.tsx'
import { DateField } from '../../forms/fields/date-field.tsx'
import { ResourceValue } from '../../forms/fields/resource-value.tsx'
import { FormGuard, useDraft } from '../../forms/form-guard.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { changeText } from '../../text/form-changes.ts'
import { rdvText } from '../../text/rdv.ts'
import { formatAgo, formatMoney } from '../../ui/format/format.ts'
import { NAMED_COLORS } from '../../ui/format/named-colors.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import {
  type DebriefDraft,
  debriefValues,
  draftOf,
  type NextStepChoice,
  nextChoices,
  withCategory,
} from './debrief-draft.ts'
import styles from './rdv.module.css'

/** Colour of each outcome; its text is beside it. */
export const DEBRIEF_COLORS = {
  0: NAMED_COLORS.grey,
  1: NAMED_COLORS.orange,
  2: NAMED_COLORS.purple,
  3: NAMED_COLORS.red,
  4: NAMED_COLORS.green,
} as const

const words = rdvText.debriefForm

/** The button says what is missing: no field has a message of its own. */
const validate = () => ({})

export interface DebriefFormProps {
  rdv: LocalRecord<'rdv'>
  /** The quotes of its project that are neither signed nor refused. */
  quotes: readonly LocalRecord<'devis'>[]
  /** Whether a quote to make may come next. */
  mayQuote: boolean
  /** The appointment was deleted while the sheet was open. */
  gone?: boolean
  /** Called once the local database is written; `next` is the user's next step, `quote` the one that was sold. */
  onSaved: (next: NextStepChoice, quote: string | null) => void
}

/** What an update of the app keeps: the values, and the appointment that they are an edit of. */
interface Draft {
  base: LocalRecord<'rdv'>
  values: DebriefDraft
}

/** A colleague's debrief of the same appointment that arrived while this one is being filled in. */
function DebriefChange({ rdv, onChoose }: { rdv: LocalRecord<'rdv'>; onChoose: (choice: 'mine' | 'theirs') => void }) {
  const zone = useZone()
  const now = useNow()
  const by = useNames().personnel(rdv.DEBRIEF_PAR ?? '')
  const at = formatAgo(wallClock(new Date(rdv.DEBRIEF_LE ?? Date.now()), zone), now)
  const { fields } = entityOf('rdv')
  const names = ['DEBRIEF_CATEGORIE', 'IDRDV_DEBRIEF', 'DEBRIEF_COMMENTAIRE'] as const
  return (
    <ChangeNotice
      label={words.title}
      head={by === '' ? changeText.byOther(at) : changeText.byName(by, at)}
      facts={names
        .filter((name) => rdv[name] !== null)
        .map((name) => {
          const field = fields[name] as Field
          return { label: field.label, value: <ResourceValue name={name} field={field} value={rdv[name]} /> }
        })}
      onChoose={onChoose}
    />
  )
}

/** Outcome, motive, note, next step (CAL-09). The common case is three taps: category, motive, save. */
export function DebriefForm({ rdv, quotes, mayQuote, gone = false, onSaved }: DebriefFormProps) {
  const all = useReferences('RDV_DEBRIEF')
  const commands = useCommands()
  // The snapshot of the sheet: the debrief is an edit of it, whatever a colleague writes meanwhile (OUT-11).
  const [base, setBase] = useState(rdv)
  const references = offered(all, [base.IDRDV_DEBRIEF])
  const opened = draftOf(base)
  const engine = useFormEngine({ values: opened, validate })
  const { values: draft, setMany: set } = engine
  const theirs = !same(draftOf(rdv), opened) || rdv.DEBRIEF_LE !== base.DEBRIEF_LE
  const untouched = same({ ...draft, next: 'none', quote: null, relance: '' }, opened)
  const rebase = (choice: 'mine' | 'theirs'): void => {
    const snapshot = draftOf(rdv)
    const { values: mine } = engine.held()
    setBase(rdv)
    engine.hold({
      values: choice === 'mine' ? mine : { ...snapshot, next: mine.next, quote: mine.quote, relance: mine.relance },
      snapshot,
    })
  }
  useDraft<Draft>(`rdv/${rdv.IDRDV}/debrief`, {
    isDirty: engine.isDirty,
    getValues: () => ({ base, values: engine.held().values }),
    setValues: (kept) => {
      setBase(kept.base)
      engine.hold({ values: kept.values, snapshot: draftOf(kept.base) })
    },
  })
  const [saved, setSaved] = useState(false)
  useLayoutEffect(() => {
    // What comes after the save is this debrief itself: the next step that it leads to is no unsaved change of it.
    if (!saved && rdv !== base && (!theirs || untouched)) rebase(theirs ? 'theirs' : 'mine')
  })
  const { busy: saving, whileBusy } = useBusy()

  const { status } = useSync()
  const quote = draft.quote ?? (quotes.length === 1 ? (quotes[0]?.IDDEVIS ?? null) : null)
  const choices = nextChoices(draft.category, { pending: quotes.length, mayQuote })
  const values = debriefValues({ ...draft, quote })
  const motives = draft.category === null ? [] : motivesOf(draft.category, references)

  const save = async (): Promise<boolean> => {
    if (values === null) return false
    return whileBusy(async () => {
      await commands.together(async (one) => {
        await one.debrief(rdv.IDRDV, values, { base: { ...base, VERSION: rdv.VERSION } })
        if (draft.next === 'relance' && rdv.IDPROJET)
          await one.update('projet', rdv.IDPROJET, { RELANCE_INTERMEDIAIRE: draft.relance })
      })
      engine.markSaved()
      setSaved(true)
      notices.success(words.saved)
    })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save().then((done) => done && onSaved(draft.next, quote))
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
                onChange={() => set(withCategory(engine.held().values, category, references))}
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
      {rdv.IDPROJET && draft.category === SOLD && quotes.length > 0 ? (
        <fieldset className={styles.fieldset}>
          <legend className={styles.legend}>{words.soldQuote}</legend>
          <Chip.Group value={quote} onChange={(id) => set({ quote: id as string | null })}>
            <div className={styles.places}>
              {quotes.map((one) => (
                <Chip key={one.IDDEVIS} value={one.IDDEVIS} variant="outline" size="md">
                  {[devisEntity.label(one), one.OBJET, formatMoney(one.PRIX_TTC)].filter(Boolean).join(' · ')}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </fieldset>
      ) : null}
      {rdv.IDPROJET ? (
        <fieldset className={styles.fieldset}>
          <legend className={styles.legend}>{words.next}</legend>
          {draft.category === SOLD && quotes.length === 0 ? <p className={styles.hint}>{words.noSoldQuote}</p> : null}
          <Chip.Group value={draft.next} onChange={(next) => set({ next: (next || 'none') as NextStepChoice })}>
            <div className={styles.chips}>
              {choices.map((next) => (
                <Chip key={next} value={next} variant="outline" size="md">
                  {words.nextSteps[next]}
                </Chip>
              ))}
            </div>
          </Chip.Group>
          {draft.next === 'sign' && !status.online ? (
            <p className={styles.hint} role="status">
              {words.signOffline}
            </p>
          ) : null}
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
      <div aria-live="polite">
        {gone ? <p className={styles.gone}>{changeText.gone}</p> : null}
        {theirs && !untouched && !saving && !saved ? <DebriefChange rdv={rdv} onChoose={rebase} /> : null}
      </div>
      <div className={styles.save} data-foot>
        <Button type="submit" size="md" h={48} fullWidth disabled={values === null} loading={saving}>
          {words.save}
        </Button>
      </div>
      <FormGuard isDirty={engine.isDirty} saving={saving} canSave={values !== null} save={save} />
    </form>
  )
}
