import Type from 'typebox'
import { normalise, phoneDigits } from '../../../schemas/search.ts'
import { begins, holdsOneOf } from '../../repositories/filters.ts'
import { resourceRoutes } from '../shared/resource-routes.ts'

const words = Type.String({ maxLength: 120 })

export const clientRoutes = resourceRoutes({
  resource: 'client',
  query: { NOM: words, PRENOM: words, VILLE: words, PORTABLE: words, IDLABEL: words },
  filter: ({ NOM, PRENOM, VILLE, PORTABLE, IDLABEL }) => [
    ...(NOM ? [begins('cle_nom', normalise(NOM))] : []),
    ...(PRENOM ? [begins('cle_prenom', normalise(PRENOM))] : []),
    ...(VILLE ? [begins('cle_ville', normalise(VILLE))] : []),
    ...(PORTABLE ? [begins('cle_portable', phoneDigits(PORTABLE))] : []),
    ...(IDLABEL ? [holdsOneOf('IDLABELS', [IDLABEL])] : []),
  ],
})
