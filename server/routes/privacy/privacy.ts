import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { ErasureMotive, ErasureProposal, ErasureRequest, PersonKind } from '../../../schemas/privacy.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { Access } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { proposals } from '../../privacy/proposals.ts'
import { readRow } from '../../repositories/rows.ts'
import { isErased } from '../../writes/erased.ts'
import { many, one } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

/** Who decides for the company about its customers' and its staff's data. */
const DIRECTORS: Access = { kinds: ['personnel'], roles: ['commercial_director'] }
const idSchema = Type.String({ pattern: ID_PATTERN, maxLength: 64 })

/** Requests without a decision, the oldest first: the answer is due within a month (RGPD, art. 12 § 3). */
export async function readRequests(tx: Tx): Promise<unknown[]> {
  const { rows } = await sql`select r.id, r.kind, r.person_id, r.why, r.asked_by, r.asked_at,
      case r.kind when 'client' then nullif(concat_ws(' ', c."PRENOM", c."NOM"), '') else p."NOM_COMPLET" end as name
    from erasure_request r
    left join client c on c.company_id = r.company_id and r.kind = 'client' and c."IDCLIENT" = r.person_id
    left join personnel p on p.company_id = r.company_id and r.kind = 'personnel' and p."IDPERSONNEL" = r.person_id
    where r.company_id = current_setting('app.company_id') and r.settled_at is null
    order by r.asked_at, r.id limit 500`.execute(tx)
  return rows
}

const Asked = Type.Object({ kind: PersonKind, id: idSchema, why: ErasureMotive }, { additionalProperties: false })

/** What directors may do about persons' data: see whose period is over, and request an erasure, which administrators carry out. */
export async function privacyRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/privacy/proposals',
    {
      config: { access: DIRECTORS, does: 'reads' },
      schema: {
        summary: 'Clients à effacer : leur durée de conservation est passée',
        response: { 200: many(ErasureProposal) },
      },
    },
    async (request) => ({ data: await app.db.inTenant(staffActor(request).companyId, (tx) => proposals(tx)) }),
  )
  app.get(
    '/privacy/requests',
    {
      config: { access: DIRECTORS, does: 'reads' },
      schema: { summary: 'Effacements demandés, en attente', response: { 200: many(ErasureRequest) } },
    },
    async (request) => ({ data: await app.db.inTenant(staffActor(request).companyId, readRequests) }),
  )
  app.post<{ Body: Static<typeof Asked> }>(
    '/privacy/requests',
    {
      config: { access: DIRECTORS, does: 'acts' },
      schema: {
        summary: 'Demande l’effacement d’une personne',
        body: Asked,
        response: { 200: one(Type.Object({ id: Type.String() })), 201: one(Type.Object({ id: Type.String() })) },
      },
    },
    async (request, reply) => {
      const { companyId, account } = staffActor(request)
      const { kind, id, why } = request.body
      const { created, open } = await app.db.inTenant(companyId, async (tx) => {
        const row = await readRow(tx, { resource: kind, id })
        if (!row || isErased(row)) throw notFound()
        const { rows } = await sql<{
          id: string
        }>`insert into erasure_request (company_id, id, kind, person_id, why, asked_by)
          values (${companyId}, ${uuidv7()}, ${kind}, ${id}, ${why}, ${account})
          on conflict (company_id, kind, person_id) where settled_at is null do nothing returning id`.execute(tx)
        if (rows[0]) {
          await audit(tx, request, { action: 'person.erasure_asked', target: `${kind}:${id}`, details: { why } })
          return { created: true, open: rows[0].id }
        }
        // A request that exists already is answered again, whoever made it.
        const { rows: known } = await sql<{ id: string }>`select id from erasure_request
          where company_id = ${companyId} and kind = ${kind} and person_id = ${id} and settled_at is null`.execute(tx)
        return { created: false, open: known[0]?.id ?? '' }
      })
      return reply.status(created ? 201 : 200).send({ data: { id: open } })
    },
  )
}
