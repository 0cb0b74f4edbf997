import { Button, Textarea } from '@mantine/core'
import { useCommands } from '../../data/records/use-commands.ts'
import { useFiles } from '../../data/records/use-files.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { PhotoGrid } from '../../domain/files/file-list.tsx'
import { photosAmong, TakePhotos } from '../../domain/files/photos-panel.tsx'
import { useNameFile } from '../../domain/files/use-name-file.ts'
import { useNames } from '../../domain/records/use-names.ts'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './suivi-interventions.module.css'
import type { Intervention } from './use-interventions.ts'

const EMPTY = { words: '' }
const TAKES = [{ origin: 'photo', label: text.addPhoto }] as const

/** The button says what is missing: the field has no message of its own. */
const validate = () => ({})

/** Pictures for the technician, on the intervention itself. */
function Photos({ work }: { work: Intervention }) {
  const photos = photosAmong(useFiles({ recordId: work.IDINTERVENTION }))
  const target = { resource: 'intervention', recordId: work.IDINTERVENTION, projectId: work.IDPROJET } as const
  return (
    <div>
      <PhotoGrid photos={photos} label={text.photos} naming={useNameFile()} />
      <TakePhotos target={target} takes={TAKES} />
    </div>
  )
}

/** From the measurer to the technician (MGR-11): notes, merged one by one when others write some too, and pictures. */
export function NotesSheet({ work: opened, onClose }: { work: Intervention; onClose: () => void }) {
  // A note that arrives meanwhile must not be removed by the save.
  const work = useLiveRecord('intervention', opened.IDINTERVENTION) ?? opened
  const commands = useCommands()
  const { account } = useSession()
  const names = useNames()
  const zone = useZone()
  const engine = useFormEngine({ values: EMPTY, validate })
  const words = engine.values.words.trim()
  const { busy: saving, whileBusy } = useBusy()

  const save = () =>
    whileBusy(async () => {
      const note = {
        id: crypto.randomUUID(),
        TEXTE: words,
        LE: new Date().toISOString(),
        IDPERSONNEL: account.id,
      }
      // Relative to the notes shown here: a note that arrives at the same moment does not count as removed.
      await commands.update('intervention', work.IDINTERVENTION, { NOTES: [...work.NOTES, note] }, { base: work })
      notices.success(text.noted)
      engine.markSaved()
      onClose()
    })

  return (
    <FormSheet
      engine={engine}
      draftKey={`note/${work.IDINTERVENTION}`}
      title={text.notesTitle}
      canSave={words !== ''}
      saving={saving}
      save={save}
      onClose={onClose}
    >
      {() => (
        <div className={styles.sheet}>
          {work.NOTES.length === 0 ? <p className={styles.empty}>{text.noNotes}</p> : null}
          <ul className={styles.notes}>
            {work.NOTES.toSorted((a, b) => (a.LE < b.LE ? -1 : 1)).map((note) => (
              <li key={note.id}>
                <div className={styles.note}>{note.TEXTE}</div>
                <div className={styles.by}>
                  {text.noteBy(names.personnel(note.IDPERSONNEL), formatInstant(note.LE, zone))}
                </div>
              </li>
            ))}
          </ul>
          <Photos work={work} />
          <Textarea
            size="md"
            label={text.note}
            placeholder={text.notePlaceholder}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={4000}
            {...engine.form.getInputProps('words')}
          />
          <Button size="md" disabled={words === ''} loading={saving} onClick={() => void save()}>
            {text.saveNote}
          </Button>
        </div>
      )}
    </FormSheet>
  )
}
