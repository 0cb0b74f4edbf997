import { type RawBuilder, type SqlBool, sql } from 'kysely'
import Type from 'typebox'
import { betweenInstants, dayQuery } from '../shared/date-filters.ts'
import { resourceRoutes } from '../shared/resource-routes.ts'

const TYPES = ['attente', 'signe', 'refuse', 'transmis'] as const

/** Quotes by the step that they wait for, as schemas/rules/quote.ts reads the flags. */
const TYPE_SQL: Record<(typeof TYPES)[number], RawBuilder<SqlBool>> = {
  attente: sql`"DEVIS_SIGNE" <> 1 and "REFUSE" <> 1`,
  signe: sql`"DEVIS_SIGNE" = 1`,
  refuse: sql`"REFUSE" = 1`,
  transmis: sql`"DEVIS_SIGNE" <> 1 and "REFUSE" <> 1 and "DATE_TRANSMISSION" is not null`,
}

const mine = (me: string): RawBuilder<SqlBool> => sql`("IDRESPONSABLEPROJET" = ${me} or exists (
  select 1 from projet p where p.company_id = devis.company_id and p."IDPROJET" = devis."IDPROJET"
  and p."IDRESPONSABLEPROJET" = ${me}))`

export const devisRoutes = resourceRoutes({
  resource: 'devis',
  query: {
    TYPE: Type.Enum([...TYPES]),
    DATE_DEBUT: dayQuery,
    DATE_FIN: dayQuery,
    /** Mine, unless ALL asks for everything that I may see. */
    ALL: Type.Enum(['true', 'false', '1', '0']),
  },
  filter: ({ TYPE, ALL, ...range }, { staff, zone }) => [
    ...(TYPE ? [TYPE_SQL[TYPE]] : []),
    ...(ALL === 'true' || ALL === '1' ? [] : [mine(staff.id)]),
    ...betweenInstants('DATE_CREATION', range, zone),
  ],
  order: sql`"DATE_CREATION" desc nulls last, "IDDEVIS"`,
})
