import { articlePhotoHash } from '../../../schemas/rules/article-photo.ts'
import { callApi } from '../../data/api/api.ts'
import { isPicture } from '../../data/api/shape.ts'
import { type ByteStore, loadBytes, useBytesUrl } from '../../data/records/kept-bytes.ts'
import { useFileCommands } from '../../data/records/use-files.ts'

const fetchPhoto = async (path: string): Promise<Uint8Array> => {
  const picture = await callApi(path, isPicture, { silent: true, ownRefusal: true })
  return new Uint8Array(await picture.arrayBuffer())
}

/**
 * An article's photo: from this device, else fetched and stored among its files, so that it is shown without a network from then on. Not loaded ahead:
 * those of a whole price list would take the room of the files that people need tomorrow.
 * @param photo PHOTO of the article
 * @throws AppError when it cannot be fetched now
 */
export async function loadArticlePhoto(
  store: ByteStore,
  photo: string,
  read: (path: string) => Promise<Uint8Array> = fetchPhoto,
): Promise<Uint8Array | null> {
  const sha256 = articlePhotoHash(photo)
  return sha256 === null ? null : loadBytes(store, sha256, () => read(photo))
}

/** Address of an article's photo for an image; null while it is read, and where there is none. */
export function useArticlePhoto(photo: string | null): string | null {
  const commands = useFileCommands()
  return useBytesUrl(photo, () => loadArticlePhoto(commands, photo ?? ''))
}
