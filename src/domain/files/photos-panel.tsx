import type { Origine } from '../../../schemas/entities/fichier.ts'
import type { FileView } from '../../data/records/use-files.ts'
import { filesText as text } from '../../text/files.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { PhotoGrid } from './file-list.tsx'
import styles from './files.module.css'
import { PhotoButton } from './photo-button.tsx'
import { type PhotoTarget, usePhotos } from './use-photo.ts'

/** The pictures among these files. */
export const photosAmong = (files: readonly FileView[] | undefined): FileView[] =>
  files?.filter((file) => file.type.startsWith('image/')) ?? []

interface TakePhotosProps {
  /** The record that the pictures will belong to. */
  target: Omit<PhotoTarget, 'origin'>
  /** One button for each subject that a picture may show. */
  takes: readonly { origin: Origine; label: string }[]
}

/** Buttons that add pictures to the queue of this device, with or without a network. */
export function TakePhotos({ target, takes }: TakePhotosProps) {
  const { busy, add } = usePhotos()
  return (
    <div className={styles.takes}>
      {takes.map(({ origin, label }) => (
        <PhotoButton
          key={origin}
          label={label}
          busy={busy}
          size="md"
          onFiles={(taken) => void add(taken, { ...target, origin })}
        />
      ))}
    </div>
  )
}

/** Pictures of one record, and the buttons that add more. */
export function PhotosPanel({
  files,
  empty,
  ...take
}: TakePhotosProps & { files: readonly FileView[] | undefined; empty: string }) {
  const photos = photosAmong(files)
  return (
    <Panel title={text.photos} count={photos.length}>
      <TakePhotos {...take} />
      {photos.length === 0 && files !== undefined ? <PanelEmpty text={empty} /> : null}
      <PhotoGrid photos={photos} label={text.photos} />
    </Panel>
  )
}
