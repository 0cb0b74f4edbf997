import { resourceRoutes } from '../shared/resource-routes.ts'

/** What a person is told of. The server writes them (server/notices); their person marks them as read (LU). */
export const notificationRoutes = resourceRoutes({ resource: 'notification', deletes: false })
