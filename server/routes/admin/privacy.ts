import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { notFound, validationError } from '../../../schemas/errors.ts'
import { ErasureProposal, ErasureRequest, PersonKind } from '../../../schemas/privacy.ts'
import { normalise } from '../../../schemas/search.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { FileAnswer } from '../../files/presenters/send-file.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { stillHeld, worksHere } from '../../privacy/erase-personnel.ts'
import { erasePerson } from '../../privacy/erasures.ts'
import { exportEntries, readExport } from '../../privacy/export-person.ts'
import { findClient } from '../../privacy/found.ts'
import { keptOf } from '../../privacy/kept.ts'
import { proposals } from '../../privacy/proposals.ts'
import { leftStaff, readErasures, readRequests, refuseRequest } from '../../privacy/requests.ts'
import { zip } from '../../privacy/zip.ts'
import { readRow } from '../../repositories/rows.ts'
import { isErased } from '../../writes/erased.ts'
import { many, nothing, one } from '../shared/answers.ts'
import { adminOf, companyNeeded, companyQuery, idSchema } from './admin-request.ts'

const reads = { access: ADMIN, does: 'reads' } as const
const acts = { access: ADMIN, does: 'acts' } as const
const day = Type.Union([Type.String(), Type.Null()])
const querystring = Type.Object(companyQuery)

const Person = Type.Object({ kind: PersonKind, id: idSchema }, { additionalProperties: false })
const Preview = Type.Object({
  name: Type.String(),
  erased: Type.Integer(),
  kept: Type.Integer(),
  keepUntil: day,
  works: Type.Boolean(),
  /** What a handover has to give to somebody else first, in words. */
  held: Type.Union([Type.String(), Type.Null()]),
})
const Done = Type.Object({ id: Type.String(), erased: Type.Integer(), kept: Type.Integer(), keepUntil: day })
const Erasure = Type.Object({
  id: Type.String(),
  kind: PersonKind,
  person_id: Type.String(),
  at: Type.String({ format: 'lolapp-instant' }),
  by: Type.String(),
  erased: Type.Integer(),
  kept: Type.Integer(),
  keep_until: day,
})
const LeftStaff = Type.Object({
  IDPERSONNEL: Type.String(),
  NOM_COMPLET: Type.Union([Type.String(), Type.Null()]),
  NOM: Type.String(),
})

/** Access, export and erasure of persons, for administrators: each is noted in the trail, without what was erased. */
export async function adminPrivacyRoutes(app: FastifyInstance): Promise<void> {
  previewRoute(app)
  exportRoute(app)
  eraseRoute(app)
  listRoutes(app)
  refuseRoute(app)
}

/** The person's name as people say it; null when there is none, or they were erased. */
async function nameOf(tx: Tx, { kind, id }: { kind: PersonKind; id: string }): Promise<string | null> {
  const row = await readRow(tx, { resource: kind, id })
  if (!row || isErased(row)) return null
  const { NOM, PRENOM } = row.record as { NOM: string; PRENOM: string | null }
  return [PRENOM, NOM].filter(Boolean).join(' ')
}

function previewRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Ce qu’un effacement retirerait, et ce que la loi oblige à garder',
    querystring: Type.Object({ ...companyQuery, kind: PersonKind, id: idSchema }),
    response: { 200: one(Preview) },
  }
  app.get('/admin/privacy/person', { config: reads, schema }, async (request) => {
    const companyId = await companyNeeded(app, request)
    const asked = request.query as Static<typeof Person>
    const data = await app.db.inTenant(companyId, async (tx) => {
      const name = await nameOf(tx, asked)
      if (name === null) throw notFound()
      if (asked.kind === 'personnel') {
        const works = await worksHere(tx, asked.id)
        return { name, erased: 1, kept: 0, keepUntil: null, works, held: await stillHeld(tx, asked.id) }
      }
      const found = await findClient(tx, asked.id)
      const kept = await keptOf(tx, found)
      const count = (records: Map<unknown, string[]>): number => [...records.values()].flat().length
      return {
        name,
        erased: count(found.records) - count(kept.records),
        kept: count(kept.records),
        keepUntil: kept.until,
        works: false,
        held: null,
      }
    })
    return { data }
  })
}

function exportRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Toutes les données d’une personne (ZIP : donnees.json, devis en PDF, fichiers)',
    querystring,
    body: Person,
    response: { 200: FileAnswer },
  }
  app.post<{ Body: Static<typeof Person> }>(
    '/admin/privacy/export',
    { config: acts, schema },
    async (request, reply) => {
      const companyId = await companyNeeded(app, request)
      const { kind, id } = request.body
      const found = await readExport(app.db, { companyId, kind, id })
      await app.db.inTenant(companyId, (tx) =>
        audit(tx, request, { action: 'person.exported', target: `${kind}:${id}` }),
      )
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="donnees-${kind}-${id.slice(0, 8)}.zip"`)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .send(Readable.from(zip(exportEntries(found, app.ports.files)), { objectMode: false }))
    },
  )
}

const Confirmed = Type.Object(
  { kind: PersonKind, id: idSchema, name: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)

function eraseRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Efface une personne ; son nom, écrit par celui qui le demande, confirme',
    querystring,
    body: Confirmed,
    response: { 200: one(Done) },
  }
  app.post<{ Body: Static<typeof Confirmed> }>('/admin/privacy/erase', { config: acts, schema }, async (request) => {
    const companyId = await companyNeeded(app, request)
    const { kind, id, name } = request.body
    const is = await app.db.inTenant(companyId, (tx) => nameOf(tx, { kind, id }))
    if (is === null) throw notFound()
    if (normalise(is) !== normalise(name)) {
      throw validationError({ name: ['Ce n’est pas le nom de cette personne.'] })
    }
    const data = await erasePerson(
      app.erasures,
      { companyId, kind, id },
      {
        by: adminOf(request).account,
        also: (tx, { erased, kept, keepUntil }) =>
          audit(tx, request, {
            action: 'person.erased',
            target: `${kind}:${id}`,
            details: { erased, kept, keepUntil },
          }),
      },
    )
    return { data }
  })
}

function listRoutes(app: FastifyInstance): void {
  app.get(
    '/admin/privacy/proposals',
    {
      config: reads,
      schema: {
        summary: 'Clients dont la durée de conservation est passée',
        querystring,
        response: { 200: many(ErasureProposal) },
      },
    },
    async (request) => {
      const companyId = await companyNeeded(app, request)
      return { data: await app.db.inTenant(companyId, (tx) => proposals(tx)) }
    },
  )
  app.get(
    '/admin/privacy/requests',
    {
      config: reads,
      schema: {
        summary: 'Effacements demandés par l’entreprise',
        querystring,
        response: { 200: many(ErasureRequest) },
      },
    },
    async (request) => {
      const companyId = await companyNeeded(app, request)
      return { data: await app.db.inTenant(companyId, readRequests) }
    },
  )
  app.get(
    '/admin/privacy/erasures',
    {
      config: reads,
      schema: { summary: 'Registre des effacements', querystring, response: { 200: many(Erasure) } },
    },
    async (request) => {
      const companyId = await companyNeeded(app, request)
      return { data: await app.db.inTenant(companyId, (tx) => readErasures(tx, companyId)) }
    },
  )
  app.get(
    '/admin/privacy/left-staff',
    {
      config: reads,
      schema: {
        summary: 'Membres du personnel partis, pas encore effacés',
        querystring,
        response: { 200: many(LeftStaff) },
      },
    },
    async (request) => {
      const companyId = await companyNeeded(app, request)
      return { data: await app.db.inTenant(companyId, (tx) => leftStaff(tx, companyId)) }
    },
  )
}

function refuseRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Refuse une demande d’effacement',
    params: Type.Object({ id: idSchema }),
    querystring,
    response: { 204: nothing },
  }
  app.delete<{ Params: { id: string } }>(
    '/admin/privacy/requests/:id',
    { config: acts, schema },
    async (request, reply) => {
      const companyId = await companyNeeded(app, request)
      await app.db.inTenant(companyId, async (tx) => {
        const settled = await refuseRequest(tx, { companyId, id: request.params.id, by: adminOf(request).account })
        if (!settled) throw notFound()
        await audit(tx, request, { action: 'person.erasure_refused', target: `${settled.kind}:${settled.person_id}` })
      })
      return reply.status(204).send()
    },
  )
}
