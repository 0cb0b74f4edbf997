import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { ORIGINES } from '../../../schemas/entities/fichier.ts'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { STAFF } from '../../actor.ts'
import { seesRow } from '../../policies/visibility.ts'
import { readRow } from '../../repositories/rows.ts'
import { many, one } from '../../routes/shared/answers.ts'
import { assertReads, write } from '../../routes/shared/resource-routes.ts'
import { mutationOf, staffActor } from '../../routes/shared/staff-request.ts'
import { signedFileUrl } from '../presenters/signed-url.ts'
import { filesByProject, findInProject } from '../repositories/files.ts'
import { assertIsPdf, noFile } from '../repositories/find-pv.ts'

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })

const SearchBody = Type.Object(
  { project_id: id, origin: Type.Enum([...ORIGINES]), id: Type.Optional(id), IDFICHIER: Type.Optional(id) },
  { additionalProperties: false },
)
const Found = one(Type.Object({ url: Type.String(), file_name: Type.String(), IDFICHIER: Type.String() }))

const DeleteBody = Type.Object({ ids: Type.Array(id, { minItems: 1, maxItems: 100 }) }, { additionalProperties: false })
const Deleted = one(
  Type.Object({
    deleted: Type.Array(Type.String()),
    refused: Type.Array(Type.Object({ id: Type.String(), code: Type.String(), message: Type.String() })),
  }),
)

const Usage = many(
  Type.Object({
    IDPROJET: Type.String(),
    DESCRIPTION: Type.Union([Type.String(), Type.Null()]),
    FICHIERS: Type.Integer(),
    TAILLE: Type.Integer(),
  }),
)

/** The drive (API-05): signed addresses, deletion, use by project. */
export async function driveRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof SearchBody> }>(
    '/drive/search',
    {
      config: { access: STAFF, does: 'reads' },
      schema: {
        summary: 'Adresse du dernier fichier d’une origine, ou de celui qui est nommé',
        body: SearchBody,
        response: { 200: Found },
      },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'fichier')
      const { project_id, origin, id: owner, IDFICHIER } = request.body
      const file = await app.db.inTenant(actor.companyId, async (tx) => {
        const projet = await readRow(tx, { resource: 'projet', id: project_id })
        if (!projet || projet.deleted || !seesRow(actor.staff, 'projet', projet)) throw notFound()
        return findInProject(tx, actor.staff, { projectId: project_id, origin, owner, id: IDFICHIER })
      })
      if (!file) throw noFile(origin)
      if (origin.startsWith('intervention_')) assertIsPdf(file.NOM)
      const url = signedFileUrl(app.secrets, { companyId: actor.companyId, fichierId: file.IDFICHIER })
      return { data: { url, file_name: file.NOM, IDFICHIER: file.IDFICHIER } }
    },
  )

  app.post<{ Body: Static<typeof DeleteBody> }>(
    '/drive',
    {
      config: { access: STAFF, does: 'acts' },
      schema: { summary: 'Suppression de fichiers', body: DeleteBody, response: { 200: Deleted } },
    },
    async (request) => {
      const actor = staffActor(request)
      const deleted: string[] = []
      const refusals: { id: string; error: AppError }[] = []
      for (const file of new Set(request.body.ids)) {
        const asked = mutationOf(request, { action: 'delete', resource: 'fichier', id: file })
        try {
          // One mutation for each file: a second send of the whole list finds the verdict of each.
          await write(app, actor, { ...asked, mutation: `${asked.mutation}.${file}` })
          deleted.push(file)
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error
          refusals.push({ id: file, error })
        }
      }
      const [first] = refusals
      if (first && deleted.length === 0) throw first.error
      const refused = refusals.map(({ id: file, error }) => ({ id: file, code: error.code, message: error.message }))
      return { data: { deleted, refused } }
    },
  )

  app.get(
    '/drive/listProjectUseDrive',
    {
      config: { access: STAFF, does: 'reads' },
      schema: { summary: 'Projets qui ont des fichiers, avec leur nombre', response: { 200: Usage } },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'fichier')
      return { data: await app.db.inTenant(actor.companyId, (tx) => filesByProject(tx, actor.staff)) }
    },
  )
}
