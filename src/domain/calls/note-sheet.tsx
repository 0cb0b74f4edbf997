import { Button, Textarea } from '@mantine/core'
import { wallClock } from '../../../schemas/dates.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { noteEntry } from './call-note.ts'
import styles from './calls.module.css'

const EMPTY = { words: '' }
/** The button waits for words: the field has no message of its own. */
const validate = () => ({})

interface NoteSheetProps {
  projet: LocalRecord<'projet'>
  name: string
  onClose: () => void
}

/** A note in a project's journal: words alone. Written locally, at once. */
export function NoteSheet({ projet: opened, name, onClose }: NoteSheetProps) {
  // What a colleague notes meanwhile must not count as removed by this form.
  const projet = useLiveRecord('projet', opened.IDPROJET) ?? opened
  const { account } = useSession()
  const commands = useCommands()
  const zone = useZone()
  const engine = useFormEngine({ values: EMPTY, validate })
  const { words } = engine.values
  const { busy: saving, whileBusy } = useBusy()
  const complete = words.trim() !== ''

  const save = async (): Promise<boolean> => {
    const by = { id: account.id, name: account.personnel.NOM_COMPLET ?? account.personnel.NOM }
    const JOURNAL = [...projet.JOURNAL, noteEntry({ at: wallClock(new Date(), zone), by, words })]
    return whileBusy(async () => {
      await commands.update('projet', projet.IDPROJET, { JOURNAL }, { base: projet })
      notices.success(text.noteSaved)
      engine.markSaved()
      onClose()
    })
  }

  return (
    <FormSheet
      engine={engine}
      draftKey={`note/${projet.IDPROJET}`}
      title={text.noteTitle(name)}
      canSave={complete}
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
