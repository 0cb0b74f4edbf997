import { resourceRoutes } from '../shared/resource-routes.ts'

/** Values that lost against a concurrent edit. The server's merge makes them; a person resolves them (RESOLU). */
export const conflitRoutes = resourceRoutes({ resource: 'conflit' })
