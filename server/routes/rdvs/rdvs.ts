import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { rdv } from '../../../schemas/entities/rdv.ts'
import { normalise } from '../../../schemas/search.ts'
import { checkedLater } from '../../plugins/validation.ts'
import { contains, equals, holdsOneOf, overlapping } from '../../repositories/filters.ts'
import { momentQuery } from '../shared/date-filters.ts'
import { recordOf, written } from '../shared/records.ts'
import { atWrite, idParams, resourceRoutes, write } from '../shared/resource-routes.ts'
import { bodyOf, mutationOf, sendVerdict, staffActor } from '../shared/staff-request.ts'

const id = Type.String({ maxLength: 64 })
const words = Type.String({ maxLength: 200 })
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

const crud = resourceRoutes({
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

const { DEBRIEF_CATEGORIE, IDRDV_DEBRIEF, DEBRIEF_COMMENTAIRE, DEBRIEF_LE } = rdv.fields
const debrief = {
  DEBRIEF_CATEGORIE: DEBRIEF_CATEGORIE.schema,
  IDRDV_DEBRIEF: Type.Optional(Type.Union([IDRDV_DEBRIEF.schema, Type.Null()])),
  DEBRIEF_COMMENTAIRE: Type.Optional(Type.Union([DEBRIEF_COMMENTAIRE.schema, Type.Null()])),
  DEBRIEF_LE: Type.Optional(Type.Union([DEBRIEF_LE.schema, Type.Null()])),
  DEBRIEF_PAR: Type.Optional(Type.Union([rdv.fields.DEBRIEF_PAR.schema, Type.Null()])),
}

export async function rdvRoutes(app: FastifyInstance): Promise<void> {
  await crud(app)
  app.put<{ Params: { id_rdv: string } }>(
    '/rdvs/debrief/:id_rdv',
    {
      config: atWrite('rdv', 'debrief'),
      schema: {
        summary: 'Débrief d’un rendez-vous',
        params: idParams('id_rdv'),
        body: checkedLater(
          Type.Object({ ...debrief, _base: Type.Optional(Type.Object({})) }, { additionalProperties: false }),
        ),
        response: { 200: written(recordOf('rdv')) },
      },
    },
    async (request, reply) => {
      const asked = { action: 'debrief', resource: 'rdv', id: request.params.id_rdv, body: bodyOf(request) } as const
      return sendVerdict(reply, await write(app, staffActor(request), mutationOf(request, asked)))
    },
  )
}
