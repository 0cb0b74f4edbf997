import { ActionIcon, Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconClockUp,
  IconFileTypePdf,
  IconPencil,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { isPhoto } from '../../../schemas/entities/fichier.ts'
import { type FileView, loadFile, useFileCommands, useFileUrl } from '../../data/records/use-files.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { filesText as text } from '../../text/files.ts'
import { fileSize } from '../../ui/format/bytes.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import { SyncChip } from '../records/record-sync.tsx'
import { nameOf } from './file-name.ts'
import styles from './files.module.css'
import { RenameSheet } from './name-sheet.tsx'
import { type FileNaming, useNameFile } from './use-name-file.ts'
import { type FileRemoval, useRemoveFile } from './use-remove-file.ts'

interface Changeable {
  /** Without it, nothing can be removed there. */
  removal?: FileRemoval | undefined
  /** Without it, nothing can be named there. */
  naming?: FileNaming | undefined
}

/** Opens a document in a tab of its own: from this device, or fetched when there is a network. */
export function useOpenFile(): (file: FileView) => Promise<void> {
  const commands = useFileCommands()
  return async (file) => {
    // Opened before the bytes are read: browsers block a tab that no tap opens.
    const tab = window.open('', '_blank')
    try {
      const bytes = await loadFile(commands, file)
      const href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: file.type }))
      if (tab) tab.location.href = href
      else saveAs(href, file.name)
      setTimeout(() => URL.revokeObjectURL(href), 60_000)
    } catch {
      tab?.close()
      // What the server does not have comes from nowhere else.
      notices.info(file.state === 'synced' ? text.notHereOffline : text.goneHere)
    }
  }
}

/** Where no tab may be opened (an installed app): saves the file instead. */
function saveAs(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

function Mark({ state }: { state: FileView['state'] }) {
  if (state === 'synced') return null
  const hint = state === 'pending' ? text.pendingHint : text.refusedHint
  return (
    <span className={styles.mark} data-state={state} role="img" aria-label={hint} title={hint}>
      {state === 'pending' ? <IconClockUp size={15} /> : <IconAlertTriangle size={15} />}
    </span>
  )
}

function Thumbnail({ file, onOpen }: { file: FileView; onOpen: () => void }) {
  const url = useFileUrl(file)
  const zone = useZone()
  const origin = nameOf(file)
  return (
    <button type="button" className={styles.photo} onClick={onOpen}>
      {url ? (
        <img src={url} alt={text.photoOf(origin, formatInstant(file.at, zone))} />
      ) : (
        <IconPhoto size={28} stroke={1.4} aria-label={text.photoOf(origin, formatInstant(file.at, zone))} />
      )}
      <Mark state={file.state} />
      <span className={styles.caption} aria-hidden>
        {origin}
      </span>
    </button>
  )
}

function Viewer({
  photos,
  id,
  removal,
  naming,
  onMove,
  onClose,
}: {
  photos: readonly FileView[]
  /** The photo by its id: its place changes when another one arrives. */
  id: string
  onMove: (id: string) => void
  onClose: () => void
} & Changeable) {
  const at = photos.findIndex((photo) => photo.id === id)
  const file = photos[at] ?? null
  const [previous, next] = file ? [photos[at - 1], photos[at + 1]] : []
  const url = useFileUrl(file)
  const zone = useZone()
  const [isNaming, setIsNaming] = useState(false)
  if (!file) return null
  const title = text.photoOf(nameOf(file), formatInstant(file.at, zone))
  return (
    <Sheet opened onClose={onClose} title={title} size="xl">
      <div className={styles.viewer}>
        {url ? <img src={url} alt={title} /> : <p>{text.notHereOffline}</p>}
        <div className={styles.viewerActions}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={text.previous}
            disabled={!previous}
            onClick={() => previous && onMove(previous.id)}
          >
            <IconChevronLeft size={20} />
          </ActionIcon>
          {url ? (
            <Button component="a" href={url} download={file.name} variant="default" size="md">
              {text.download}
            </Button>
          ) : null}
          {naming?.may(file) ? (
            <ActionIcon
              variant="default"
              size={44}
              aria-label={text.nameIt}
              title={text.nameIt}
              onClick={() => setIsNaming(true)}
            >
              <IconPencil size={20} />
            </ActionIcon>
          ) : null}
          {removal?.may(file) ? (
            <ActionIcon
              variant="default"
              size={44}
              aria-label={text.remove}
              title={text.remove}
              onClick={() => void removal.remove(file).then((done) => done && onClose())}
            >
              <IconTrash size={20} />
            </ActionIcon>
          ) : null}
          <ActionIcon
            variant="default"
            size={44}
            aria-label={text.next}
            disabled={!next}
            onClick={() => next && onMove(next.id)}
          >
            <IconChevronRight size={20} />
          </ActionIcon>
        </div>
      </div>
      {naming && isNaming ? <RenameSheet file={file} naming={naming} onClose={() => setIsNaming(false)} /> : null}
    </Sheet>
  )
}

/** Pictures as a grid of thumbnails; one opens large, and its neighbours with it. */
export function PhotoGrid({ photos, label, ...change }: { photos: readonly FileView[]; label: string } & Changeable) {
  const [shown, setShown] = useState<string | null>(null)
  if (photos.length === 0) return null
  return (
    <>
      <ul className={styles.grid} aria-label={label}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <Thumbnail file={photo} onOpen={() => setShown(photo.id)} />
          </li>
        ))}
      </ul>
      {shown === null ? null : (
        <Viewer photos={photos} id={shown} {...change} onMove={setShown} onClose={() => setShown(null)} />
      )}
    </>
  )
}

/** Documents as rows: name, type, size, and whether the server has them. */
export function DocumentList({
  documents,
  label,
  removal,
  naming,
}: { documents: readonly FileView[]; label: string } & Changeable) {
  const open = useOpenFile()
  const [named, setNamed] = useState<FileView | null>(null)
  const zone = useZone()
  if (documents.length === 0) return null
  return (
    <>
      <ul className={styles.documents} aria-label={label}>
        {documents.map((file) => (
          <li key={file.id} className={styles.row}>
            <button type="button" className={styles.document} onClick={() => void open(file)}>
              <IconFileTypePdf size={24} stroke={1.5} aria-hidden />
              <span className={styles.words}>
                <span className={styles.name}>{file.name}</span>
                <span className={styles.detail}>
                  {text.origins[file.origin]} · {fileSize(file.size)} · {formatInstant(file.at, zone)}
                </span>
              </span>
              <SyncChip state={file.state} />
            </button>
            {naming?.may(file) ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={text.nameOf(file.name)}
                title={text.nameIt}
                onClick={() => setNamed(file)}
              >
                <IconPencil size={18} />
              </ActionIcon>
            ) : null}
            {removal?.may(file) ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={text.removeOf(file.name)}
                title={text.remove}
                onClick={() => void removal.remove(file)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      {naming && named ? <RenameSheet file={named} naming={naming} onClose={() => setNamed(null)} /> : null}
    </>
  )
}

/** Every file of a record: documents first, then pictures; whoever may names and removes them. */
export function FileList({ files }: { files: readonly FileView[] }) {
  const photos = files.filter((file) => isPhoto(file.origin) || file.type.startsWith('image/'))
  const documents = files.filter((file) => !photos.includes(file))
  const change = { removal: useRemoveFile(files), naming: useNameFile() }
  return (
    <>
      <div className={styles.group}>
        <DocumentList documents={documents} label={text.documents} {...change} />
      </div>
      <div className={styles.group}>
        <PhotoGrid photos={photos} label={text.photos} {...change} />
      </div>
    </>
  )
}
