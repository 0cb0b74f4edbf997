import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError, notFound, validationError } from '../../../schemas/errors.ts'
import { eachCompany } from '../../accounts/each-company.ts'
import { staffAccount } from '../../accounts/staff-accounts.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { clientAccount } from '../../repositories/clients.ts'
import { adminOf, idSchema, suspended } from '../admin/admin-request.ts'
import { openedBy, openSession, tokenAnswer } from '../auth/token-answer.ts'

const WhichCompany = Type.Object({ company_id: Type.Optional(idSchema) }, { additionalProperties: false })
/** The contract's call has no body at all. */
const body = Type.Optional(Type.Union([WhichCompany, Type.Null()]))

const MAX_MS = 8 * 3_600_000

interface Target {
  companyId: string
  mayLogIn: boolean
}

/** An administrator acts as a member of the staff or as a customer (AUT-07): a separate session, which names its author. */
export async function impersonationRoutes(app: FastifyInstance): Promise<void> {
  route(app, { kind: 'personnel', param: 'personnel_id', path: 'impersonate', find: staffAccount, who: 'le personnel' })
  route(app, { kind: 'client', param: 'client_id', path: 'impersonate_client', find: clientAccount, who: 'le client' })
}

interface Spec {
  kind: 'personnel' | 'client'
  path: string
  param: string
  who: string
  /** At most one answer: the account, in the transaction's company. */
  find: (tx: Tx, id: string) => Promise<{ mayLogIn: boolean }[]>
}

function route(app: FastifyInstance, { kind, path, param, who, find }: Spec): void {
  const schema = {
    summary: `Prend la place de quelqu'un : ${who}`,
    params: Type.Object({ [param]: idSchema }),
    querystring: Type.Object({ company_id: Type.Optional(idSchema) }),
    body,
    response: { 200: tokenAnswer },
  }
  app.post(
    `/admin/${path}/:${param}`,
    { config: { access: ADMIN, does: 'acts', reauth: true }, schema },
    async (request) => {
      const admin = adminOf(request)
      const accountId = (request.params as Record<string, string>)[param] as string
      const only = companyGiven(request)
      const targets = await eachCompany<Target>(app.db, {
        only,
        // One that is named is refused with the reason.
        suspended: only !== undefined,
        fn: async (tx, { id: companyId, disabled }) => {
          if (disabled) throw suspended()
          return (await find(tx, accountId)).map((one) => ({ companyId, ...one }))
        },
      })
      const [target, second] = targets
      if (!target) throw notFound()
      if (second)
        throw validationError({ company_id: ['Plusieurs entreprises ont cet identifiant : précisez laquelle'] })
      if (!target.mayLogIn) throw new AppError('UNAUTHORIZED', "Ce compte n'a pas le droit de se connecter.")
      const until = Math.min(Date.now() + MAX_MS, Date.parse(admin.expiresAt))
      return openSession(
        app.sessions,
        {
          kind,
          accountId,
          companyId: target.companyId,
          ...openedBy(request),
          impersonator: admin.account,
          parentHash: admin.tokenHash,
          expiresAt: new Date(until).toISOString(),
        },
        (tx) => audit(tx, request, { action: 'impersonation.started', target: `${kind}:${accountId}` }),
      )
    },
  )
}

const companyGiven = ({ query, body: given }: FastifyRequest): string | undefined =>
  (given as { company_id?: string } | null | undefined)?.company_id ?? (query as { company_id?: string }).company_id
