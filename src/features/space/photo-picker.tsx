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

/** A photo made small, with the id of its upload. */
export interface ChosenPhoto {
  id: string
  blob: Blob
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

/** Photos for a request: takes or chooses, shows and removes them. */
export function PhotoPicker({
  photos,
  onChange,
}: {
  photos: readonly ChosenPhoto[]
  onChange: (photos: ChosenPhoto[]) => void
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const previews = usePreviews(photos)
  const add = async (files: readonly File[]): Promise<void> => {
    setBusy(true)
    setFailure(photos.length + files.length > MOST_PHOTOS ? text.tooMany(MOST_PHOTOS) : null)
    const chosen: ChosenPhoto[] = []
    try {
      for (const file of files.slice(0, MOST_PHOTOS - photos.length)) {
        const bytes = await shrinkPhoto(file)
        chosen.push({ id: uuidv7(), blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }) })
      }
    } catch (error) {
      setFailure(spaceFailure(error))
    } finally {
      setBusy(false)
      onChange([...photos, ...chosen])
    }
  }
  return (
    <>
      <Failure>{failure}</Failure>
      {photos.length === 0 ? null : (
        <ul className={styles.photos} aria-label={text.photos}>
          {photos.map(({ id }, at) => (
            <li key={id}>
              {previews.has(id) ? <img src={previews.get(id)} alt={text.photo(at + 1)} /> : null}
              <Button
                variant="default"
                aria-label={text.removePhoto(at + 1)}
                onClick={() => onChange(photos.filter((one) => one.id !== id))}
              >
                {text.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PhotoButton label={text.addPhotos} busy={busy} size="lg" onFiles={(files) => void add(files)} />
    </>
  )
}
