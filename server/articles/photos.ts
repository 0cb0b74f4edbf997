import { articlePhotoPath } from '../../schemas/rules/article-photo.ts'
import { shownPhotos } from '../companies/shown-photos.ts'

/** Photos of the price list. */
export const articlePhotos = shownPhotos({
  table: 'article_photo',
  owner: 'article_id',
  record: { table: 'article', key: 'id' },
  path: articlePhotoPath,
})
