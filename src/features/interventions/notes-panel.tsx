import { Button, Textarea } from '@mantine/core'
import { journal } from '../../../schemas/rules/intervention-site.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { FormGuard, useEngineDraft } from '../../forms/form-guard.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { interventionText } from '../../text/intervention-form.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { GoneNotice } from './gone-notice.tsx'
import styles from './intervention.module.css'
import type { Site } from './use-site.ts'

const EMPTY = { words: '' }
/** The button says what is missing: the field has no message of its own. */
const validate = () => ({})

/** A note that is being written. It is not lost by leaving the page (RES-03). */
function NewNote({ id, site }: { id: string; site: Site }) {
  const engine = useFormEngine({ values: EMPTY, validate })
  const words = engine.values.words.trim()
  useEngineDraft(`journal/${id}`, engine)
  const { busy, whileBusy } = useBusy()
  const add = (): Promise<boolean> =>
    whileBusy(async () => {
      const added = await site.note(words)
      if (added) engine.setMany(EMPTY)
      return added
    })
  return (
    <div className={styles.form}>
      <GoneNotice gone={site.gone} />
      <Textarea
        label={text.note}
        placeholder={text.notePlaceholder}
        autosize
        minRows={2}
        maxLength={4000}
        size="md"
        {...engine.form.getInputProps('words')}
      />
      <div className={styles.formActions}>
        <Button variant="default" size="md" disabled={words === ''} loading={busy} onClick={() => void add()}>
          {text.addNote}
        </Button>
      </div>
      <FormGuard isDirty={engine.isDirty} canSave={words !== ''} save={add} />
    </div>
  )
}

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
      {mayWrite ? <NewNote id={intervention.IDINTERVENTION} site={site} /> : null}
    </Panel>
  )
}
