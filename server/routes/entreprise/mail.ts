import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { notFound } from '../../../schemas/errors.ts'
import { COMPANY_DIRECTORS } from '../../actor.ts'
import { readMessage } from '../../messages/message-rows.ts'
import { readSmtp } from '../../repositories/company-services.ts'
import { Status } from '../messages/present-message.ts'
import { nothing, one } from '../shared/answers.ts'
import { forgetSmtp, presentSmtp, SmtpAnswer, SmtpBody, saveSmtp, TestBody, testSmtp } from '../shared/company-smtp.ts'
import { idParams } from '../shared/resource-routes.ts'
import { accountOf } from '../shared/staff-account-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const path = '/entreprise/smtp'
/** Whoever chooses the mail server reads the links by which others choose their password: the director proves first who they are. */
const acts = { access: COMPANY_DIRECTORS, does: 'acts', reauth: true } as const

/** The mail server of a company, for a director of all of it. */
export async function entrepriseMailRoutes(app: FastifyInstance): Promise<void> {
  const response = { 200: one(SmtpAnswer) }
  app.get(
    path,
    {
      config: { access: COMPANY_DIRECTORS, does: 'reads' },
      schema: { summary: 'Serveur de mail de l’entreprise', response },
    },
    async (request) => ({ data: presentSmtp(await app.db.inTenant(staffActor(request).companyId, readSmtp)) }),
  )
  app.put<{ Body: Static<typeof SmtpBody> }>(
    path,
    { config: acts, schema: { summary: 'Change le serveur de mail de l’entreprise', body: SmtpBody, response } },
    async (request) => ({
      data: await saveSmtp(app, request, { id: staffActor(request).companyId, body: request.body }),
    }),
  )
  app.delete(
    path,
    { config: acts, schema: { summary: 'Revient au serveur de mail de la plateforme', response: { 204: nothing } } },
    async (request, reply) => {
      await forgetSmtp(app, request, staffActor(request).companyId)
      return reply.status(204).send()
    },
  )
  app.post<{ Body: Static<typeof TestBody> }>(
    `${path}/test`,
    {
      config: { access: COMPANY_DIRECTORS, does: 'acts', rateLimit: { max: 10, timeWindow: 60_000 } },
      schema: {
        summary: 'Envoie un mail d’essai par le serveur de l’entreprise',
        body: TestBody,
        response: { 200: one(Type.Object({ message_id: Type.String() })) },
      },
    },
    async (request) => ({
      data: await testSmtp(app, request, { id: staffActor(request).companyId, to: request.body.MAIL }),
    }),
  )
  const Outcome = Type.Object({ status: Status, error: Type.Union([Type.String(), Type.Null()]) })
  app.get<{ Params: { id: string } }>(
    `${path}/test/:id`,
    {
      config: { access: COMPANY_DIRECTORS, does: 'reads' },
      schema: { summary: 'Où en est un mail d’essai', params: idParams(), response: { 200: one(Outcome) } },
    },
    async (request) => {
      const message = await app.db.inTenant(staffActor(request).companyId, (tx) => readMessage(tx, request.params.id))
      // Other messages are not a director's to read: only the test that they sent.
      if (!message || message.resource !== null || message.created_by !== accountOf(request)) throw notFound()
      return { data: { status: message.status, error: message.error } }
    },
  )
}
