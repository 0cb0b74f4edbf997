import { type RawBuilder, type SqlBool, sql } from 'kysely'
import Type from 'typebox'
import { normalise, phoneDigits } from '../../../schemas/search.ts'
import { resourceRoutes } from '../shared/resource-routes.ts'

const words = Type.String({ maxLength: 120 })

/** Begins with the text, whatever its case and accents; each column has its index. */
const begins = (column: string, key: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(column)} like ${`${key}%`}`

export const clientRoutes = resourceRoutes({
  resource: 'client',
  query: { NOM: words, PRENOM: words, VILLE: words, PORTABLE: words },
  filter: ({ NOM, PRENOM, VILLE, PORTABLE }) => [
    ...(NOM ? [begins('cle_nom', normalise(NOM))] : []),
    ...(PRENOM ? [begins('cle_prenom', normalise(PRENOM))] : []),
    ...(VILLE ? [begins('cle_ville', normalise(VILLE))] : []),
    ...(PORTABLE ? [begins('cle_portable', phoneDigits(PORTABLE))] : []),
  ],
  order: sql`cle_nom, "IDCLIENT"`,
})
