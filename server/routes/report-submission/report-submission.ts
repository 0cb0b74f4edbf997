import { sql } from 'kysely'
import { resourceRoutes } from '../shared/resource-routes.ts'

/** Filled reports. */
export const reportSubmissionRoutes = resourceRoutes({
  resource: 'soumission',
  order: sql`"DATE_SOUMISSION" desc nulls last, "IDSOUMISSION"`,
})
