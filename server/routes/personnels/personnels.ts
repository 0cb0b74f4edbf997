import { resourceRoutes } from '../shared/resource-routes.ts'

export const personnelRoutes = resourceRoutes({ resource: 'personnel' })
