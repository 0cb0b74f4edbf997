import { resourceRoutes } from '../shared/resource-routes.ts'

export const adresseRoutes = resourceRoutes({ resource: 'adresse' })
