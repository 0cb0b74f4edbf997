import { resourceRoutes } from '../shared/resource-routes.ts'

/** Filled reports. */
export const reportSubmissionRoutes = resourceRoutes({ resource: 'soumission' })
