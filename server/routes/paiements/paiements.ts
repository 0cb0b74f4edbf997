import { resourceRoutes } from '../shared/resource-routes.ts'

/** Payments of orders: entered by hand, or confirmed by the payment service (DAY-06). */
export const paiementRoutes = resourceRoutes({ resource: 'paiement', deletes: false })
