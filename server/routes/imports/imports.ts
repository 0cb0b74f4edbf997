import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError, validationError } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import {
  FATES,
  Import,
  ImportColumns,
  ImportDetail,
  ImportRow,
  ImportSeen,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from '../../../schemas/imports.ts'
import type { Access } from '../../actor.ts'
import { type AuditEntry, audit } from '../../audit/audit.ts'
import { FileAnswer } from '../../files/presenters/send-file.ts'
import { chooseColumns, launch, needImport, needReached, undo } from '../../imports/change-import.ts'
import { errorsFile } from '../../imports/errors-file.ts'
import { deleteImport, linePage, readImports } from '../../imports/import-store.ts'
import { presentImport, presentImports, presentLine } from '../../imports/present-import.ts'
import { takeFile } from '../../imports/take-file.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { many, nothing, one } from '../shared/answers.ts'
import { bytesBody, takeBytes } from '../shared/bytes-body.ts'
import { staffActor } from '../shared/staff-request.ts'

/** A file of customers, whom all staff see: any director brings it. What it made of projects is for who sees them (`mayReach`). */
const DIRECTORS: Access = { kinds: ['personnel'], roles: ['commercial_director'] }
const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
const params = Type.Object({ id })
type ById = { Params: Static<typeof params> }

const Sent = Type.Object(
  {
    id,
    nom: Type.String({ minLength: 1, maxLength: 200 }),
    feuille: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { additionalProperties: false },
)
const Chosen = Type.Object({ colonnes: ImportColumns }, { additionalProperties: false })
/** Older apps send none. */
const Launched = Type.Optional(Type.Union([ImportSeen, Type.Null()]))
const Page = Type.Object(
  {
    sort: Type.Optional(Type.Enum([...FATES])),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_IMPORT_ROWS })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  },
  { additionalProperties: false },
)
const Lines = Type.Object({ data: Type.Array(ImportRow), total: Type.Integer() })

const reads = { access: DIRECTORS, does: 'reads' } as const
const acts = { access: DIRECTORS, does: 'acts' } as const

/** Import of clients, addresses and projects from a file (SET-09): file, columns, dry run, import, undo. */
export async function importRoutes(app: FastifyInstance): Promise<void> {
  takeBytes(app, MAX_IMPORT_BYTES)
  const inCompany = <T>(request: FastifyRequest, fn: (tx: Tx) => Promise<T>): Promise<T> =>
    app.db.inTenant(staffActor(request).companyId, fn)
  const answer = async (request: FastifyRequest, importId: string) => ({
    data: await inCompany(request, async (tx) =>
      presentImport(tx, staffActor(request).staff, await needImport(tx, importId)),
    ),
  })

  app.get(
    '/imports',
    { config: reads, schema: { summary: 'Imports de l’entreprise, trente jours', response: { 200: many(Import) } } },
    async (request) => ({
      data: await inCompany(request, async (tx) => presentImports(tx, await readImports(tx))),
    }),
  )
  app.post<{ Querystring: Static<typeof Sent>; Body: Buffer }>(
    '/imports',
    {
      config: acts,
      schema: {
        summary: 'Lit un fichier CSV ou XLSX à importer',
        ...bytesBody('Octets, 30 Mio au plus'),
        querystring: Sent,
        response: { 201: one(ImportDetail) },
      },
    },
    async (request, reply) => {
      const { companyId, account, staff } = staffActor(request)
      const { body, query } = request
      if (!Buffer.isBuffer(body) || body.length === 0) throw validationError({ _: ['Le fichier est vide.'] })
      const file = { id: query.id, name: query.nom, sheet: query.feuille ?? null, bytes: body }
      await takeFile(app.db, companyId, { ...file, account, personnel: staff.id })
      await inCompany(request, (tx) => audit(tx, request, entry('import.read', query.id)))
      return reply.status(201).send(await answer(request, query.id))
    },
  )
  app.get<ById>(
    '/imports/:id',
    { config: reads, schema: { summary: 'Où en est un import', params, response: { 200: one(ImportDetail) } } },
    (request) => answer(request, request.params.id),
  )
  app.put<ById & { Body: Static<typeof Chosen> }>(
    '/imports/:id/colonnes',
    {
      config: acts,
      schema: {
        summary: 'Choisit les colonnes et commence l’essai à blanc',
        params,
        body: Chosen,
        response: { 200: one(ImportDetail) },
      },
    },
    async (request) => {
      await inCompany(request, (tx) => chooseColumns(tx, request.params.id, request.body.colonnes))
      return woken(request)
    },
  )
  app.get<ById & { Querystring: Static<typeof Page> }>(
    '/imports/:id/lignes',
    {
      config: reads,
      schema: { summary: 'Sort de chaque ligne', params, querystring: Page, response: { 200: Lines } },
    },
    async (request) => {
      const { sort = null, page = 1, limit = 50 } = request.query
      const { lines, total } = await inCompany(request, async (tx) => {
        await needReached(tx, staffActor(request).staff, request.params.id)
        return linePage(tx, request.params.id, { fate: sort, from: (page - 1) * limit, limit })
      })
      return { data: lines.map(presentLine), total }
    },
  )
  app.get<ById>(
    '/imports/:id/erreurs',
    {
      config: reads,
      schema: {
        summary: 'Lignes refusées, à corriger (CSV)',
        produces: ['text/csv'],
        params,
        response: { 200: FileAnswer },
      },
    },
    async (request, reply) => {
      const csv = await errorsFile(app.db, staffActor(request), request.params.id)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="lignes-a-corriger.csv"')
        .header('x-content-type-options', 'nosniff')
        .send(csv)
    },
  )
  const begun = { params, response: { 200: one(ImportDetail) } }
  app.post<ById & { Body: ImportSeen | null | undefined }>(
    '/imports/:id/lancer',
    { config: acts, schema: { summary: 'Importe les lignes acceptées', body: Launched, ...begun } },
    async (request) => {
      const { id } = request.params
      await inCompany(request, async (tx) => {
        if (await launch(tx, id, request.body ?? {})) await audit(tx, request, entry('import.launched', id))
      })
      return woken(request)
    },
  )
  app.post<ById>(
    '/imports/:id/annuler',
    { config: acts, schema: { summary: 'Annule un import entier', ...begun } },
    async (request) => {
      const { id } = request.params
      await inCompany(request, async (tx) => {
        if (await undo(tx, staffActor(request).staff, id)) await audit(tx, request, entry('import.undo_asked', id))
      })
      return woken(request)
    },
  )
  app.delete<ById>(
    '/imports/:id',
    {
      config: acts,
      schema: { summary: 'Oublie un fichier qui n’a pas été importé', params, response: { 204: nothing } },
    },
    async (request, reply) => {
      await inCompany(request, async (tx) => {
        const { state } = await needImport(tx, request.params.id)
        if (!['lecture', 'lu', 'pret'].includes(state))
          throw new AppError('CONFLICT', 'Cet import a commencé : il reste visible, et peut être annulé.')
        await deleteImport(tx, request.params.id)
      })
      return reply.status(204).send()
    },
  )

  const woken = (request: FastifyRequest & { params: { id: string } }) => {
    app.imports.wake(staffActor(request).companyId, request.params.id)
    return answer(request, request.params.id)
  }
}

const entry = (action: AuditEntry['action'], importId: string): AuditEntry => ({ action, target: `import:${importId}` })
