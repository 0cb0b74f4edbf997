import { useEffect, useState } from 'react'
import { photoHash } from '../../../schemas/rules/staff-photo.ts'
import { type FileCommands, sha256Of } from '../../../sync/outbox/files.ts'
import { callApi } from '../../data/api/api.ts'
import { isPicture } from '../../data/api/shape.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useIdle } from '../../ui/hooks/use-idle.ts'

type Store = Pick<FileCommands, 'bytes' | 'cache'>

const fetchPhoto = async (path: string): Promise<Uint8Array> => {
  const picture = await callApi(path, isPicture, { silent: true, ownRefusal: true })
  return new Uint8Array(await picture.arrayBuffer())
}

/**
 * A person's photo: from this device, else fetched and stored among its files, so that it is shown without a network. null for a photo that the server
 * does not keep, and where it cannot be fetched now.
 * @param photo PHOTO of their record
 */
export async function loadStaffPhoto(
  store: Store,
  photo: string | null | undefined,
  read: (path: string) => Promise<Uint8Array> = fetchPhoto,
): Promise<Uint8Array | null> {
  const sha256 = photoHash(photo)
  if (photo === null || photo === undefined || sha256 === null) return null
  const known = await store.bytes(sha256)
  if (known) return known
  try {
    const bytes = await read(photo)
    if ((await sha256Of(bytes)) !== sha256) return null
    // A device without storage room shows it too, for this time.
    await store.cache(sha256, bytes).catch(() => undefined)
    return bytes
  } catch {
    return null
  }
}

/** Address of a person's photo for an image; null while it is read, and when it is neither on this device nor can be fetched. */
export function useStaffPhoto(photo: string): string | null {
  const commands = useFileCommands()
  const [url, setUrl] = useState<{ of: string; href: string }>()
  useEffect(() => {
    let href: string | undefined
    let left = false
    loadStaffPhoto(commands, photo).then(
      (bytes) => {
        if (left || bytes === null) return
        href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]))
        setUrl({ of: photo, href })
      },
      // The local database does not open: the initials stay.
      () => undefined,
    )
    return () => {
      left = true
      if (href) URL.revokeObjectURL(href)
    }
  }, [photo, commands])
  return url?.of === photo ? url.href : null
}

/** Fetches the colleagues' photos while there is a network, once the browser is idle: some ten kilobytes each. */
export function useKeptStaffPhotos(online: boolean): void {
  const commands = useFileCommands()
  const idle = useIdle()
  const people = useLiveList('personnel', idle && online ? { selector: {} } : null)
  const photos = people
    ?.flatMap(({ PHOTO }) => (photoHash(PHOTO) === null ? [] : [PHOTO]))
    .sort()
    .join(' ')
  useEffect(() => {
    if (!online || !photos) return
    let left = false
    const keep = async (): Promise<void> => {
      for (const photo of photos.split(' ')) {
        if (left) return
        // A photo that cannot be fetched now is asked for again when somebody looks at it.
        await loadStaffPhoto(commands, photo).catch(() => undefined)
      }
    }
    void keep()
    return () => {
      left = true
    }
  }, [photos, online, commands])
}
