import { Button, Group, Input, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { DateField } from '../../forms/fields/date-field.tsx'
import { TimeField } from '../../forms/fields/time-field.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { agendaText as text } from '../../text/agenda.ts'
import { isSeveralDays, type Slot, timePart } from './calendar/agenda-event.ts'
import { draftOf, type SlotDraft, slotOf, withinDay } from './move-slot.ts'

export interface MoveFormProps {
  slot: Slot
  onSave: (slot: Slot) => void
  /** Says who is taken at the slot that is typed, and offers others. */
  warning?: (slot: Slot, onPick: (slot: Slot) => void) => ReactNode
  onClose: () => void
}

interface HourProps {
  label: string
  value: string
  invalid: boolean
  onChange: (value: string) => void
}

function Hour({ label, ...field }: HourProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" size="md">
      <TimeField label={label} {...field} />
    </Input.Wrapper>
  )
}

/** A day and two hours; shows at once when the end will be moved. */
export function MoveForm({ slot, onSave, onClose, warning }: MoveFormProps) {
  const severalDays = isSeveralDays(slot)
  const typedIn = useCallback(
    (values: SlotDraft): SlotDraft => (severalDays ? values : withinDay(values)),
    [severalDays],
  )
  const validate = useCallback(
    ({ values }: { values: SlotDraft }) => (slotOf(typedIn(values)) ? {} : { end: text.invalidDateTime }),
    [typedIn],
  )
  const engine = useFormEngine<SlotDraft>({ values: draftOf(slot), validate, afterTry: true })
  const { values: draft, setMany: set, errors } = engine
  const typed = typedIn(draft)
  const result = slotOf(typed)
  const isInvalid = errors.end !== undefined
  const hint = result && result.end !== `${typed.lastDay} ${typed.end}` ? text.moveHour(timePart(result.end)) : ''
  const submit = engine.onSubmit((values) => {
    const moved = slotOf(typedIn(values))
    if (moved) onSave(moved)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DateField label={text.moveDate} value={draft.day} onChange={(day) => set({ day })} />
        {severalDays ? (
          <DateField label={text.moveLastDate} value={draft.lastDay} onChange={(lastDay) => set({ lastDay })} />
        ) : null}
        <SimpleGrid cols={2}>
          <Hour label={text.moveStart} value={draft.start} invalid={isInvalid} onChange={(start) => set({ start })} />
          <Hour label={text.moveEnd} value={draft.end} invalid={isInvalid} onChange={(end) => set({ end })} />
        </SimpleGrid>
        <Text size="sm" c={isInvalid ? 'rouge' : 'dimmed'} role="status" mih={20}>
          {errors.end ?? hint}
        </Text>
        {result ? warning?.(result, (free) => set(draftOf(free))) : null}
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" size="md">
            {text.moveSave}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
