import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { FILE_OWNERS, MAX_FILE_SIZE, ORIGINES } from '../../../schemas/entities/fichier.ts'
import { recordSchema } from '../../../schemas/entity.ts'
import { validationError } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { STAFF } from '../../actor.ts'
import { readRow } from '../../repositories/rows.ts'
import { one } from '../../routes/shared/answers.ts'
import { assertReads } from '../../routes/shared/resource-routes.ts'
import { madeId, staffActor } from '../../routes/shared/staff-request.ts'
import { assertRoom, storeBytes } from '../bytes/stored-bytes.ts'
import { addPiece, bytesReceived, readPieces } from '../bytes/upload-pieces.ts'
import { isKnownTo, pieceOwner, uploadFile } from '../commands/upload-file.ts'

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })

/** A file part as the form parser gives it. */
interface FilePart {
  bytes: Buffer
  name: string
}

const UploadBody = Type.Object(
  {
    /** The file, in a form; left out when its pieces have arrived before. */
    file: Type.Optional(Type.Unsafe<FilePart | null>({ description: 'Fichier (multipart/form-data)' })),
    IDFICHIER: Type.Optional(id),
    project_id: Type.Optional(id),
    resource: Type.Optional(Type.Enum([...FILE_OWNERS])),
    id: Type.Optional(id),
    origin: Type.Optional(Type.Enum([...ORIGINES])),
    NOM: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$', maxLength: 64 })),
  },
  { additionalProperties: false },
)

/** Bytes of one piece of a resumable upload. */
const PIECE = 4 * 1024 * 1024

const Received = one(Type.Object({ received: Type.Integer(), complete: Type.Boolean() }))
const pieceParams = Type.Object({ IDFICHIER: id })

/** POST /drive/upload, and its resumable form by pieces. */
export async function uploadRoutes(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { fileSize: MAX_FILE_SIZE, files: 1, fields: 10, fieldSize: 1000, fieldNameSize: 100, parts: 11 },
    onFile: async function onFile(part) {
      Object.assign(part, { value: { bytes: await part.toBuffer(), name: part.filename } satisfies FilePart })
    },
  })
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: PIECE },
    (_request, body, done) => done(null, body),
  )

  app.post<{ Body: Static<typeof UploadBody> }>(
    '/drive/upload',
    {
      config: { access: STAFF, does: 'acts', sends: true },
      schema: {
        summary: 'Ajout d’un fichier au drive',
        consumes: ['multipart/form-data', 'application/json'],
        body: UploadBody,
        response: { 201: one(recordSchema(entityOf('fichier'))) },
      },
    },
    async (request, reply) => {
      const actor = staffActor(request)
      assertReads(actor, 'fichier')
      const { file, project_id, resource = 'projet', origin = 'document', sha256 } = request.body
      const IDFICHIER = request.body.IDFICHIER ?? madeId(request)
      const ownerId = request.body.id ?? (resource === 'projet' ? project_id : undefined)
      if (ownerId === undefined) throw validationError({ id: ['Ce champ est requis'] })
      if (file !== undefined && !Buffer.isBuffer(file?.bytes))
        throw validationError({ file: ["Ce n'est pas un fichier."] })
      const data = await uploadFile(app, actor, {
        IDFICHIER,
        owner: { resource, id: ownerId },
        projectId: project_id,
        origin,
        name: request.body.NOM ?? file?.name ?? 'fichier',
        bytes: file?.bytes ?? null,
        sha256,
      })
      return reply.status(201).send({ data })
    },
  )

  app.get<{ Params: Static<typeof pieceParams> }>(
    '/drive/upload/:IDFICHIER',
    {
      config: { access: STAFF, does: 'reads', sends: true },
      schema: { summary: 'Où en est un envoi par morceaux', params: pieceParams, response: { 200: Received } },
    },
    async (request) => {
      const actor = staffActor(request)
      // First forgets pieces whose bytes are gone: a device continues from what this answers.
      const store = { db: app.db, files: app.ports.files, companyId: actor.companyId }
      await readPieces(store, pieceOwner(actor, request.params))
      return { data: await progress(app, request, request.params.IDFICHIER) }
    },
  )

  app.put<{ Params: Static<typeof pieceParams>; Querystring: { offset: number }; Body: Buffer }>(
    '/drive/upload/:IDFICHIER',
    {
      config: { access: STAFF, does: 'acts', sends: true },
      schema: {
        summary: 'Un morceau de fichier',
        consumes: ['application/octet-stream'],
        params: pieceParams,
        querystring: Type.Object({ offset: Type.Integer({ minimum: 0, maximum: MAX_FILE_SIZE }) }),
        body: Type.Unsafe<Buffer>({ description: 'Octets, 4 Mio au plus' }),
        response: { 200: Received },
      },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'fichier')
      const { body, params, query } = request
      if (!Buffer.isBuffer(body) || body.length === 0) throw validationError({ _: ['Le morceau est vide.'] })
      const upload = pieceOwner(actor, params)
      await app.db.inTenant(actor.companyId, (tx) => assertRoom(tx, body.length, app.fileQuota))
      await storeBytes({ files: app.ports.files, companyId: actor.companyId, bytes: body }, async (put) => {
        const unneeded = await app.db.inTenant(actor.companyId, (tx) =>
          addPiece(tx, upload, { ...put, offset: query.offset }),
        )
        for (const key of unneeded) await app.ports.files.remove(key)
      })
      return { data: await progress(app, request, params.IDFICHIER) }
    },
  )
}

/** What has arrived of an upload of mine; `complete` once the file was accepted, also where it was deleted since. Somebody else's upload or file answers as if there were none. */
async function progress(
  app: FastifyInstance,
  request: FastifyRequest,
  IDFICHIER: string,
): Promise<{ received: number; complete: boolean }> {
  const actor = staffActor(request)
  return app.db.inTenant(actor.companyId, async (tx) => {
    const row = await readRow(tx, { resource: 'fichier', id: IDFICHIER })
    if (row && (await isKnownTo(tx, actor, row))) {
      return { received: row.record.TAILLE as number, complete: true }
    }
    return { received: await bytesReceived(tx, pieceOwner(actor, { IDFICHIER })), complete: false }
  })
}
