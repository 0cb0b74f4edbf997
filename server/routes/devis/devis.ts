import Type from 'typebox'
import { DEVIS_STEP_SQL, DEVIS_STEPS, devisOf } from '../../repositories/devis-filters.ts'
import { betweenInstants } from '../../repositories/filters.ts'
import { dayQuery } from '../shared/date-filters.ts'
import { resourceRoutes } from '../shared/resource-routes.ts'

export const devisRoutes = resourceRoutes({
  resource: 'devis',
  query: {
    TYPE: Type.Enum([...DEVIS_STEPS]),
    DATE_DEBUT: dayQuery,
    DATE_FIN: dayQuery,
    /** Mine, unless ALL asks for everything that I may see. */
    ALL: Type.Enum(['true', 'false', '1', '0']),
  },
  filter: ({ TYPE, ALL, ...range }, { staff, zone }) => [
    ...(TYPE ? [DEVIS_STEP_SQL[TYPE]] : []),
    ...(ALL === 'true' || ALL === '1' ? [] : [devisOf(staff.id)]),
    ...betweenInstants('DATE_CREATION', range, zone),
  ],
})
