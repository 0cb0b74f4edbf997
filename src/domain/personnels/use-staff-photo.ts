import { useMemo } from 'react'
import { photoHash } from '../../../schemas/rules/staff-photo.ts'
import { callApi } from '../../data/api/api.ts'
import { isPicture } from '../../data/api/shape.ts'
import { type ByteStore, loadBytes, useBytesUrl, useLoadedAhead } from '../../data/records/kept-bytes.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useIdle } from '../../ui/hooks/use-idle.ts'

const fetchPhoto = async (path: string): Promise<Uint8Array> => {
  const picture = await callApi(path, isPicture, { silent: true, ownRefusal: true })
  return new Uint8Array(await picture.arrayBuffer())
}

/**
 * A person's photo: from this device, else fetched and stored among its files, so that it is shown without a network. null for a photo that the server
 * does not keep.
 * @param photo PHOTO of their record
 * @throws AppError when it cannot be fetched now
 */
export async function loadStaffPhoto(
  store: ByteStore,
  photo: string | null | undefined,
  read: (path: string) => Promise<Uint8Array> = fetchPhoto,
): Promise<Uint8Array | null> {
  const sha256 = photoHash(photo)
  return photo === null || photo === undefined || sha256 === null ? null : loadBytes(store, sha256, () => read(photo))
}

/** Address of a person's photo for an image; null until it is read, and where there is none. */
export function useStaffPhoto(photo: string): string | null {
  const commands = useFileCommands()
  return useBytesUrl(photo, () => loadStaffPhoto(commands, photo))
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
  const missing = useMemo(() => (online && photos ? photos.split(' ') : null), [online, photos])
  useLoadedAhead(missing, (photo) => loadStaffPhoto(commands, photo))
}
