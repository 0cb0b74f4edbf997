import Type from 'typebox'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { equals } from '../../repositories/filters.ts'
import { resourceRoutes } from '../../routes/shared/resource-routes.ts'

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })

/** Records of the files that I may see; /drive takes and serves their bytes. */
export const fichierRoutes = resourceRoutes({
  resource: 'fichier',
  query: { IDPROJET: id, IDENREGISTREMENT: id },
  filter: ({ IDPROJET, IDENREGISTREMENT }) => [
    ...(IDPROJET ? [equals('IDPROJET', IDPROJET)] : []),
    ...(IDENREGISTREMENT ? [equals('IDENREGISTREMENT', IDENREGISTREMENT)] : []),
  ],
})
