import { isStorageFull } from '../../../sync/store/quota.ts'
import { filesText as text } from '../../text/files.ts'
import { photosText } from '../../text/photos.ts'
import { foreignFailure } from '../../ui/notices/foreign-failure.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { shrinkPhoto } from './shrink-photo.ts'

/** Says why a file was not stored on this device. The browser's own words for a full one are no French. */
export function sayNotKept(error: unknown): void {
  if (isStorageFull(error)) notices.error(text.full)
  else notices.failure(error)
}

interface Keeping {
  keep: (bytes: Uint8Array) => unknown
  /** The most that there may be, and whether one more may come. */
  limit?: { most: number; hasRoom: () => boolean }
}

/**
 * Makes each picture small and keeps it. One that cannot be read, or not be kept, does not cost the others; only a full device ends it. Then says, in one
 * message, how many are missing and why.
 */
export async function keepPhotos(files: readonly File[], { keep, limit }: Keeping): Promise<void> {
  const of = files.length
  let unread = 0
  let over = 0
  let failure: unknown
  let full = 0
  for (const [at, file] of files.entries()) {
    if (limit?.hasRoom() === false) {
      over = of - at
      break
    }
    const bytes = await shrinkPhoto(file).catch(() => null)
    if (bytes === null) {
      unread += 1
      continue
    }
    try {
      await keep(bytes)
    } catch (error) {
      if (isStorageFull(error)) {
        full = of - at
        break
      }
      failure ??= error
    }
  }
  const said = [
    unread > 0 ? photosText.unread(unread, of) : '',
    full > 0 ? photosText.noRoom(full, of) : '',
    over > 0 && limit ? photosText.tooMany(over, limit.most) : '',
  ].filter((words) => words !== '')
  if (said.length === 0 && failure !== undefined) notices.failure(failure)
  else if (said.length > 0) notices.error([...said, ...reasonOf(failure)].join(' '))
}

const reasonOf = (failure: unknown): string[] =>
  failure instanceof Error ? [foreignFailure(failure) ?? failure.message] : []
