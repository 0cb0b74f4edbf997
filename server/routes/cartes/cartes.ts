import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { STAFF } from '../../actor.ts'
import { FileAnswer } from '../../files/presenters/send-file.ts'
import { many, nothing } from '../shared/answers.ts'
import { findPack, listPacks, partOf } from './packs.ts'

const Pack = Type.Object({
  NOM: Type.String(),
  TAILLE: Type.Integer({ minimum: 1 }),
  VERSION: Type.String({ pattern: '^[0-9a-z-]+$' }),
})
const Params = Type.Object({ nom: Type.String({ minLength: 1, maxLength: 80 }) })

/** Detailed maps that devices keep for days without a network (GEO-06): the list, and the bytes of each, in parts when the connection breaks. */
export const carteRoutes =
  ({ mapPacksDir }: { mapPacksDir: string | null }) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get(
      '/cartes',
      {
        config: { access: STAFF, does: 'reads' },
        schema: { summary: 'Cartes détaillées à garder sur l’appareil', response: { 200: many(Pack) } },
      },
      async () => ({ data: await listPacks(mapPacksDir) }),
    )

    app.get<{ Params: { nom: string } }>(
      '/cartes/:nom',
      {
        config: { access: STAFF, does: 'reads' },
        // Tiles are compressed already, and a part of a file must stay a part of it.
        compress: false,
        schema: {
          summary: 'Contenu d’une carte détaillée, ou la partie que demande Range',
          params: Params,
          response: { 200: FileAnswer, 206: FileAnswer, 304: nothing },
        },
      },
      async (request, reply) => {
        const pack = await findPack(mapPacksDir, request.params.nom)
        if (!pack) throw notFound()
        const { path, TAILLE: size, VERSION } = pack
        const etag = `"${VERSION}"`
        reply.header('etag', etag).header('accept-ranges', 'bytes')
        if (request.headers['if-none-match'] === etag) return reply.status(304).send()
        const { range, 'if-range': known } = request.headers
        // A part of a newer file would damage the file that was begun.
        const part = known === undefined || known === etag ? partOf(range, size) : null
        if (part === 'none') {
          reply.header('content-range', `bytes */${size}`)
          throw new AppError('RANGE_NOT_SATISFIABLE', 'Cette carte n’a pas la partie demandée.')
        }
        const { start, end } = part ?? { start: 0, end: size - 1 }
        if (part) reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`)
        return reply
          .header('content-type', 'application/vnd.pmtiles')
          .header('content-length', end - start + 1)
          .send(createReadStream(path, { start, end }))
      },
    )
  }
