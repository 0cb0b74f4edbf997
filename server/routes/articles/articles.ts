import { resourceRoutes } from '../shared/resource-routes.ts'

/** The price list (SET-08). */
export const articleRoutes = resourceRoutes({ resource: 'article', deletes: false })
