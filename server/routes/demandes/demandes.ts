import { copyPhotos } from '../../space/commands/copy-photos.ts'
import { resourceRoutes } from '../shared/resource-routes.ts'

/** What customers sent from their space, for the office (DAY-05). */
export const demandeRoutes = resourceRoutes({ resource: 'demande', after: { convert: copyPhotos } })
