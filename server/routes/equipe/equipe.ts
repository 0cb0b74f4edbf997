import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { wallClock } from '../../../schemas/dates.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { peopleAtInterventions, peopleAtRdvs } from '../../repositories/places.ts'
import { many } from '../shared/answers.ts'
import { assertReads, at } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const query = Type.Object({ time: Type.Optional(Type.String({ format: 'lolapp-datetime', maxLength: 16 })) })

const where = {
  IDPERSONNEL: Type.String(),
  NOM_COMPLET: nullable(Type.String()),
  INITIALES: nullable(Type.String()),
  TELEPHONE_PORTABLE: nullable(Type.String()),
  RDV_OBJET: nullable(Type.String()),
  /** Start of this person's part, on the wall clock. */
  RDV_DEBUT: Type.String(),
  RDV_FIN: Type.String(),
  IDPROJET: nullable(Type.String()),
  IDADRESSE: nullable(Type.String()),
  ADRESSE_COMPLETE: nullable(Type.String()),
  LATITUDE: nullable(Type.Number()),
  LONGITUDE: nullable(Type.Number()),
}

/**
 * GET /equipe/localisation/rdv and /intervention (API-06, GEO-05): where people are at `time` on the company's clock, now by default, as far as the caller
 * may see the appointment or the works. The first minute counts, the last one does not.
 */
export async function equipeRoutes(app: FastifyInstance): Promise<void> {
  const who = async (
    request: FastifyRequest<{ Querystring: { time?: string } }>,
    { resource, peopleAt }: { resource: 'rdv' | 'intervention'; peopleAt: typeof peopleAtRdvs },
  ) => {
    const actor = staffActor(request)
    assertReads(actor, resource)
    const time = request.query.time ?? wallClock(new Date(), companyOf(request).FUSEAU)
    return { data: await app.db.inTenant(actor.companyId, (trx) => peopleAt(trx, actor.staff, time)) }
  }

  app.get<{ Querystring: { time?: string } }>(
    '/equipe/localisation/rdv',
    {
      config: { ...at('rdv', 'read'), does: 'reads' },
      schema: {
        summary: "Où est l'équipe : rendez-vous en cours",
        querystring: query,
        response: { 200: many(Type.Object({ IDRDV: Type.String(), ...where })) },
      },
    },
    (request) => who(request, { resource: 'rdv', peopleAt: peopleAtRdvs }),
  )

  app.get<{ Querystring: { time?: string } }>(
    '/equipe/localisation/intervention',
    {
      config: { ...at('intervention', 'read'), does: 'reads' },
      schema: {
        summary: "Où est l'équipe : interventions en cours",
        querystring: query,
        response: { 200: many(Type.Object({ IDINTERVENTION: Type.String(), ...where })) },
      },
    },
    (request) => who(request, { resource: 'intervention', peopleAt: peopleAtInterventions }),
  )
}
