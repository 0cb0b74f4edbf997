import { Button, type ButtonProps } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useState } from 'react'
import { contactsText as text } from '../../text/contacts.ts'
import { CallSheet } from './call-sheet.tsx'
import type { Journalled } from './use-add-to-journal.ts'

interface NoteCallProps extends Pick<ButtonProps, 'variant' | 'size'> {
  about: Journalled
  /** Of whoever was called, or calls. */
  name: string
  /** Called after the save, when an appointment comes next. */
  onPlan: () => void
}

/** « Noter un appel » of a project or a client, from their pages: for whoever answers the telephone too, who has no list of calls to make. */
export function NoteCall({ about, name, onPlan, variant = 'default', size }: NoteCallProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        {...(size ? { size } : {})}
        leftSection={<IconNotes size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {text.noteCall}
      </Button>
      {open ? <CallSheet about={about} name={name} onClose={() => setOpen(false)} onPlan={onPlan} /> : null}
    </>
  )
}
