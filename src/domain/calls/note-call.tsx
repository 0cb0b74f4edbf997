import { Button, type ButtonProps } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useState } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { CallSheet } from './call-sheet.tsx'

interface NoteCallProps extends Pick<ButtonProps, 'variant' | 'size'> {
  projet: LocalRecord<'projet'>
  /** Of whoever was called, or calls. */
  name: string
  /** Called after the save, when an appointment comes next. */
  onPlan: () => void
}

/** « Noter un appel » of a project, from its page or its client's: for whoever answers the telephone too, who has no list of calls to make. */
export function NoteCall({ projet, name, onPlan, variant = 'default', size }: NoteCallProps) {
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
      {open ? <CallSheet projet={projet} name={name} onClose={() => setOpen(false)} onPlan={onPlan} /> : null}
    </>
  )
}
