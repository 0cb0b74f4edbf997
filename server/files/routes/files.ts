import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import type { FileType } from '../../../schemas/entities/fichier.ts'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { PUBLIC } from '../../actor.ts'
import { MissingFile } from '../../ports/files/files.ts'
import { readRow } from '../../repositories/rows.ts'
import { keyOfFile } from '../bytes/stored-bytes.ts'
import { FileAnswer, sendFile } from '../presenters/send-file.ts'
import { checkFileUrl } from '../presenters/signed-url.ts'

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
const Params = Type.Object({ id })
const Query = Type.Object({
  company: id,
  expires: Type.Integer({ minimum: 0, maximum: 1e14 }),
  signature: Type.String({ maxLength: 128 }),
})

/** GET /files/{id}: the bytes of a file, for any caller with an address signed within the last five minutes. */
export async function fileRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: Static<typeof Params>; Querystring: Static<typeof Query> }>(
    '/files/:id',
    {
      config: { access: PUBLIC, does: 'reads' },
      schema: {
        summary: 'Contenu d’un fichier (adresse signée)',
        params: Params,
        querystring: Query,
        response: { 200: FileAnswer },
      },
    },
    async (request, reply) => {
      const { company, expires, signature } = request.query
      const file = { companyId: company, fichierId: request.params.id }
      const verdict = checkFileUrl(app.secrets, file, { expires, signature })
      // An address of one company opens nothing on another company's host.
      if (verdict === 'forged' || (request.company !== null && request.company.id !== company)) throw notFound()
      if (verdict === 'expired') throw new AppError('GONE', 'Ce lien a expiré.')
      const { key, record } = await app.db.inTenant(company, async (tx) => {
        const row = await readRow(tx, { resource: 'fichier', id: file.fichierId })
        if (!row || row.deleted) throw notFound()
        return { record: row.record, key: await keyOfFile(tx, row.id) }
      })
      const bytes = await app.ports.files.get(key).catch((error: unknown) => {
        if (error instanceof MissingFile) throw notFound()
        throw error
      })
      return sendFile(reply, { bytes, type: record.TYPE_MIME as FileType, name: String(record.NOM) })
    },
  )
}
