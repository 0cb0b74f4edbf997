import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { notFound, validationError } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { BASE } from '../../../schemas/protocol.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { endAllSessions } from '../../accounts/end-sessions.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import {
  assertSettings,
  CompanyAnswer,
  CompanyPatch,
  MASK,
  NewCompany,
  SETTINGS,
  type Settings,
} from '../../companies/settings.ts'
import { addStarters } from '../../companies/starter.ts'
import { assertProven } from '../../plugins/session/reauth-gate.ts'
import {
  actFor,
  companyPage,
  countCompanies,
  disableCompany,
  insertCompany,
  readCompany,
  updateCompany,
} from '../../repositories/companies.ts'
import type { Secrets } from '../../secrets.ts'
import { assertUnchanged, Seen } from '../../writes/changed-meanwhile.ts'
import { once } from '../../writes/once.ts'
import { nothing, one } from '../shared/answers.ts'
import { idSchema } from './admin-request.ts'
import { paged, pagingQuery, type Searched, searchedPage, searchQuery } from './paging.ts'

const PATH = '/admin/company'
const params = Type.Object({ id: idSchema })
const reads = { access: ADMIN, does: 'reads' } as const
const acts = { access: ADMIN, does: 'acts' } as const
/** By the unique index that is broken: another company's sub-domain, or one that it had before (migration 0052). */
const TAKEN: Record<string, string> = {
  company_key_key: 'Ce sous-domaine est déjà pris',
  company_subdomain_pkey:
    'Ce sous-domaine a été celui d’une autre entreprise, et ses liens de paiement y mènent encore',
}

/** Answers a sub-domain of another company by its field. */
function takenKey(error: unknown): never {
  const { constraint } = error as { constraint?: string }
  const said = constraint === undefined ? undefined : TAKEN[constraint]
  if (said !== undefined) throw validationError({ key: [said] })
  throw error
}

/** Companies, for administrators. Destroying one disables it: its rows stay, and nobody can log in. */
export async function adminCompanyRoutes(app: FastifyInstance): Promise<void> {
  readRoutes(app)
  storeRoute(app)
  changeRoutes(app)
}

/** A company as administrators see it: a secret is shown as a mask, never its value. */
const present = (row: Values): Values => ({ ...row, CLE_LOLA: row.CLE_LOLA === null ? null : MASK })

function readRoutes(app: FastifyInstance): void {
  const querystring = Type.Object({
    ...pagingQuery(['id', 'key', 'NOM', 'VILLE', 'FUSEAU', 'disabled']),
    ...searchQuery,
  })
  const index = { summary: 'Entreprises', querystring, response: { 200: paged(CompanyAnswer) } }
  app.get(PATH, { config: reads, schema: index }, (request) =>
    app.db.transaction({ platform: true }, (tx) =>
      searchedPage(request.query as Searched, {
        rows: async (paging) => (await companyPage(tx, SETTINGS, paging)).map(present),
        total: () => countCompanies(tx),
        wordsOf: ({ NOM, key, VILLE }) => `${NOM} ${key} ${VILLE ?? ''}`,
      }),
    ),
  )

  const show = { summary: 'Une entreprise', params, response: { 200: one(CompanyAnswer) } }
  app.get<{ Params: { id: string } }>(`${PATH}/:id`, { config: reads, schema: show }, async (request) => {
    const row = await app.db.inTenant(request.params.id, (tx) => readCompany(tx, SETTINGS))
    if (!row) throw notFound()
    return { data: present(row) }
  })
}

function storeRoute(app: FastifyInstance): void {
  const schema = { summary: 'Crée une entreprise', body: NewCompany, response: { 201: one(CompanyAnswer) } }
  app.post<{ Body: Settings }>(PATH, { config: acts, schema }, async (request, reply) => {
    assertSettings(request.body)
    if (givesKey(request.body)) assertProven(request)
    const id = uuidv7()
    const row = await app.db
      .transaction({ platform: true }, (tx) =>
        once(tx, request, async () => {
          // The company's own scope from here on; the call's idempotency key belongs to the platform, because the company did not exist yet.
          await actFor(tx, id)
          await insertCompany(tx, id, stored(app.secrets, request.body))
          await addStarters(tx)
          await audit(tx, request, { action: 'company.created', target: `company:${id}` })
          const made = present((await readCompany(tx, SETTINGS)) as Values)
          await actFor(tx, '')
          return made
        }),
      )
      .catch(takenKey)
    app.companies.forget()
    return reply.status(201).send({ data: row })
  })
}

function changeRoutes(app: FastifyInstance): void {
  const schema = {
    summary: 'Modifie une entreprise',
    params,
    body: Type.Object({ ...CompanyPatch.properties, [BASE]: Seen }, { additionalProperties: false }),
    response: { 200: one(CompanyAnswer) },
  }
  app.put<{ Params: { id: string }; Body: Settings }>(`${PATH}/:id`, { config: acts, schema }, async (request) => {
    const { [BASE]: base, ...patch } = request.body
    assertSettings(patch)
    if (givesKey(patch)) assertProven(request)
    const { id } = request.params
    const row = await app.db
      .inTenant(id, async (tx) => {
        const before = await readCompany(tx, SETTINGS, true)
        if (!before) throw notFound()
        return once(tx, request, async () => {
          assertUnchanged(present(before), patch, base as Values | undefined)
          const values = stored(app.secrets, patch)
          await updateCompany(tx, id, values)
          if (patch.disabled === true) await endAllSessions(tx)
          const details = { fields: Object.keys(values) }
          await audit(tx, request, { action: 'company.updated', target: `company:${id}`, details })
          return present((await readCompany(tx, SETTINGS)) as Values)
        })
      })
      .catch(takenKey)
    app.companies.forget()
    if (patch.disabled === true) await app.sessions.forget(`company:${id}`)
    return { data: row }
  })

  const destroy = { summary: 'Désactive une entreprise', params, response: { 204: nothing } }
  app.delete<{ Params: { id: string } }>(`${PATH}/:id`, { config: acts, schema: destroy }, async (request, reply) => {
    const { id } = request.params
    await app.db.inTenant(id, async (tx) => {
      if (!(await disableCompany(tx, id))) throw notFound()
      await endAllSessions(tx)
      await audit(tx, request, { action: 'company.disabled', target: `company:${id}` })
    })
    app.companies.forget()
    await app.sessions.forget(`company:${id}`)
    return reply.status(204).send()
  })
}

/** Whoever knows the key that signs links logs in as anybody of the company, and no trail names them. */
const givesKey = ({ CLE_LOLA }: Settings): boolean => CLE_LOLA !== undefined && CLE_LOLA !== null && CLE_LOLA !== MASK

/** The body as the row stores it: the secret sealed, or left unchanged when its mask was sent back. */
function stored(secrets: Secrets, body: Settings): Values {
  const { CLE_LOLA, ...values } = body
  if (CLE_LOLA === undefined || CLE_LOLA === MASK) return values
  return { ...values, CLE_LOLA: typeof CLE_LOLA === 'string' && CLE_LOLA !== '' ? secrets.seal(CLE_LOLA) : null }
}
