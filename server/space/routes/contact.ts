import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { PUBLIC } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { answerChange, longestBlock, readContactHistories } from '../../contacts/contact-changes.ts'
import { changeOfToken } from '../../contacts/contact-link.ts'
import { keptRecord } from '../../merges/alias.ts'
import { contactEvent } from '../../notices/contact-event.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { one } from '../../routes/shared/answers.ts'
import { serviceWrite } from '../../writes/service-write.ts'

const Body = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200 }),
    /** `confirme`: the customer made the change. `conteste`: they did not. */
    reponse: Type.Union([Type.Literal('confirme'), Type.Literal('conteste')]),
  },
  { additionalProperties: false },
)
const Answered = Type.Object(
  {
    reponse: Body.properties.reponse,
    /** Of a denial: whether signing by code is blocked now. It is not where the former contact is restored already, or the company has lifted it. */
    suspendue: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const TRIES = { max: 30, timeWindow: 60_000 }

/** The answer, from an old number or address, to a change of the customer's contact. It is a POST, because mail programs open links by themselves. */
export async function spaceContactRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof Body> }>(
    '/space/contact',
    {
      config: { access: PUBLIC, rateLimit: TRIES, does: 'acts' },
      schema: {
        summary: 'Confirme ou conteste un changement de coordonnées, depuis l’ancien contact',
        body: Body,
        response: { 200: one(Answered) },
      },
    },
    async (request) => {
      const company = companyOf(request)
      const { token, reponse } = request.body
      const id = changeOfToken(app.secrets, company.id, token)
      if (id === null) throw notFound()
      const { answer, suspendue } = await serviceWrite(app, company.id, async ({ tx, tell }) => {
        const answered = await answerChange(tx, id, reponse)
        const kept = answered.client === null ? null : await keptRecord(tx, answered.client)
        const block = kept === null ? null : longestBlock(await readContactHistories(tx, kept), new Date())
        if (kept !== null && answered.isNew) {
          await audit(tx, request, {
            action: reponse === 'confirme' ? 'client.contact_confirmed' : 'client.contact_contested',
            target: `client:${answered.client}`,
          })
          // Perhaps somebody writes their own number into clients' records: the company is to know it now, and its customer waits for it.
          const what = block === null ? 'restored' : 'denied'
          const event = reponse === 'conteste' ? await contactEvent(tx, kept, what) : null
          if (event) tell(event)
        }
        return { answer: answered.answer, suspendue: block !== null }
      })
      if (answer === null) throw notFound()
      if (answer !== reponse)
        throw new AppError('CONFLICT', 'Vous avez déjà répondu autrement : contactez votre agence.')
      return { data: reponse === 'conteste' ? { reponse, suspendue } : { reponse } }
    },
  )
}
