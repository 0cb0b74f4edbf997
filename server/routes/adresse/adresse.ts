import { sql } from 'kysely'
import { resourceRoutes } from '../shared/resource-routes.ts'

export const adresseRoutes = resourceRoutes({ resource: 'adresse', order: sql`"IDADRESSE"` })
