import Type from 'typebox'
import { normalise } from '../../../schemas/search.ts'
import { contains, equals, holdsOneOf, overlapping } from '../../repositories/filters.ts'
import { momentQuery } from '../shared/date-filters.ts'
import { resourceRoutes } from '../shared/resource-routes.ts'

const id = Type.String({ maxLength: 64 })
const words = Type.String({ maxLength: 200 })
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

export const rdvRoutes = resourceRoutes({
  resource: 'rdv',
  query: {
    RDV_DEBUT: momentQuery,
    RDV_FIN: momentQuery,
    RDV_OBJET: words,
    IDADRESSE: id,
    OBSERVATIONS: words,
    IDNATURE_RDV: id,
    IDPROJET: id,
    idsPersonnel: Type.Union([id, Type.Array(id, { maxItems: 100 })]),
    /** Soft-deleted appointments are left out unless they are asked for. */
    SUPPRIME: Type.Enum(['0', '1']),
  },
  filter: (query) => [
    ...overlapping({ from: query.RDV_DEBUT, to: query.RDV_FIN }),
    ...(query.RDV_OBJET ? [contains('RDV_OBJET', normalise(query.RDV_OBJET))] : []),
    ...(query.OBSERVATIONS ? [contains('OBSERVATIONS', normalise(query.OBSERVATIONS))] : []),
    ...(query.IDADRESSE ? [equals('IDADRESSE', query.IDADRESSE)] : []),
    ...(query.IDNATURE_RDV ? [equals('IDNATURE_RDV', query.IDNATURE_RDV)] : []),
    ...(query.IDPROJET ? [equals('IDPROJET', query.IDPROJET)] : []),
    ...(query.idsPersonnel ? [holdsOneOf('IDPERSONNELS', list(query.idsPersonnel))] : []),
    equals('SUPPRIME', query.SUPPRIME === '1' ? 1 : 0),
  ],
})
