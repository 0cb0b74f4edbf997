import type { FastifyInstance } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import Type from 'typebox'
import { normalise, phoneDigits } from '../../../schemas/search.ts'
import { eachCompany } from '../../accounts/each-company.ts'
import { ADMIN } from '../../actor.ts'
import { bytesUsed } from '../../files/bytes/stored-bytes.ts'
import { referenceRows } from '../../repositories/references.ts'
import { many } from '../shared/answers.ts'
import { companyNeeded, companyQuery } from './admin-request.ts'
import { type Paging, pageClause, paged, pagingQuery } from './paging.ts'

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

/** A customer whose name, first name, town or phone begins with the words; each has its index. */
function beginsWith(q: string): RawBuilder<SqlBool> {
  const words = normalise(q)
  const digits = phoneDigits(q)
  return sql<SqlBool>`(cle_nom like ${`${words}%`} or cle_prenom like ${`${words}%`} or cle_ville like ${`${words}%`}
    ${digits.length >= 4 ? sql`or cle_portable like ${`${digits}%`}` : sql``})`
}

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
    const { q, ...paging } = request.query as Paging & { q?: string }
    const looked = q === undefined || normalise(q) === '' ? sql`` : sql`and ${beginsWith(q)}`
    const where = sql`from client where company_id = current_setting('app.company_id') and not deleted ${looked}`
    return app.db.inTenant(companyId, async (tx) => {
      const { rows } = await sql`select "IDCLIENT", "NOM", "PRENOM", "VILLE", "PORTABLE"
        ${where} ${pageClause(paging, { by: 'NOM', key: 'IDCLIENT' })}`.execute(tx)
      const { rows: all } = await sql<{ total: number }>`select count(*)::integer as total ${where}`.execute(tx)
      return { data: rows, total: all[0]?.total ?? 0 }
    })
  })
}

const Agency = Type.Object(
  { id: Type.String(), LIBELLE: Type.String(), VILLE: nullable },
  { additionalProperties: false },
)

function agenciesRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Agences d’une entreprise',
    querystring: Type.Object(companyQuery),
    response: { 200: many(Agency) },
  }
  app.get('/admin/agencies', { config: reads, schema }, async (request) => {
    const companyId = await companyNeeded(app, request)
    const rows = await app.db.inTenant(companyId, (tx) => referenceRows(tx, 'AGENCES'))
    return { data: rows.map(({ id, LIBELLE, VILLE }) => ({ id, LIBELLE, VILLE })) }
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
    const asked = request.query as Paging
    const paging = asked.sortBy === undefined ? { ...asked, sortBy: 'TAILLE', sortDesc: true } : asked
    const used = sql`from (select f."IDPROJET", p."DESCRIPTION", concat_ws(' ', c."PRENOM", c."NOM") as "CLIENT",
        count(*)::integer as "FICHIERS", sum(f."TAILLE")::bigint as "TAILLE"
      from fichier f
        join projet p on p.company_id = f.company_id and p."IDPROJET" = f."IDPROJET"
        left join client c on c.company_id = p.company_id and c."IDCLIENT" = p."IDCLIENT"
      where f.company_id = current_setting('app.company_id') and not f.deleted
      group by f."IDPROJET", p."DESCRIPTION", c."PRENOM", c."NOM") as used`
    return app.db.inTenant(companyId, async (tx) => {
      const { rows } = await sql`select * ${used} ${pageClause(paging, { by: 'TAILLE', key: 'IDPROJET' })}`.execute(tx)
      const { rows: all } = await sql<{ total: number }>`select count(*)::integer as total ${used}`.execute(tx)
      return { data: rows, total: all[0]?.total ?? 0 }
    })
  })
}

const Storage = Type.Object(
  { id: Type.String(), key: Type.String(), NOM: Type.String(), used: Type.Integer(), quota: Type.Integer() },
  { additionalProperties: false },
)

function storageRoute(app: FastifyInstance): void {
  const schema = { summary: 'Place que prennent les fichiers, par entreprise', response: { 200: many(Storage) } }
  app.get('/admin/storage', { config: reads, schema }, async () => ({
    data: await eachCompany(app.db, {
      fn: async (tx, company) => [{ ...company, used: await bytesUsed(tx), quota: app.fileQuota }],
    }),
  }))
}
