import { lazy, Suspense } from 'react'
import { agendaText as text } from '../../text/agenda.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import type { Slot } from './calendar/agenda-event.ts'
import type { MoveFormProps } from './move-form.tsx'

/** Loaded later: opening the agenda does not need the date and hour fields. */
const MoveForm = lazy(async () => ({ default: (await import('./move-form.tsx')).MoveForm }))

/** « Déplacer »: the same as a drag, by keyboard. */
export function MoveDialog({ slot, ...form }: Omit<MoveFormProps, 'slot'> & { slot: Slot | null }) {
  return (
    <Sheet opened={slot !== null} onClose={form.onClose} title={text.moveTitle} size="sm">
      <Suspense>{slot ? <MoveForm slot={slot} {...form} /> : null}</Suspense>
    </Sheet>
  )
}
