import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../../../schemas/errors.ts'
import { HEADER } from '../../../schemas/protocol.ts'
import { isApiCall } from '../canonical-path.ts'
import { type Companies, type Company, hostLabel } from './companies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    companies: Companies
  }
  interface FastifyRequest {
    /** The token's company once logged in; before, the one that Company-Key or the host names. Null: none, or an unknown one. */
    company: Company | null
  }
}

/** The text that AUT-06 requires, with its spelling. */
export const ADMIN_ON_COMPANY = "Vous ne pouvez accedez a un sous domaine company en tant qu'utilisateur admin."

const otherCompany = (): AppError => new AppError('UNAUTHORIZED', 'Cette session appartient à une autre entreprise.')

/** What a request names its company by: Company-Key, else the host. */
function namedKey({ headers, host }: FastifyRequest): string | null {
  const header = headers[HEADER.company]
  return typeof header === 'string' && header !== '' ? header : hostLabel(host)
}

/** Sets `request.company`, writes its epoch on every answer, and refuses a request that names two companies. Runs after the session. */
export const tenantPlugin = fp<{ companies: Companies }>(
  async (app: FastifyInstance, { companies }) => {
    app.decorate('companies', companies)
    app.decorateRequest('company', null)

    const named = async (request: FastifyRequest): Promise<Company | null> => {
      const key = namedKey(request)
      return key === null ? null : companies.find(key)
    }

    app.addHook('onRequest', async (request, reply) => {
      if (!isApiCall(request)) return
      const { actor } = request
      const company = await named(request)
      const own = 'companyId' in actor ? await companies.find(actor.companyId) : company
      if ('companyId' in actor) {
        // An unknown host label names no company, because the API may have a host of its own. A key that is given must be right.
        if (own === null || (company !== null && company.id !== own.id)) throw otherCompany()
        if (company === null && request.headers[HEADER.company]) throw otherCompany()
      }
      // Administrators work on the admin domain. Their Company-Key may name a company, the host may not.
      const closed = request.routeOptions.config.access !== undefined && request.routeOptions.config.access !== 'public'
      if (actor.kind === 'admin' && closed) {
        const label = hostLabel(request.host)
        if (label !== null && (await companies.find(label))) throw new AppError('UNAUTHORIZED', ADMIN_ON_COMPANY)
      }
      request.company = own
      if (own) reply.header(HEADER.epoch, own.epoch)
      // HEAL-6: refused before anything of it is done. The epoch tells the device what to do first.
      const follows = request.headers[HEADER.follows]
      if (own && typeof follows === 'string' && follows !== own.epoch)
        throw new AppError(
          'HISTORY_CHANGED',
          'Le serveur a été restauré : cette saisie partira après celles qu’il a perdues.',
        )
    })

    // The company's epoch when the answer is sent: another one may have begun since the request (SERVER-7).
    app.addHook('onSend', async (request, reply) => {
      if (!request.company || reply.getHeader(HEADER.epoch) === undefined) return
      const now = await companies.find(request.company.id).catch(() => null)
      if (now) reply.header(HEADER.epoch, now.epoch)
    })

    // A request that the session refused did not come here. Without an epoch a device would not take the answer as ours, and would try again for ever
    // (PUSH-3, PUSH-4); so in a disabled company, which has ended all sessions.
    app.addHook('onSend', async (request, reply) => {
      if (reply.statusCode !== 401 || !isApiCall(request)) return
      const company = request.company ?? (await named(request))
      const key = namedKey(request)
      const epoch = company?.epoch ?? (key === null ? null : await companies.epochOf(key))
      if (epoch !== null) reply.header(HEADER.epoch, epoch)
    })
  },
  { name: 'tenant', dependencies: ['session'] },
)

const unknownCompany = (): AppError => new AppError('NOT_FOUND', 'Entreprise inconnue.')

/** The company of a request before login. @throws AppError NOT_FOUND */
export function companyOf(request: FastifyRequest): Company {
  if (!request.company) throw unknownCompany()
  return request.company
}

/** Id of the company of a request before login, also when it is disabled or the sub-domain is a former one of it. @throws AppError NOT_FOUND */
export async function reachedCompany(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const key = namedKey(request)
  const id = request.company?.id ?? (key === null ? null : await app.companies.reached(key))
  if (id === null) throw unknownCompany()
  return id
}
