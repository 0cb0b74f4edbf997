import { betweenDays } from '../../repositories/filters.ts'
import { dayQuery } from '../shared/date-filters.ts'
import { resourceRoutes } from '../shared/resource-routes.ts'

/** Interventions with their planning, which is part of the record. */
export const interventionRoutes = resourceRoutes({
  resource: 'intervention',
  query: { DATE_DEBUT: dayQuery, DATE_FIN: dayQuery },
  filter: (range) => betweenDays('RDV_DEBUT', range),
})
