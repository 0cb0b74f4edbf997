import { Button, Textarea } from '@mantine/core'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { noteEntry } from './call-note.ts'
import styles from './calls.module.css'
import { idOf, type Journalled, useAddToJournal } from './use-add-to-journal.ts'

const EMPTY = { words: '' }
/** The button waits for words: the field has no message of its own. */
const validate = () => ({})

interface NoteSheetProps {
  about: Journalled
  name: string
  onClose: () => void
}

/** A note in a journal: words alone. Written locally, at once. */
export function NoteSheet({ about, name, onClose }: NoteSheetProps) {
  const add = useAddToJournal(about)
  const engine = useFormEngine({ values: EMPTY, validate })
  const { words } = engine.values
  const { busy: saving, whileBusy } = useBusy()
  const complete = words.trim() !== ''

  const save = (): Promise<boolean> =>
    whileBusy(async () => {
      await add((written) => noteEntry({ ...written, words }))
      notices.success(text.noteSaved)
      engine.markSaved()
      onClose()
    })

  return (
    <FormSheet
      engine={engine}
      draftKey={`note/${idOf(about)}`}
      title={text.noteTitle(name)}
      canSave={complete}
      saving={saving}
      save={save}
      onClose={onClose}
    >
      {() => (
        <div className={styles.sheet}>
          <Textarea
            label={text.noteWords}
            data-autofocus
            placeholder={text.notePlaceholder}
            size="md"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={4000}
            value={words}
            onChange={(event) => engine.setMany({ words: event.currentTarget.value })}
          />
          <Button size="md" disabled={!complete} loading={saving} onClick={() => void save()}>
            {text.saveNote}
          </Button>
        </div>
      )}
    </FormSheet>
  )
}
