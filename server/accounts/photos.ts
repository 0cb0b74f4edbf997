import { validationError } from '../../schemas/errors.ts'
import { photoPath } from '../../schemas/rules/staff-photo.ts'
import { type Picture, readPicture } from '../companies/pictures.ts'
import { shownPhotos } from '../companies/shown-photos.ts'

/** Bytes of one photo: a face of some hundred pixels. The table says the same. */
export const MAX_PHOTO = 200 * 1024

/**
 * Checks that an uploaded photo can be shown.
 * @throws AppError VALIDATION_ERROR, under `file`
 */
export async function readPhoto(bytes: Buffer): Promise<Picture> {
  if (bytes.length > MAX_PHOTO) throw validationError({ file: ['La photo est trop lourde : 200 ko au plus.'] })
  return readPicture(bytes)
}

/** Photos of the staff. */
export const staffPhotos = shownPhotos({
  table: 'personnel_photo',
  owner: 'personnel_id',
  record: { table: 'personnel', key: 'IDPERSONNEL' },
  path: photoPath,
})
