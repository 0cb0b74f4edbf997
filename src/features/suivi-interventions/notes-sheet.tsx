import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { PhotoGrid } from '../../components/files/file-list.tsx'
import { photosAmong, TakePhotos } from '../../components/files/photos-panel.tsx'
import { formatInstant } from '../../components/format.ts'
import { notices } from '../../components/notices.tsx'
import { useNames } from '../../components/resource/use-names.ts'
import { useZone } from '../../components/resource/use-zone.ts'
import { Sheet } from '../../components/sheet.tsx'
import { useCommands } from '../../db/use-commands.ts'
import { useFiles } from '../../db/use-files.ts'
import { useLiveRecord } from '../../db/use-live.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import styles from './suivi-interventions.module.css'
import type { Intervention } from './use-works.ts'

const TAKES = [{ origin: 'photo', label: text.addPhoto }] as const

/** Pictures for the technician, on the intervention itself. */
function Photos({ work }: { work: Intervention }) {
  const photos = photosAmong(useFiles({ recordId: work.IDINTERVENTION }))
  const target = { resource: 'intervention', recordId: work.IDINTERVENTION, projectId: work.IDPROJET } as const
  return (
    <div>
      <PhotoGrid photos={photos} label={text.photos} />
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
  const [words, setWords] = useState('')
  const [saving, setSaving] = useState(false)

  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      const note = {
        id: crypto.randomUUID(),
        TEXTE: words.trim(),
        LE: new Date().toISOString(),
        IDPERSONNEL: account.id,
      }
      // Relative to the notes shown here: a note that arrives at the same moment does not count as removed.
      await commands.update('intervention', work.IDINTERVENTION, { NOTES: [...work.NOTES, note] }, { base: work })
      notices.success(text.noted)
      onClose()
    } catch (error) {
      notices.failure(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Sheet opened onClose={onClose} title={text.notesTitle}>
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
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button size="md" disabled={words.trim() === ''} loading={saving} onClick={() => void save()}>
          {text.saveNote}
        </Button>
      </div>
    </Sheet>
  )
}
