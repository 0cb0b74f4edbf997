import { Button, Chip, Input, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { isDate, isDateTime, wallClock } from '../../../schemas/dates.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import { recallDays, recallsToday } from '../../../schemas/rules/recall-times.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { DateField } from '../../forms/fields/date-field.tsx'
import { TimeField } from '../../forms/fields/time-field.tsx'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { shortDayOf } from '../../ui/format/day-of.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { callEntry } from './call-note.ts'
import styles from './calls.module.css'
import { idOf, type Journalled, useAddToJournal } from './use-add-to-journal.ts'

const NEXT = ['none', 'relance', 'rdv'] as const
type Next = (typeof NEXT)[number]

type Call = { outcome: string; remark: string; next: Next; day: string; time: string }
const EMPTY: Call = { outcome: '', remark: '', next: 'none', day: '', time: '' }
/** The button says what is missing: no field has a message of its own. */
const validate = () => ({})

interface CallSheetProps {
  about: Journalled
  name: string
  onClose: () => void
  /** Called after the save, when an appointment comes next. */
  onPlan: () => void
}

function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.field}>
      <Input.Label component="legend">{label}</Input.Label>
      <div className={styles.chips}>{children}</div>
    </fieldset>
  )
}

/** The result of a call and the next step: two taps in the common case. Written locally, at once. */
export function CallSheet({ about, name, onClose, onPlan }: CallSheetProps) {
  const add = useAddToJournal(about)
  const zone = useZone()
  const desktop = useDesktop()
  const engine = useFormEngine({ values: EMPTY, validate })
  const { values, setMany: set } = engine
  const { outcome, remark, next, day, time } = values
  const { busy: saving, whileBusy } = useBusy()
  const now = wallClock(new Date(), zone)
  const opened = about.resource === 'projet' ? about.record : null
  const projet = useLiveRecord('projet', opened?.IDPROJET) ?? opened
  // What comes next is about a project that goes on.
  const follows = projet !== null && !isClosed(projet)
  const met = useLiveList('rdv', projet && { selector: { CLE_PROJET: projet.IDPROJET, SUPPRIME: 0 } })
  const planned = projet?.RELANCE_INTERMEDIAIRE ?? null
  // Of a new project without an appointment the day stays: without one it would wait for its first contact again (ENT-08).
  const isLead = projet?.IDETAT_PROJET === 1 && !met?.length
  const isReached = outcome === text.reached || next === 'rdv'
  const isDone = planned !== null && planned <= now.slice(0, 10) && isReached && !isLead
  const complete = outcome !== '' && (next !== 'relance' || isDate(day))

  /** A press says both: to call again, and when. */
  const recall = (on: string, at: string) => ({
    variant: next === 'relance' && day === on && time === at ? 'filled' : 'default',
    onClick: () => set({ next: 'relance', day: on, time: at }),
  })

  const save = (): Promise<boolean> =>
    whileBusy(async () => {
      const relance =
        next === 'relance'
          ? { RELANCE_INTERMEDIAIRE: day, RELANCE_A: isDateTime(`${day} ${time}`) ? `${day} ${time}` : null }
          : isDone
            ? { RELANCE_INTERMEDIAIRE: null, RELANCE_A: null }
            : {}
      await add((written) => callEntry({ ...written, outcome, remark }), relance)
      notices.success(text.saved)
      engine.markSaved()
      onClose()
      if (next === 'rdv') onPlan()
    })

  return (
    <FormSheet
      engine={engine}
      draftKey={`suivi/${idOf(about)}`}
      title={text.sheetTitle(name)}
      canSave={complete}
      saving={saving}
      save={save}
      onClose={onClose}
    >
      {() => (
        <div className={styles.sheet}>
          <Chip.Group value={outcome} onChange={(chosen) => set({ outcome: chosen })}>
            <ChipRow label={text.outcome}>
              {text.outcomes.map((one) => (
                <Chip key={one} value={one} size="md" variant="outline">
                  {one}
                </Chip>
              ))}
            </ChipRow>
          </Chip.Group>
          <Textarea
            label={text.remark}
            // On a phone the keyboard would hide the results.
            data-autofocus={desktop || undefined}
            placeholder={text.remarkPlaceholder}
            size="md"
            autosize
            minRows={2}
            maxRows={5}
            maxLength={4000}
            value={remark}
            onChange={(event) => set({ remark: event.currentTarget.value })}
          />
          {follows ? (
            <Chip.Group value={next} onChange={(chosen) => set({ next: chosen as Next })}>
              <ChipRow label={text.next}>
                {NEXT.map((one) => (
                  <Chip key={one} value={one} size="md" variant="outline">
                    {text.nextSteps[one]}
                  </Chip>
                ))}
              </ChipRow>
            </Chip.Group>
          ) : null}
          {!follows || next === 'rdv' ? null : (
            <div className={styles.when}>
              <div className={styles.chips}>
                {recallsToday(now).map(({ kind, at }) => (
                  <Button key={kind} {...recall(at.slice(0, 10), at.slice(11))}>
                    {text.todayAt[kind](at.slice(11))}
                  </Button>
                ))}
                {recallDays(now.slice(0, 10)).map(({ inDays, day: on, isMoved }) => (
                  <Button key={on} {...recall(on, '')}>
                    {isMoved ? shortDayOf(on, now) : text.inDays(inDays)}
                  </Button>
                ))}
              </div>
              {next === 'relance' ? (
                <div className={styles.dayAndTime}>
                  <DateField label={text.relanceDate} value={day} onChange={(typed) => set({ day: typed })} required />
                  <Input.Wrapper label={text.relanceTime} size="md">
                    <TimeField label={text.relanceTime} value={time} onChange={(typed) => set({ time: typed })} />
                  </Input.Wrapper>
                </div>
              ) : null}
            </div>
          )}
          <Button size="md" disabled={!complete} loading={saving} onClick={() => void save()}>
            {text.save}
          </Button>
        </div>
      )}
    </FormSheet>
  )
}
