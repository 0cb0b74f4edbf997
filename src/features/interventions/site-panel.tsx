import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { siteState } from '../../../schemas/rules/site-works.ts'
import type { LocalRecord } from '../../../sync/local-record.ts'
import { PhotoGrid } from '../../components/files/file-list.tsx'
import { PhotoButton } from '../../components/files/photo-button.tsx'
import { usePhotos } from '../../components/files/use-photo.ts'
import { formatInstant } from '../../components/format.ts'
import { Panel, PanelEmpty } from '../../components/resource/panel.tsx'
import { useZone } from '../../components/resource/use-zone.ts'
import type { FileView } from '../../db/use-files.ts'
import { worksText as text } from '../../text/works.ts'
import styles from './intervention.module.css'
import type { Site } from './use-site.ts'

type Intervention = LocalRecord<'intervention'>

/** Begin, end, begin again: the hours that were really worked. */
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
  const { startedAt, endedAt } = siteState(intervention)
  const words =
    startedAt === null
      ? text.notStarted
      : endedAt === null
        ? text.runningSince(formatInstant(startedAt, zone))
        : text.endedAt(formatInstant(endedAt, zone))
  const running = startedAt !== null && endedAt === null
  const over = intervention.FEEDBACK !== null
  return (
    <Panel title={text.site}>
      <div className={styles.siteRow}>
        <p className={styles.siteState}>{words}</p>
        {!mayWrite || over ? null : running ? (
          <Button
            size="md"
            leftSection={<IconPlayerStop size={18} aria-hidden />}
            className={styles.wide ?? ''}
            onClick={() => void site.end()}
          >
            {text.end}
          </Button>
        ) : (
          <Button
            size="md"
            variant={startedAt === null ? 'filled' : 'default'}
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            className={styles.wide ?? ''}
            onClick={() => void site.begin()}
          >
            {startedAt === null ? text.start : text.resume}
          </Button>
        )}
      </div>
    </Panel>
  )
}

/** Pictures before and after; those of reserves stand with them. */
export function PhotosPanel({
  intervention,
  files,
}: {
  intervention: Intervention
  files: readonly FileView[] | undefined
}) {
  const photos = files?.filter((file) => file.type.startsWith('image/')) ?? []
  const { busy, add } = usePhotos()
  const target = {
    resource: 'intervention',
    recordId: intervention.IDINTERVENTION,
    projectId: intervention.IDPROJET,
  } as const
  const take = (origin: 'photo_avant' | 'photo_apres') => (taken: File[]) => void add(taken, { ...target, origin })
  return (
    <Panel title={text.photosTitle} count={photos.length}>
      <div className={styles.buttons}>
        <PhotoButton label={text.before} busy={busy} size="md" onFiles={take('photo_avant')} />
        <PhotoButton label={text.after} busy={busy} size="md" onFiles={take('photo_apres')} />
      </div>
      {photos.length === 0 && files !== undefined ? <PanelEmpty text={text.noPhotos} /> : null}
      <PhotoGrid photos={photos} label={text.photosTitle} />
    </Panel>
  )
}
