import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { reservesOf } from '../../../schemas/rules/intervention-site.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { FileView } from '../../data/records/use-files.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { PhotoGrid } from '../../domain/files/file-list.tsx'
import { PhotoButton } from '../../domain/files/photo-button.tsx'
import { useNameFile } from '../../domain/files/use-name-file.ts'
import { usePhotos } from '../../domain/files/use-photo.ts'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { GoneNotice } from './gone-notice.tsx'
import styles from './intervention.module.css'
import type { Site } from './use-site.ts'

type Intervention = LocalRecord<'intervention'>

const EMPTY = { words: '' }
const draftKey = ({ IDINTERVENTION }: Intervention): string => `reserve/${IDINTERVENTION}`
/** The button says what is missing: the field has no message of its own. */
const validate = () => ({})

/** The customer's reserves about the works: the PV lists them, each with its picture. After the signature the list cannot change. */
export function ReservesPanel({
  intervention,
  files,
  site,
  mayWrite,
}: {
  intervention: Intervention
  files: readonly FileView[] | undefined
  site: Site
  /** False once the PV is signed. */
  mayWrite: boolean
}) {
  // What a phone that ended this tab has kept is shown at once.
  const [adding, setAdding] = useState(() => mayWrite && dirtyForms.hasDraft(draftKey(intervention)))
  const naming = useNameFile()
  const reserves = reservesOf(intervention)
  const remove = async (id: string): Promise<void> => {
    if (await notices.confirm({ message: text.removeReserveAsk })) await site.remove(id)
  }
  return (
    <Panel
      title={text.reserves}
      count={reserves.length}
      action={
        mayWrite ? (
          <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {text.addReserve}
          </Button>
        ) : undefined
      }
    >
      {reserves.length === 0 ? <PanelEmpty text={text.noReserves} /> : null}
      <ol className={styles.reserves}>
        {reserves.map((reserve, n) => (
          <li key={reserve.id}>
            <div className={styles.reserve}>
              <span className={styles.note}>
                {n + 1}. {reserve.TEXTE}
              </span>
              {reserve.LEVEE === undefined ? null : <StateChip label={text.lifted} color="green" size="sm" />}
              {mayWrite ? (
                <ActionIcon
                  variant="subtle"
                  color="ardoise"
                  size={44}
                  aria-label={text.removeReserve(n + 1)}
                  onClick={() => void remove(reserve.id)}
                >
                  <IconTrash size={18} stroke={1.7} />
                </ActionIcon>
              ) : null}
            </div>
            <PhotoGrid
              photos={files?.filter((file) => file.id === reserve.PHOTO) ?? []}
              label={`${text.reservePhoto} ${n + 1}`}
              naming={naming}
            />
          </li>
        ))}
      </ol>
      {adding ? <ReserveSheet intervention={intervention} site={site} onClose={() => setAdding(false)} /> : null}
    </Panel>
  )
}

function ReserveSheet({
  intervention,
  site,
  onClose,
}: {
  intervention: Intervention
  site: Site
  onClose: () => void
}) {
  const engine = useFormEngine({ values: EMPTY, validate })
  const words = engine.values.words.trim()
  const [photo, setPhoto] = useState<File | null>(null)
  const { busy: saving, whileBusy } = useBusy()
  const { add } = usePhotos()

  const save = () =>
    whileBusy(async () => {
      const kept = photo
        ? await add([photo], {
            resource: 'intervention',
            recordId: intervention.IDINTERVENTION,
            projectId: intervention.IDPROJET,
            origin: 'photo_reserve',
          })
        : []
      // The reason why a picture could not be stored has been shown; the text stays on screen.
      const whole = photo === null || kept.length > 0
      if (!whole || !(await site.reserve(words, kept[0]))) return false
      engine.markSaved()
      onClose()
    })

  return (
    <FormSheet
      engine={engine}
      draftKey={draftKey(intervention)}
      title={text.reserveTitle}
      more={photo !== null}
      canSave={words !== ''}
      saving={saving}
      save={save}
      onClose={onClose}
    >
      {(close) => (
        <div className={styles.form}>
          <GoneNotice gone={site.gone} />
          <Textarea
            label={text.reserveText}
            required
            autosize
            minRows={2}
            maxLength={500}
            size="md"
            data-autofocus
            {...engine.form.getInputProps('words')}
          />
          <PhotoButton
            label={text.reservePhoto}
            busy={false}
            multiple={false}
            size="md"
            onFiles={([first]) => setPhoto(first ?? null)}
          />
          {photo ? (
            <p className={styles.muted} role="status">
              {text.reservePhotoKept}
            </p>
          ) : null}
          <div className={styles.formActions}>
            <Button variant="default" size="md" onClick={close}>
              {text.cancel}
            </Button>
            <Button size="md" loading={saving} disabled={words === ''} onClick={() => void save()}>
              {text.save}
            </Button>
          </div>
        </div>
      )}
    </FormSheet>
  )
}
