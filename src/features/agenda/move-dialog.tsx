import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isDateTime } from '../../../schemas/dates.ts'
import { endAfterOneHour } from '../../../schemas/rules/calendar.ts'
import { Sheet } from '../../components/sheet.tsx'
import { agendaText as text } from '../../text/agenda.ts'
import { dayPart, type Slot, timePart } from './calendar/agenda-event.ts'

interface Draft {
  day: string
  start: string
  lastDay: string
  end: string
}

/** The slot typed, its end at least an hour after its start (RES-09); null when a date or a time is missing (RES-08). */
export function slotOf({ day, start, lastDay, end }: Draft): Slot | null {
  const from = `${day} ${start}`
  const to = `${lastDay} ${end}`
  return isDateTime(from) && isDateTime(to) ? { start: from, end: endAfterOneHour(from, to) } : null
}

interface MoveFormProps {
  slot: Slot
  onSave: (slot: Slot) => void
  onClose: () => void
}

function MoveForm({ slot, onSave, onClose }: MoveFormProps) {
  const severalDays = dayPart(slot.start) !== dayPart(slot.end)
  const [draft, setDraft] = useState<Draft>({
    day: dayPart(slot.start),
    start: timePart(slot.start),
    lastDay: dayPart(slot.end),
    end: timePart(slot.end),
  })
  const [tried, setTried] = useState(false)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const result = slotOf(severalDays ? draft : { ...draft, lastDay: draft.day })
  const wanted = `${severalDays ? draft.lastDay : draft.day} ${draft.end}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (result) onSave(result)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          type="date"
          label={text.moveDate}
          size="md"
          value={draft.day}
          data-autofocus
          onChange={(change) => set({ day: change.currentTarget.value })}
        />
        {severalDays ? (
          <TextInput
            type="date"
            label={text.moveLastDate}
            size="md"
            value={draft.lastDay}
            onChange={(change) => set({ lastDay: change.currentTarget.value })}
          />
        ) : null}
        <SimpleGrid cols={2}>
          <TextInput
            type="time"
            label={text.moveStart}
            size="md"
            value={draft.start}
            onChange={(change) => set({ start: change.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={text.moveEnd}
            size="md"
            value={draft.end}
            onChange={(change) => set({ end: change.currentTarget.value })}
          />
        </SimpleGrid>
        <Text size="sm" c={tried && !result ? 'rouge' : 'dimmed'} role="status" mih={20}>
          {tried && !result
            ? text.invalidDateTime
            : result && result.end !== wanted
              ? text.moveHour(timePart(result.end))
              : ''}
        </Text>
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

/** « Déplacer »: what a drag does, by keyboard. */
export function MoveDialog({ slot, ...form }: Omit<MoveFormProps, 'slot'> & { slot: Slot | null }) {
  return (
    <Sheet opened={slot !== null} onClose={form.onClose} title={text.moveTitle} size="sm">
      {slot ? <MoveForm slot={slot} {...form} /> : null}
    </Sheet>
  )
}
