import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { MOST_PHOTOS } from '../../../schemas/space/requests.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { PhotoButton } from '../../domain/files/photo-button.tsx'
import { shrinkPhoto } from '../../domain/files/shrink-photo.ts'
import { spaceText } from '../../text/space.ts'
import { Failure } from '../../ui/page/failure.tsx'
import styles from './space.module.css'
import { spaceFailure } from './space-failure.ts'

const text = spaceText.afterSales

/** A photo made small. */
export interface ChosenPhoto {
  id: string
  blob: Blob
  /** Its bytes in base64, as a draft keeps them. */
  data: string
  /** Ids of its uploads, by project: a refused request may be sent for another project, where it is another file. */
  uploads: Map<string, string>
}

/** The photos as a draft keeps them. */
export interface KeptPhotos {
  /** Their bytes in base64. */
  photos: string[]
  /** Of each, the ids of its uploads by project. Drafts of builds before 30 November 2026 do not have them. */
  uploads?: Record<string, string>[]
}

const jpegOf = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' })

/** Bytes that one call of `fromCharCode` takes. */
const PIECE = 32 * 1024
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(text)
}

/** Object URLs of the photos, for as long as they are chosen. */
function usePreviews(photos: readonly ChosenPhoto[]): Map<string, string> {
  const [previews, setPreviews] = useState(new Map<string, string>())
  const made = useRef(new Map<string, string>())
  useEffect(() => {
    const wanted = new Map(photos.map(({ id, blob }) => [id, made.current.get(id) ?? URL.createObjectURL(blob)]))
    for (const [id, url] of made.current) if (!wanted.has(id)) URL.revokeObjectURL(url)
    made.current = wanted
    setPreviews(wanted)
  }, [photos])
  useEffect(
    () => () => {
      for (const url of made.current.values()) URL.revokeObjectURL(url)
    },
    [],
  )
  return previews
}

export interface ChosenPhotos {
  photos: readonly ChosenPhoto[]
  /** Photos are being made small. */
  busy: boolean
  failure: string | null
  add: (files: readonly File[]) => void
  remove: (id: string) => void
  clear: () => void
  /** For a draft. */
  kept: () => KeptPhotos
  /** Shows those of a draft again. */
  restore: (kept: KeptPhotos) => void
  /** Each is uploaded anew, under another id: a request that has arrived has those of before. */
  forgetUploads: () => void
  /** Those chosen, once all are ready. @throws what made one of them unusable, to who waited for it */
  settled: () => Promise<readonly ChosenPhoto[]>
}

/** The photos of a request, of which some may still be being made small: whoever sends them waits for these. */
export function useChosenPhotos(): ChosenPhotos {
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // As they are now: photos are removed while others are made small.
  const held = useRef(photos)
  const work = useRef(Promise.resolve())
  const hold = (next: readonly ChosenPhoto[]): void => {
    held.current = next
    setPhotos(next)
  }
  const prepare = async (files: readonly File[]): Promise<void> => {
    setBusy(true)
    setFailure(held.current.length + files.length > MOST_PHOTOS ? text.tooMany(MOST_PHOTOS) : null)
    let broken: unknown = null
    for (const file of files.slice(0, MOST_PHOTOS - held.current.length)) {
      try {
        const bytes = await shrinkPhoto(file)
        hold([...held.current, { id: uuidv7(), blob: jpegOf(bytes), data: base64(bytes), uploads: new Map() }])
      } catch (error) {
        broken ??= error
        setFailure(spaceFailure(error))
      }
    }
    setBusy(false)
    // It has been said: a later sending goes without it.
    work.current = Promise.resolve()
    if (broken !== null) throw broken
  }
  return {
    photos,
    busy,
    failure,
    add: (files) => {
      work.current = prepare(files)
      work.current.catch(() => undefined)
    },
    remove: (id) => hold(held.current.filter((one) => one.id !== id)),
    clear: () => hold([]),
    kept: () => ({
      photos: held.current.map(({ data }) => data),
      uploads: held.current.map(({ uploads }) => Object.fromEntries(uploads)),
    }),
    restore: (kept) =>
      hold(
        kept.photos.map((data, at) => {
          const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
          return { id: uuidv7(), blob: jpegOf(bytes), data, uploads: new Map(Object.entries(kept.uploads?.[at] ?? {})) }
        }),
      ),
    forgetUploads: () => hold(held.current.map((photo) => ({ ...photo, uploads: new Map() }))),
    settled: async () => {
      await work.current
      return held.current
    },
  }
}

/** Photos for a request: takes or chooses, shows and removes them. */
export function PhotoPicker({ photos: { photos, busy, failure, add, remove } }: { photos: ChosenPhotos }) {
  const previews = usePreviews(photos)
  return (
    <>
      <Failure>{failure}</Failure>
      {photos.length === 0 ? null : (
        <ul className={styles.photos} aria-label={text.photos}>
          {photos.map(({ id }, at) => (
            <li key={id}>
              {previews.has(id) ? <img src={previews.get(id)} alt={text.photo(at + 1)} /> : null}
              <Button variant="default" aria-label={text.removePhoto(at + 1)} onClick={() => remove(id)}>
                {text.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PhotoButton label={text.addPhotos} busy={busy} size="lg" onFiles={add} />
    </>
  )
}
