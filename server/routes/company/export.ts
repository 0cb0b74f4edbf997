import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { type Access, COMPANY_DIRECTORS, PUBLIC } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { exportArchive } from '../../export/archive.ts'
import { checkTicket, exportUrl } from '../../export/ticket.ts'
import { contentDisposition } from '../../files/presenters/content-disposition.ts'
import { FileAnswer } from '../../files/presenters/send-file.ts'
import { companyName } from '../../repositories/companies.ts'
import { limiter } from '../auth/tries.ts'
import { one } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

/** Who sees the whole company, because an export shows what screens do not; not an administrator in their place: the proof is the director's. */
const access: Access = { ...COMPANY_DIRECTORS, own: true }
const DAY_MS = 86_400_000
/** Orders of a company in a day: each reads all that it has. */
const ORDERS = { max: 5, timeWindow: DAY_MS }
/** A ticket opens one download. */
const ONCE = { max: 1, timeWindow: DAY_MS }

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
const Params = Type.Object({ id })
const Query = Type.Object({
  company: id,
  expires: Type.Integer({ minimum: 0, maximum: 1e14 }),
  signature: Type.String({ maxLength: 128 }),
})

/** The whole company as one archive (SET-10): a director who sees all of it orders it, and gets an address for one download. */
export async function companyExportRoutes(app: FastifyInstance): Promise<void> {
  const slowDown = limiter(app, { ...ORDERS, keyOf: (request) => `export ${staffActor(request).companyId}` })

  app.post(
    '/exports',
    {
      config: { access, does: 'acts', reauth: true },
      schema: {
        summary: 'Prépare l’export de l’entreprise : l’adresse d’un téléchargement, pour cinq minutes',
        response: { 201: one(Type.Object({ url: Type.String() })) },
      },
    },
    async (request, reply) => {
      const { companyId } = staffActor(request)
      await slowDown(request)
      await app.db.inTenant(companyId, (tx) => audit(tx, request, { action: 'company.exported' }))
      return reply.status(201).send({ data: { url: exportUrl(app.secrets, companyId) } })
    },
  )

  app.get<{ Params: Static<typeof Params>; Querystring: Static<typeof Query> }>(
    '/exports/:id',
    {
      config: { access: PUBLIC, does: 'reads' },
      schema: {
        summary: 'L’export de l’entreprise (ZIP ; adresse signée, une fois)',
        params: Params,
        querystring: Query,
        response: { 200: FileAnswer },
      },
    },
    async (request, reply) => {
      const { company, expires, signature } = request.query
      const ticket = { company, id: request.params.id, expires, signature }
      const verdict = checkTicket(app.secrets, ticket)
      // An address of one company opens nothing on another company's host.
      if (verdict === 'forged' || (request.company !== null && request.company.id !== company)) throw notFound()
      const used = verdict === 'good' && (await app.attempts.count(`export ticket ${ticket.id}`, ONCE)) !== null
      if (verdict === 'expired' || used) throw new AppError('GONE', 'Ce lien a déjà servi, ou a expiré.')
      const { key } = await app.db.inTenant(company, companyName)
      const at = new Date()
      const archive = await exportArchive({ db: app.db, files: app.ports.files, companyId: company, at })
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', contentDisposition(`lolapp-${key}-${at.toISOString().slice(0, 10)}.zip`))
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .send(archive)
    },
  )
}
