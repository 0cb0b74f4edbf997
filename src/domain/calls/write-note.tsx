import { Button, type ButtonProps } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { NoteSheet } from './note-sheet.tsx'

interface WriteNoteProps extends Pick<ButtonProps, 'variant' | 'size'> {
  projet: LocalRecord<'projet'>
  /** Of the client. */
  name: string
}

/** « Note » of a project, beside « Noter un appel »; of a closed one too. */
export function WriteNote({ projet, name, variant = 'default', size }: WriteNoteProps) {
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
      {open ? <NoteSheet projet={projet} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
