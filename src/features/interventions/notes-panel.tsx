import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { journal } from '../../../schemas/rules/intervention-site.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { interventionText } from '../../text/resource.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import styles from './intervention.module.css'
import type { Site } from './use-site.ts'

/** The journal of the site, latest last: notes, starts and ends, with their authors. Reserves have their own panel. */
export function NotesPanel({
  intervention,
  site,
  mayWrite,
}: {
  intervention: LocalRecord<'intervention'>
  site: Site
  mayWrite: boolean
}) {
  const zone = useZone()
  const notes = journal(intervention).filter((note) => note.GENRE !== 'reserve')
  const people = useRecords(
    'personnel',
    notes.map((note) => note.IDPERSONNEL),
  )
  const [words, setWords] = useState('')
  const add = async (): Promise<void> => {
    if (await site.note(words.trim())) setWords('')
  }
  return (
    <Panel title={text.notes} count={notes.length}>
      {notes.length === 0 ? (
        <PanelEmpty text={interventionText.noNotes} />
      ) : (
        <ul className={styles.list}>
          {notes.map((note) => (
            <li key={note.id}>
              <span className={styles.note}>{note.TEXTE}</span>
              <span className={styles.muted}>
                {[people?.get(note.IDPERSONNEL)?.NOM_COMPLET, formatInstant(note.LE, zone)].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite ? (
        <div className={styles.form}>
          <Textarea
            label={text.note}
            placeholder={text.notePlaceholder}
            autosize
            minRows={2}
            maxLength={4000}
            size="md"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <div className={styles.formActions}>
            <Button variant="default" size="md" disabled={words.trim() === ''} onClick={() => void add()}>
              {text.addNote}
            </Button>
          </div>
        </div>
      ) : null}
    </Panel>
  )
}
