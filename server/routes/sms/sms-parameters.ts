import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { validationError } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { messages } from '../../../schemas/messages.ts'
import { SMS_SENDER } from '../../../schemas/rules/company-services.ts'
import { isFrenchMobile } from '../../../schemas/rules/french-mobile.ts'
import { phoneDigits } from '../../../schemas/search.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { companyName } from '../../repositories/companies.ts'
import { readSms, writeSms } from '../../repositories/company-services.ts'
import { once } from '../../writes/once.ts'
import { one } from '../shared/answers.ts'
import { knownCompany } from '../shared/named-company.ts'

const company_id = Type.Optional(Type.String({ pattern: ID_PATTERN, maxLength: 64 }))
const nullable = (pattern: string, maxLength: number) => Type.Union([Type.String({ pattern, maxLength }), Type.Null()])

/** Left out: unchanged. Null: the platform's. */
const Body = Type.Object(
  {
    company_id,
    SMS_EXPEDITEUR: Type.Optional(nullable(SMS_SENDER, 11)),
    /** Key of the company's own account at the provider. */
    SMS_CLE: Type.Optional(nullable('^[\\x21-\\x7e]+$', 300)),
  },
  { additionalProperties: false },
)

const TestBody = Type.Object(
  { company_id, PORTABLE: Type.String({ minLength: 1, maxLength: 30 }) },
  { additionalProperties: false },
)

const MASK = '********'
const Answer = Type.Object({
  company_id: Type.String(),
  SMS_EXPEDITEUR: Type.Union([Type.String(), Type.Null()]),
  SMS_CLE: Type.Union([Type.Literal(MASK), Type.Null()]),
  /** `outbox`: no provider, messages are only recorded. */
  fournisseur: Type.Union([Type.Literal('brevo'), Type.Literal('outbox')]),
})

/** GET and POST /sms/parameters: the sender and the account of a company's SMS, and a test (SET-07). Secrets can be written, never read. */
export async function smsParametersRoutes(app: FastifyInstance): Promise<void> {
  const companyFor = async (request: FastifyRequest, asked: string | undefined): Promise<string> => {
    const named = asked ?? request.company?.id
    if (named === undefined) throw validationError({ company_id: [messages.required] })
    return knownCompany(app, named)
  }

  const read = (companyId: string): Promise<Static<typeof Answer>> =>
    app.db.inTenant(companyId, async (trx) => {
      const row = await readSms(trx, companyId)
      return {
        company_id: companyId,
        SMS_EXPEDITEUR: row.SMS_EXPEDITEUR,
        SMS_CLE: row.SMS_CLE === null ? null : MASK,
        fournisseur: app.ports.sms.providerOf(row),
      }
    })

  const response = { 200: one(Answer) }
  app.get<{ Querystring: { company_id?: string } }>(
    '/sms/parameters',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: {
        summary: 'Réglages SMS d’une entreprise',
        querystring: Type.Object({ company_id }),
        response,
      },
    },
    async (request) => ({ data: await read(await companyFor(request, request.query.company_id)) }),
  )

  app.post<{ Body: Static<typeof Body>; Querystring: { company_id?: string } }>(
    '/sms/parameters',
    {
      // The provider's account shows the codes by which others enter.
      config: { access: ADMIN, does: 'acts', reauth: true },
      schema: {
        summary: 'Modifie les réglages SMS d’une entreprise',
        body: Body,
        querystring: Type.Object({ company_id }),
        response,
      },
    },
    async (request) => {
      const { company_id: inBody, SMS_EXPEDITEUR, SMS_CLE } = request.body
      const companyId = await companyFor(request, inBody ?? request.query.company_id)
      // A form sends back the mask that it was shown: it is no key.
      const key = SMS_CLE === MASK ? undefined : SMS_CLE
      const changes = {
        ...(SMS_EXPEDITEUR === undefined ? {} : { SMS_EXPEDITEUR }),
        ...(key === undefined ? {} : { SMS_CLE: key === null ? null : app.secrets.seal(key) }),
      }
      await app.db.inTenant(companyId, (trx) =>
        once(trx, request, async () => {
          if (Object.keys(changes).length > 0) await writeSms(trx, companyId, changes)
          const details = { changed: Object.keys(changes) }
          await audit(trx, request, { action: 'sms.updated', target: `company:${companyId}`, details })
          return null
        }),
      )
      app.companies.forget()
      return { data: await read(companyId) }
    },
  )

  app.post<{ Body: Static<typeof TestBody>; Querystring: { company_id?: string } }>(
    '/sms/test',
    {
      config: { access: ADMIN, rateLimit: { max: 10, timeWindow: 60_000 }, does: 'acts' },
      schema: {
        summary: 'Envoie un SMS d’essai avec les réglages d’une entreprise',
        body: TestBody,
        querystring: Type.Object({ company_id }),
        response: { 200: one(Type.Object({ message_id: Type.String() })) },
      },
    },
    async (request) => {
      const companyId = await companyFor(request, request.body.company_id ?? request.query.company_id)
      const recipient = phoneDigits(request.body.PORTABLE)
      if (!isFrenchMobile(recipient)) throw validationError({ PORTABLE: ["Ce numéro n'est pas un mobile français."] })
      const by = request.actor.kind === 'anonymous' ? {} : { by: request.actor.account }
      const data = await app.db.inTenant(companyId, (trx) =>
        once(trx, request, async () => {
          const { NOM } = await companyName(trx)
          const text = `SMS d'essai de ${NOM}.`
          const message_id = await enqueueMessage(trx, {
            channel: 'sms',
            key: `sms-test:${uuidv7()}`,
            recipient,
            payload: { text },
            ...by,
          })
          await audit(trx, request, { action: 'sms.tested', target: `company:${companyId}` })
          return { message_id }
        }),
      )
      app.messages.wake(companyId)
      return { data }
    },
  )
}
