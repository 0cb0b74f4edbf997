import { Button, type ButtonProps } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import { contactsText as text } from '../../text/contacts.ts'
import { NoteSheet } from './note-sheet.tsx'
import type { Journalled } from './use-add-to-journal.ts'

interface WriteNoteProps extends Pick<ButtonProps, 'variant' | 'size'> {
  about: Journalled
  /** Of the client. */
  name: string
}

/** « Note », beside « Noter un appel »: of a project, a closed one too, or of a client. */
export function WriteNote({ about, name, variant = 'default', size }: WriteNoteProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        {...(size ? { size } : {})}
        leftSection={<IconNote size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {text.writeNote}
      </Button>
      {open ? <NoteSheet about={about} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
