import { sql } from 'kysely'
import { resourceRoutes } from '../shared/resource-routes.ts'

/** Definitions of report forms. */
export const reportRoutes = resourceRoutes({ resource: 'rapport', order: sql`"TITRE" collate "und-x-icu", id` })
