import { resourceRoutes } from '../shared/resource-routes.ts'

/** Absences and meetings of the staff (DAY-10). Who may write which: `assertAbsences`. */
export const absenceRoutes = resourceRoutes({ resource: 'absence' })
