import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import type { Staff } from '../../../schemas/access.ts'
import { wallClock } from '../../../schemas/dates.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { visible } from '../../policies/visibility.ts'
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

/** Where people are, from `seen` rows (id, objet, debut, fin, projet, adresse, personne): the site's address when the row has none, else the client's. */
const located = (key: string, seen: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with seen as (${seen})
  select p."IDPERSONNEL", p."NOM_COMPLET", p."INITIALES", p."TELEPHONE_PORTABLE", s.id as ${sql.ref(key)},
    s.objet as "RDV_OBJET", s.debut as "RDV_DEBUT", s.fin as "RDV_FIN", s.projet as "IDPROJET",
    a."IDADRESSE", a."ADRESSE_COMPLETE", a."LATITUDE", a."LONGITUDE"
  from seen s
  join personnel p on p.company_id = current_setting('app.company_id') and p."IDPERSONNEL" = s.personne and not p.deleted
  left join projet j on j.company_id = p.company_id and j."IDPROJET" = s.projet
  left join client c on c.company_id = p.company_id and c."IDCLIENT" = j."IDCLIENT"
  left join adresse a on a.company_id = p.company_id and not a.deleted
    and a."IDADRESSE" = coalesce(s.adresse, j."ADRESSE_CHANTIER", c."IDADRESSE")
  order by p."NOM" collate "und-x-icu", p."IDPERSONNEL", s.debut, s.id`

const rdvsAt = (staff: Staff, time: string): RawBuilder<unknown> => sql`
  select "IDRDV" as id, "RDV_OBJET" as objet, "RDV_DEBUT" as debut, "RDV_FIN" as fin, "IDPROJET" as projet,
    "IDADRESSE" as adresse, unnest("IDPERSONNELS") as personne
  from rdv where company_id = current_setting('app.company_id') and not deleted and "SUPPRIME" = 0
    and "RDV_DEBUT" <= ${time} and "RDV_FIN" > ${time} and ${visible(staff, 'rdv')}`

const interventionsAt = (staff: Staff, time: string): RawBuilder<unknown> => sql`
  select "IDINTERVENTION" as id, "RDV_OBJET" as objet, entry->>'DEBUT' as debut, entry->>'FIN' as fin,
    "IDPROJET" as projet, null::text as adresse, entry->>'IDPERSONNEL' as personne
  from intervention, jsonb_array_elements("IDINTERVENTION_PLANNING") as entry
  where company_id = current_setting('app.company_id') and not deleted
    and entry->>'DEBUT' <= ${time} and entry->>'FIN' > ${time} and ${visible(staff, 'intervention')}`

/**
 * GET /equipe/localisation/rdv and /intervention (API-06, GEO-05): where people are at `time` on the company's clock, now by default, as far as the caller
 * may see the appointment or the works. The first minute counts, the last one does not.
 */
export async function equipeRoutes(app: FastifyInstance): Promise<void> {
  const who = async (
    request: FastifyRequest<{ Querystring: { time?: string } }>,
    { key, resource, rows }: { key: string; resource: 'rdv' | 'intervention'; rows: typeof rdvsAt },
  ) => {
    const actor = staffActor(request)
    assertReads(actor, resource)
    const time = request.query.time ?? wallClock(new Date(), companyOf(request).FUSEAU)
    const found = await app.db.inTenant(actor.companyId, (trx) => located(key, rows(actor.staff, time)).execute(trx))
    return { data: found.rows }
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
    (request) => who(request, { key: 'IDRDV', resource: 'rdv', rows: rdvsAt }),
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
    (request) => who(request, { key: 'IDINTERVENTION', resource: 'intervention', rows: interventionsAt }),
  )
}
