import { ActionIcon, Button } from '@mantine/core'
import { IconCalendarPlus, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { TakenWarning } from '../../domain/rdv/taken-warning.tsx'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { DatesField } from '../../forms/fields/dates-field.tsx'
import { DateTimeField } from '../../forms/fields/datetime-field.tsx'
import { RefField } from '../../forms/fields/ref-field.tsx'
import { FormSection, Wide } from '../../forms/form-frame.tsx'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { interventionText as text } from '../../text/intervention-form.ts'
import styles from './intervention.module.css'
import {
  changedEntry,
  entriesOfDays,
  newEntry,
  type PlanningEntry,
  plannedOf,
  planningEntries,
  planningIssues,
} from './planning.ts'

interface EntryFieldsProps {
  entry: PlanningEntry
  /** Its place in the list, from 1. */
  rank: number
  /** Of the intervention; null for a new one. */
  intervention: string | null
  /** It is the one being edited: free slots are proposed. */
  isEdited: boolean
  onChange: (patch: Partial<PlanningEntry>) => void
  onRemove: () => void
}

function EntryFields({ entry, rank, intervention, isEdited, onChange, onRemove }: EntryFieldsProps) {
  const all = planningIssues(entry)
  // Hours that nobody has typed yet, as a return visit has at first, are missing and not wrong.
  const issues = entry.DEBUT === '' && entry.FIN === '' ? { ...all, DEBUT: undefined, FIN: undefined } : all
  // Each other `people` would look for free slots again.
  const { IDPERSONNEL, DEBUT, FIN } = entry
  const planned = useMemo(
    () => plannedOf({ IDPERSONNEL, DEBUT, FIN }, intervention),
    [IDPERSONNEL, DEBUT, FIN, intervention],
  )
  return (
    <div className={styles.entry}>
      <RefField
        to="personnel"
        label={text.person}
        required
        value={entry.IDPERSONNEL}
        error={issues.IDPERSONNEL}
        onChange={(IDPERSONNEL) => onChange({ IDPERSONNEL })}
      />
      <DateTimeField
        label={text.start}
        required
        value={entry.DEBUT}
        error={issues.DEBUT}
        onChange={(DEBUT) => onChange({ DEBUT })}
      />
      <DateTimeField
        label={text.end}
        required
        value={entry.FIN}
        error={issues.FIN}
        onChange={(FIN) => onChange({ FIN })}
      />
      <ActionIcon
        variant="subtle"
        color="ardoise"
        size={42}
        className={styles.remove ?? ''}
        aria-label={text.removePlanning(rank)}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.7} />
      </ActionIcon>
      {planned ? (
        <div className={styles.taken}>
          <TakenWarning
            planned={planned}
            slots={isEdited}
            onPick={({ start, end }) => onChange({ DEBUT: start, FIN: end })}
          />
        </div>
      ) : null}
    </div>
  )
}

/** Several days at once, for the person of the last entry. */
function DaysAdder({ onAdd }: { onAdd: (days: string[]) => void }) {
  const [days, setDays] = useState<string[]>([])
  return (
    <div className={styles.adder}>
      <DatesField
        mode="multiple"
        label={text.planningDays}
        className={styles.days}
        value={days}
        onChange={(next) => setDays(next)}
      />
      <Button
        variant="default"
        size="md"
        leftSection={<IconCalendarPlus size={16} aria-hidden />}
        disabled={days.length === 0}
        onClick={() => {
          onAdd(days)
          setDays([])
        }}
      >
        {text.addDays}
      </Button>
    </div>
  )
}

/** Who works on an intervention, and when: entries that are part of it (decisions: planning). */
export function PlanningSection({ form, intervention }: { form: ResourceFormState; intervention: string | null }) {
  const planning = planningEntries(form.values)
  const set = (next: PlanningEntry[]) => form.set('IDINTERVENTION_PLANNING', next)
  /** The entry that was changed last; before, and once one is added, the last one. */
  const [changed, setChanged] = useState<string | null>(null)
  const edited = planning.some(({ id }) => id === changed) ? changed : planning.at(-1)?.id
  const add = (entries: PlanningEntry[]): void => {
    setChanged(null)
    set([...planning, ...entries])
  }
  const times = { RDV_DEBUT: form.values.RDV_DEBUT, RDV_FIN: form.values.RDV_FIN }
  const newId = () => crypto.randomUUID()
  return (
    <FormSection title={text.planning}>
      {planning.map((entry, index) => (
        <Wide key={entry.id}>
          <EntryFields
            entry={entry}
            rank={index + 1}
            intervention={intervention}
            isEdited={entry.id === edited}
            onChange={(patch) => {
              setChanged(entry.id)
              set(planning.map((other) => (other.id === entry.id ? changedEntry(entry, patch) : other)))
            }}
            onRemove={() => set(planning.filter((other) => other.id !== entry.id))}
          />
        </Wide>
      ))}
      <Wide>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => add([newEntry(newId(), times)])}>
          {text.addPlanning}
        </Button>
        <DaysAdder
          onAdd={(days) => {
            const person = planning.at(-1)?.IDPERSONNEL ?? ''
            add(entriesOfDays(days, { person, times, newId }))
          }}
        />
        <FieldChangeNotice form={form} name="IDINTERVENTION_PLANNING" />
      </Wide>
    </FormSection>
  )
}
