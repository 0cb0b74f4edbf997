import { resourceRoutes } from '../shared/resource-routes.ts'

/** Filters of lists that a person saved under a name (DAY-13): only they read and write them. */
export const filtreRoutes = resourceRoutes({ resource: 'filtre' })
