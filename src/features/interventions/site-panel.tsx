import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { siteState } from '../../../schemas/rules/intervention-site.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { type FileView, useFiles } from '../../data/records/use-files.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { PhotoGrid } from '../../domain/files/file-list.tsx'
import { PhotosPanel, photosAmong } from '../../domain/files/photos-panel.tsx'
import { useNameFile } from '../../domain/files/use-name-file.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { DOUBLE_PRESS_MS, useBusy } from '../../ui/notices/use-busy.ts'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './intervention.module.css'
import type { Site } from './use-site.ts'

type Intervention = LocalRecord<'intervention'>

/** Buttons to begin, end, and begin again: the hours that were really worked. */
export function SitePanel({
  intervention,
  site,
  mayWrite,
}: {
  intervention: Intervention
  site: Site
  mayWrite: boolean
}) {
  const zone = useZone()
  const over = intervention.FEEDBACK === 'bon'
  const { startedAt, ...notes } = siteState(intervention)
  // A seller's « Bon » writes no note of the end.
  const endedAt = notes.endedAt ?? (over ? intervention.DATE_FEEDBACK : null)
  const words =
    startedAt === null
      ? text.notStarted
      : endedAt === null
        ? text.runningSince(formatInstant(startedAt, zone))
        : text.endedAt(formatInstant(endedAt, zone))
  const running = startedAt !== null && endedAt === null
  // One button takes the other's place: a double press on « start » would end the works too.
  const { busy, whileBusy } = useBusy({ restMs: DOUBLE_PRESS_MS })
  return (
    <Panel title={text.site}>
      <div className={styles.siteRow}>
        <p className={styles.siteState}>{words}</p>
        {!mayWrite || over ? null : running ? (
          <Button
            size="md"
            leftSection={<IconPlayerStop size={18} aria-hidden />}
            className={styles.wide ?? ''}
            loading={busy}
            onClick={() => void whileBusy(site.end)}
          >
            {text.end}
          </Button>
        ) : (
          <Button
            size="md"
            variant={startedAt === null ? 'filled' : 'default'}
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            className={styles.wide ?? ''}
            loading={busy}
            onClick={() => void whileBusy(site.begin)}
          >
            {startedAt === null ? text.start : text.resume}
          </Button>
        )}
      </div>
    </Panel>
  )
}

/** Subjects of the pictures of the site; pictures of reserves are taken in the reserves' panel. */
const TAKES = [
  { origin: 'photo_avant', label: text.before },
  { origin: 'photo_apres', label: text.after },
] as const

/** Pictures before and after; pictures of reserves are shown with the reserves. */
export function SitePhotos({
  intervention,
  files,
  mayTake,
}: {
  intervention: Intervention
  files: readonly FileView[] | undefined
  mayTake: boolean
}) {
  const target = {
    resource: 'intervention',
    recordId: intervention.IDINTERVENTION,
    projectId: intervention.IDPROJET,
  } as const
  return <PhotosPanel files={files} target={target} takes={mayTake ? TAKES : []} empty={text.noPhotos} />
}

/**
 * Pictures of other records of the project: the measurer's, from the visit, and those of earlier works (MGR-11). Pictures that this device
 * has fetched before are shown with no network too.
 */
export function HandedPhotos({ intervention }: { intervention: Intervention }) {
  const files = useFiles({ projectId: intervention.IDPROJET })
  const naming = useNameFile()
  const photos = photosAmong(files).filter((photo) => photo.recordId !== intervention.IDINTERVENTION)
  if (photos.length === 0) return null
  return (
    <Panel title={text.handedPhotos} count={photos.length}>
      <p className={styles.hint}>{text.handedPhotosHint}</p>
      <PhotoGrid photos={photos} label={text.handedPhotos} naming={naming} />
    </Panel>
  )
}
