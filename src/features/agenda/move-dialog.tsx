import { lazy, Suspense } from 'react'
import { Sheet } from '../../components/sheet.tsx'
import { agendaText as text } from '../../text/agenda.ts'
import type { Slot } from './calendar/agenda-event.ts'
import type { MoveFormProps } from './move-form.tsx'

/** The date and hour fields are no part of what opens the agenda. */
const MoveForm = lazy(async () => ({ default: (await import('./move-form.tsx')).MoveForm }))

/** « Déplacer »: what a drag does, by keyboard. */
export function MoveDialog({ slot, ...form }: Omit<MoveFormProps, 'slot'> & { slot: Slot | null }) {
  return (
    <Sheet opened={slot !== null} onClose={form.onClose} title={text.moveTitle} size="sm">
      <Suspense>{slot ? <MoveForm slot={slot} {...form} /> : null}</Suspense>
    </Sheet>
  )
}
