import { sql } from 'kysely'
import { resourceRoutes } from '../shared/resource-routes.ts'

/** Values that lost against a concurrent edit, to be reviewed. The server's merge makes them; a person settles them (RESOLU). */
export const conflitRoutes = resourceRoutes({ resource: 'conflit', order: sql`"DATE_CONFLIT" desc, id` })
