import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { ROLE_NAMES } from '../../../schemas/entities/personnel.ts'
import { notFound } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { holdsWords } from '../../../schemas/search.ts'
import { type CompanyName, eachCompany } from '../../accounts/each-company.ts'
import { ADMIN } from '../../actor.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { companyGiven, companyNeeded, companyQuery } from './admin-request.ts'
import { type Paging, pageClause, pagingQuery, type Searched, searchedPage, searchQuery } from './paging.ts'

const nullable = Type.Union([Type.String(), Type.Null()])
const COLUMNS = ['IDPERSONNEL', 'NOM_COMPLET', 'NOM', 'PRENOM', 'MAIL', 'IDAGENCE'] as const

/** A member of the staff in a list of administrators, with their company. */
const Listed = Type.Object({
  IDPERSONNEL: Type.String(),
  PRENOM: nullable,
  NOM: Type.String(),
  NOM_COMPLET: nullable,
  INITIALES: nullable,
  MAIL: nullable,
  ROLES: Type.Array(Type.Enum([...ROLE_NAMES])),
  IDAGENCE: nullable,
  AGENCES: Type.Array(Type.String()),
  disabled: Type.Boolean(),
  has_account: Type.Boolean(),
  company: Type.Object({ id: Type.String(), key: Type.String(), NOM: Type.String() }),
})
type Listed = Static<typeof Listed>

const ACCOUNT = sql`coalesce(c.disabled, false) as disabled, c.mail is not null as has_account`
const FROM = sql`from personnel p left join credential c
  on c.company_id = p.company_id and c.personnel_id = p."IDPERSONNEL"
  where p.company_id = current_setting('app.company_id') and not p.deleted`

/**
 * GET /admin/personnels: a company's staff when one is named; else whom an administrator may impersonate, company by company: those
 * with a mail and at least one role (ADM-02).
 */
export function personnelIndexRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Personnel, par entreprise',
    querystring: Type.Object({ ...companyQuery, ...pagingQuery(COLUMNS), ...searchQuery }),
    response: { 200: Type.Object({ data: Type.Array(Listed), total: Type.Integer() }) },
  }
  app.get('/admin/personnels', { config: { access: ADMIN, does: 'reads' }, schema }, async (request) => {
    const asked = request.query as Searched
    if (companyGiven(request) === null) return picker(app, asked)
    const only = await companyNeeded(app, request)
    return app.db.inTenant(only, async (tx) => {
      const company = await tx.selectFrom('company').select(['id', 'key', 'NOM']).executeTakeFirstOrThrow()
      return searchedPage(asked, {
        rows: (paging) => staffOf(tx, { company, paging, where: sql`` }),
        total: async () => {
          const { rows } = await sql<{ total: number }>`select count(*)::integer as total ${FROM}`.execute(tx)
          return rows[0]?.total ?? 0
        },
        wordsOf,
      })
    })
  })
}

const wordsOf = ({ NOM_COMPLET, NOM, MAIL }: Listed): string => `${NOM_COMPLET ?? NOM} ${MAIL ?? ''}`

/** All companies at once: the page is cut after they are put together. */
async function picker(app: FastifyInstance, { q = '', page = 1, limit = 500, ...sort }: Searched) {
  const where = sql`and coalesce(p."MAIL", c.mail) is not null and cardinality(p."ROLES") > 0 and c.disabled is not true`
  const all = await eachCompany<Listed>(app.db, {
    fn: (tx, company) => staffOf(tx, { company, paging: { ...sort, limit: 5000 }, where }),
  })
  const found = all.filter((row) => holdsWords(wordsOf(row), q))
  return { data: found.slice((page - 1) * limit, page * limit), total: found.length }
}

interface Asked {
  company: CompanyName
  paging: Paging
  where: ReturnType<typeof sql>
}

async function staffOf(tx: Tx, { company, paging, where }: Asked): Promise<Listed[]> {
  const { rows } = await sql<Omit<Listed, 'company'>>`select p."IDPERSONNEL", p."PRENOM", p."NOM", p."NOM_COMPLET",
    p."INITIALES", p."MAIL", p."ROLES", p."IDAGENCE", p."AGENCES", ${ACCOUNT}
    ${FROM} ${where} ${pageClause(paging, { by: 'NOM_COMPLET', key: 'IDPERSONNEL' })}`.execute(tx)
  return rows.map((row) => ({ ...row, company }))
}

/** One member of the staff who is not deleted, with VERSION and login. @throws AppError NOT_FOUND */
export async function readAccount(tx: Tx, id: string): Promise<Values> {
  const fields = sql.join(Object.keys(entityOf('personnel').fields).map((name) => sql.ref(`p.${name}`)))
  const { rows } =
    await sql<Values>`select ${fields}, p."VERSION", ${ACCOUNT} ${FROM} and p."IDPERSONNEL" = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  return row
}
