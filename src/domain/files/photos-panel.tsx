import { useState } from 'react'
import type { Origine } from '../../../schemas/entities/fichier.ts'
import type { FileView } from '../../data/records/use-files.ts'
import { filesText as text } from '../../text/files.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { PhotoGrid } from './file-list.tsx'
import styles from './files.module.css'
import { RenameSheet } from './name-sheet.tsx'
import { PhotoButton } from './photo-button.tsx'
import { useNameFile } from './use-name-file.ts'
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

/** How long the name of a photo is asked for. */
const NAME_MS = 8_000

/** Buttons that add pictures to the queue of this device, with or without a network; one that was taken alone may be named at once. */
export function TakePhotos({ target, takes }: TakePhotosProps) {
  const { busy, add } = usePhotos()
  const naming = useNameFile()
  const [named, setNamed] = useState<string | null>(null)
  const take = async (taken: readonly File[], origin: Origine): Promise<void> => {
    const [id] = await add(taken, { ...target, origin })
    if (id === undefined || taken.length > 1) return
    notices.action({ message: text.photoKept, label: text.nameIt, forMs: NAME_MS, onAction: () => setNamed(id) })
  }
  return (
    <div className={styles.takes}>
      {takes.map(({ origin, label }) => (
        <PhotoButton key={origin} label={label} busy={busy} size="md" onFiles={(taken) => void take(taken, origin)} />
      ))}
      {named === null ? null : (
        <RenameSheet
          file={{ id: named, name: '', type: 'image/jpeg' }}
          naming={naming}
          onClose={() => setNamed(null)}
        />
      )}
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
  const naming = useNameFile()
  return (
    <Panel title={text.photos} count={photos.length}>
      <TakePhotos {...take} />
      {photos.length === 0 && files !== undefined ? <PanelEmpty text={empty} /> : null}
      <PhotoGrid photos={photos} label={text.photos} naming={naming} />
    </Panel>
  )
}
