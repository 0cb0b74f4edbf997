import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { holdsWords } from '../../../schemas/search.ts'
import { type CompanyName, eachCompany } from '../../accounts/each-company.ts'
import { countStaff, impersonable, type StaffAccount, staffPage } from '../../accounts/staff-accounts.ts'
import { ADMIN } from '../../actor.ts'
import { companyName } from '../../repositories/companies.ts'
import { ALL_ROWS } from '../../repositories/paging.ts'
import { ListedAccount } from '../shared/staff-account-routes.ts'
import { companyGiven, companyNeeded, companyQuery } from './admin-request.ts'
import { pagingQuery, type Searched, searchedPage, searchQuery } from './paging.ts'

const COLUMNS = ['IDPERSONNEL', 'NOM_COMPLET', 'NOM', 'PRENOM', 'MAIL', 'IDAGENCE'] as const

/** A member of the staff in a list of administrators, with their company. */
const Listed = Type.Object({
  ...ListedAccount.properties,
  company: Type.Object({ id: Type.String(), key: Type.String(), NOM: Type.String() }),
})
type Listed = Static<typeof Listed>

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
      const company = await companyName(tx)
      return searchedPage(asked, {
        rows: async (paging) => listed(company, await staffPage(tx, paging)),
        total: () => countStaff(tx),
        wordsOf,
      })
    })
  })
}

const wordsOf = ({ NOM_COMPLET, NOM, MAIL }: Listed): string => `${NOM_COMPLET ?? NOM} ${MAIL ?? ''}`

/** All companies at once: the page is cut after they are put together. */
async function picker(app: FastifyInstance, { q = '', page = 1, limit = 500, ...sort }: Searched) {
  const all = await eachCompany<Listed>(app.db, {
    fn: async (tx, { id, key, NOM }) => listed({ id, key, NOM }, await impersonable(tx, { ...sort, limit: ALL_ROWS })),
  })
  const found = all.filter((row) => holdsWords(wordsOf(row), q))
  return { data: found.slice((page - 1) * limit, page * limit), total: found.length }
}

const listed = (company: CompanyName, rows: readonly StaffAccount[]): Listed[] =>
  rows.map((row) => ({ ...row, company }))
