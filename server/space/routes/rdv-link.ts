import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { ConfirmRdv, LinkedRdv, OpenRdv, OtherTime } from '../../../schemas/space/rdv-link.ts'
import { PUBLIC } from '../../actor.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { one } from '../../routes/shared/answers.ts'
import { askOtherTime, confirmRdv, openRdv } from '../commands/answer-rdv.ts'

const TRIES = { max: 30, timeWindow: 60_000 }
const config = { access: PUBLIC, rateLimit: TRIES, does: 'acts' } as const
const response = { 200: one(LinkedRdv) }

/** One appointment by the link of a message (DAY-09). Each call is a POST, because mail programs open links by themselves; and only the two answers answer. */
export async function rdvLinkRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof OpenRdv> }>(
    '/space/rdv_link',
    { config, schema: { summary: 'Le rendez-vous d’un lien, sans y répondre', body: OpenRdv, response } },
    async (request) => ({
      data: await openRdv({ app, request, company: companyOf(request), token: request.body.token }),
    }),
  )

  app.post<{ Body: Static<typeof ConfirmRdv> }>(
    '/space/rdv_link/confirm',
    { config, schema: { summary: 'Le client confirme le rendez-vous de son lien', body: ConfirmRdv, response } },
    async (request) => {
      const { token, RDV_DEBUT } = request.body
      return { data: await confirmRdv({ app, request, company: companyOf(request), token }, RDV_DEBUT) }
    },
  )

  app.post<{ Body: OtherTime }>(
    '/space/rdv_link/other',
    {
      config,
      schema: {
        summary: 'Le client demande un autre moment pour le rendez-vous de son lien',
        body: OtherTime,
        response,
      },
    },
    async (request) => {
      const { body } = request
      return { data: await askOtherTime({ app, request, company: companyOf(request), token: body.token }, body) }
    },
  )
}
