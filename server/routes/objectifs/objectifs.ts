import { resourceRoutes } from '../shared/resource-routes.ts'

/** What each person is asked to sell in a month. */
export const objectifRoutes = resourceRoutes({ resource: 'objectif' })
