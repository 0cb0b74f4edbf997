import { type RawBuilder, type SqlBool, sql } from 'kysely'
import Type from 'typebox'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { equals, resourceRoutes } from '../../routes/shared/resource-routes.ts'

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })

/** Records of the files that I may see; /drive takes and serves their bytes. */
export const fichierRoutes = resourceRoutes({
  resource: 'fichier',
  query: { IDPROJET: id, IDENREGISTREMENT: id },
  filter: ({ IDPROJET, IDENREGISTREMENT }): RawBuilder<SqlBool>[] => [
    ...(IDPROJET ? [equals('IDPROJET', IDPROJET)] : []),
    ...(IDENREGISTREMENT ? [equals('IDENREGISTREMENT', IDENREGISTREMENT)] : []),
  ],
  order: sql`"DATE_CREATION" desc, "IDFICHIER"`,
})
