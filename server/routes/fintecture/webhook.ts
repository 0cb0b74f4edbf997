import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { PUBLIC } from '../../actor.ts'
import { type AuditEntry, audit } from '../../audit/audit.ts'
import { readAccountOf } from '../../payments/accounts.ts'
import { applySession, paymentOfSession } from '../../payments/apply-session.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { reachedCompany } from '../../plugins/tenant/tenant.ts'
import { PaymentProviderError } from '../../ports/payments/payments.ts'
import { companyZone } from '../../repositories/companies.ts'
import { one } from '../shared/answers.ts'

const Received = Type.Object({ received: Type.Literal(true) })
const RECEIVED = { data: { received: true } } as const
const BODY_LIMIT = 16 * 1024

/**
 * Calls of the payment provider, at `https://<company>.…/api/fintecture/webhook`. The server trusts only that something happened to a session, and asks the
 * provider what happened. Money that was paid is recorded while the company is suspended too, at the address that it had when the link was made, and
 * of the account that it had then.
 */
export async function fintectureWebhookRoutes(app: FastifyInstance): Promise<void> {
  // The digest is computed over the bytes as they arrived.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  )

  app.post(
    '/fintecture/webhook',
    {
      config: { access: PUBLIC, rateLimit: { max: 300, timeWindow: 60_000 }, does: 'acts' },
      bodyLimit: BODY_LIMIT,
      schema: { summary: 'Événement du service de paiement', response: { 200: one(Received) } },
    },
    async (request) => {
      const companyId = await reachedCompany(app, request)
      const application = app.ports.payments.applicationOf(request.headers)
      const { account, zone } = await app.db.inTenant(companyId, async (tx) => ({
        account: application === null ? null : await readAccountOf(tx, app.secrets, application),
        zone: await companyZone(tx),
      }))
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const session = account && app.ports.payments.sessionOfWebhook(account, { headers: request.headers, body })
      if (!account || session === null) throw new AppError('UNAUTHENTICATED', "La signature de l'événement est fausse.")
      // Not ours (another application of the same account): nothing to report, nothing to do.
      if (!(await app.db.inTenant(companyId, (tx) => paymentOfSession(tx, session)))) return RECEIVED
      const said = await app.ports.payments.readSession(account, session).catch((error: unknown) => {
        if (!(error instanceof PaymentProviderError)) throw error
        // The provider sends an event again when it was not accepted.
        throw new AppError('UNAVAILABLE', error.message, { cause: error })
      })
      const trail = (tx: Tx, entry: AuditEntry): Promise<void> => audit(tx, request, entry)
      if (said) await applySession({ app, companyId, zone, trail }, { session, said })
      return RECEIVED
    },
  )
}
