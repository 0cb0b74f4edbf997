import { sql } from 'kysely'
import { resourceRoutes } from '../shared/resource-routes.ts'

export const personnelRoutes = resourceRoutes({
  resource: 'personnel',
  order: sql`"NOM" collate "und-x-icu", "PRENOM" collate "und-x-icu", "IDPERSONNEL"`,
})
