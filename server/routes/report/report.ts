import { resourceRoutes } from '../shared/resource-routes.ts'

/** Definitions of report forms. */
export const reportRoutes = resourceRoutes({ resource: 'rapport' })
