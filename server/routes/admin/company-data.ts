import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { eachCompany } from '../../accounts/each-company.ts'
import { ADMIN } from '../../actor.ts'
import { bytesUsed } from '../../files/bytes/stored-bytes.ts'
import { projectFilesPage } from '../../files/repositories/files.ts'
import { clientPage } from '../../repositories/clients.ts'
import type { Paging } from '../../repositories/paging.ts'
import { allReferenceRows } from '../../repositories/references.ts'
import { many } from '../shared/answers.ts'
import { companyNeeded, companyQuery } from './admin-request.ts'
import { paged, pagingQuery } from './paging.ts'

const nullable = Type.Union([Type.String(), Type.Null()])
const reads = { access: ADMIN, does: 'reads' } as const

/** What administrators look up in a company: whom they may impersonate, its agencies, the size of its files. They only read. */
export async function companyDataRoutes(app: FastifyInstance): Promise<void> {
  clientsRoute(app)
  agenciesRoute(app)
  driveRoute(app)
  storageRoute(app)
}

const CLIENT_COLUMNS = ['IDCLIENT', 'NOM', 'PRENOM', 'VILLE', 'PORTABLE'] as const
const Client = Type.Object(
  { IDCLIENT: Type.String(), NOM: Type.String(), PRENOM: nullable, VILLE: nullable, PORTABLE: nullable },
  { additionalProperties: false },
)

function clientsRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Clients d’une entreprise, à qui prendre la place',
    querystring: Type.Object({
      ...companyQuery,
      ...pagingQuery(CLIENT_COLUMNS),
      q: Type.Optional(Type.String({ maxLength: 120 })),
    }),
    response: { 200: paged(Client) },
  }
  app.get('/admin/clients', { config: reads, schema }, async (request) => {
    const companyId = await companyNeeded(app, request)
    return app.db.inTenant(companyId, (tx) => clientPage(tx, request.query as Paging & { q?: string }))
  })
}

const Agency = Type.Object(
  { id: Type.String(), LIBELLE: Type.String(), VILLE: nullable, ARCHIVE: Type.Enum([0, 1]) },
  { additionalProperties: false },
)

function agenciesRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Agences d’une entreprise, archivées comprises',
    querystring: Type.Object(companyQuery),
    response: { 200: many(Agency) },
  }
  app.get('/admin/agencies', { config: reads, schema }, async (request) => {
    const companyId = await companyNeeded(app, request)
    const rows = await app.db.inTenant(companyId, (tx) => allReferenceRows(tx, 'AGENCES'))
    return { data: rows.map(({ id, LIBELLE, VILLE, ARCHIVE }) => ({ id, LIBELLE, VILLE, ARCHIVE })) }
  })
}

const PROJECT_COLUMNS = ['IDPROJET', 'DESCRIPTION', 'CLIENT', 'FICHIERS', 'TAILLE'] as const
const Project = Type.Object(
  {
    IDPROJET: Type.String(),
    DESCRIPTION: nullable,
    CLIENT: nullable,
    FICHIERS: Type.Integer(),
    TAILLE: Type.Integer(),
  },
  { additionalProperties: false },
)

function driveRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Drive d’une entreprise : projets qui ont des fichiers',
    querystring: Type.Object({ ...companyQuery, ...pagingQuery(PROJECT_COLUMNS) }),
    response: { 200: paged(Project) },
  }
  app.get('/admin/drive', { config: reads, schema }, async (request) => {
    const companyId = await companyNeeded(app, request)
    return app.db.inTenant(companyId, (tx) => projectFilesPage(tx, request.query as Paging))
  })
}

const Storage = Type.Object(
  {
    id: Type.String(),
    key: Type.String(),
    NOM: Type.String(),
    disabled: Type.Boolean(),
    used: Type.Integer(),
    quota: Type.Integer(),
  },
  { additionalProperties: false },
)

function storageRoute(app: FastifyInstance): void {
  const schema = { summary: 'Place que prennent les fichiers, par entreprise', response: { 200: many(Storage) } }
  app.get('/admin/storage', { config: reads, schema }, async () => ({
    data: await eachCompany(app.db, {
      // The files of a suspended one are still there.
      suspended: true,
      fn: async (tx, company) => [{ ...company, used: await bytesUsed(tx), quota: app.fileQuota }],
    }),
  }))
}
