import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { today } from '../../../schemas/dates.ts'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { isLinkable, isPublicDevis, OTHER_SIGNED } from '../../../schemas/rules/devis.ts'
import { PUBLIC, STAFF } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { readReachedBy } from '../../contacts/reached-by.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { seesRow } from '../../policies/visibility.ts'
import { readRow } from '../../repositories/rows.ts'
import { isOtherSigned } from '../../repositories/signed-devis.ts'
import { isProjectStopped } from '../../repositories/stopped-project.ts'
import { deviceOf, openSession, tokenAnswer } from '../../routes/auth/token-answer.ts'
import { one } from '../../routes/shared/answers.ts'
import { assertReads, idParams } from '../../routes/shared/resource-routes.ts'
import { staffActor } from '../../routes/shared/staff-request.ts'
import type { Devis } from '../presenters/devis.ts'
import { publicToken, publicUrl, quoteOfToken } from '../public-link.ts'

const LoginBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false })
const Link = Type.Object({ token: Type.String(), url: Type.String() }, { additionalProperties: false })

/** A link stays in mails and in browser histories: its holder may open it again after this. */
const LINK_SESSION_MS = 24 * 3_600_000

const TRIES = { max: 30, timeWindow: 60_000 }

/** The public link to one quote: the staff get it; its holder reads that quote while it waits for an answer. */
export async function publicLinkRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string } }>(
    '/devis/:id/public_link',
    {
      config: { access: STAFF, does: 'acts' },
      schema: { summary: 'Lien public d’un devis transmis', params: idParams(), response: { 200: one(Link) } },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'devis')
      const { id } = request.params
      const { row, other, stopped, contact } = await app.db.inTenant(actor.companyId, async (tx) => {
        const row = await readRow(tx, { resource: 'devis', id })
        return {
          row,
          other: await isOtherSigned(tx, id),
          stopped: await isProjectStopped(tx, id),
          contact: await readReachedBy(tx, String(row?.record.IDCLIENT)),
        }
      })
      if (!row || row.deleted || !seesRow(actor.staff, 'devis', row)) throw notFound()
      const quote = row.record as unknown as Devis
      if (!isPublicDevis(quote)) {
        throw new AppError('CONFLICT', 'Seul un devis transmis, ni signé ni refusé, a un lien public.')
      }
      if (stopped)
        throw new AppError('CONFLICT', 'Ce projet est arrêté : rouvrez-le pour proposer de nouveau ce devis.')
      if (other) throw new AppError('CONFLICT', `${OTHER_SIGNED} Transmettez celui-ci de nouveau pour le proposer.`)
      if (!isLinkable(quote, today(companyOf(request).FUSEAU))) {
        throw new AppError(
          'CONFLICT',
          "Ce devis n'est plus valable : prolongez sa validité, son lien s'ouvrira de nouveau.",
        )
      }
      // Whoever has it may send it by any way: it ends with a change of either, not with a first one.
      const linked = { ...quote, sentTo: { staff: contact } }
      const token = publicToken(app.secrets, actor.companyId, linked)
      return { data: { token, url: publicUrl(app, companyOf(request), linked) } }
    },
  )

  app.post<{ Body: Static<typeof LoginBody> }>(
    '/space/login_public',
    {
      config: { access: PUBLIC, rateLimit: TRIES, does: 'acts' },
      schema: { summary: 'Ouvre un devis par son lien public', body: LoginBody, response: { 200: tokenAnswer } },
    },
    async (request) => {
      const company = companyOf(request)
      const { token } = request.body
      const quote = await app.db.inTenant(company.id, (tx) =>
        quoteOfToken(tx, app.secrets, { companyId: company.id, token, day: today(company.FUSEAU) }),
      )
      if (!quote) throw notFound()
      const target = `devis:${quote.IDDEVIS}`
      const session = {
        kind: 'client',
        accountId: quote.IDCLIENT,
        companyId: company.id,
        deviceId: deviceOf(request),
        limitedTo: target,
        expiresAt: new Date(Date.now() + LINK_SESSION_MS).toISOString(),
      } as const
      return openSession(app.sessions, session, (tx) => audit(tx, request, { action: 'login.public_link', target }))
    },
  )
}
