import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import { personnel } from '../../../schemas/entities/personnel.ts'
import { AppError, validationError } from '../../../schemas/errors.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { messages } from '../../../schemas/validate.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import {
  readSmtp,
  removeSmtp,
  type Smtp,
  type SmtpRow,
  smtpRows,
  writeSmtp,
} from '../../repositories/company-services.ts'
import { once } from '../../writes/once.ts'
import { many, nothing, one } from '../shared/answers.ts'
import { companyNamed, companyQuery } from '../shared/named-company.ts'
import { idParams } from '../shared/resource-routes.ts'

const mail = personnel.fields.MAIL.schema
const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

const properties = {
  host: Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  secure: Type.Boolean(),
  user: nullable(Type.String({ maxLength: 254 })),
  /** Left out: the stored one is kept. */
  password: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  MAIL_EXPEDITEUR: Type.Optional(nullable(mail)),
}
const SmtpBody = Type.Object(properties, { additionalProperties: false })
const NewSmtp = Type.Object(
  { company_id: Type.Optional(Type.String({ maxLength: 64 })), ...properties },
  { additionalProperties: false },
)
const TestBody = Type.Object({ MAIL: mail }, { additionalProperties: false })

const MASK = '********'
const SmtpAnswer = Type.Object({
  id: Type.String(),
  NOM: Type.String(),
  host: nullable(Type.String()),
  port: nullable(Type.Integer()),
  secure: nullable(Type.Boolean()),
  user: nullable(Type.String()),
  password: nullable(Type.Literal(MASK)),
  MAIL_EXPEDITEUR: nullable(Type.String()),
})

const present = ({ id, NOM, SMTP, MAIL_EXPEDITEUR }: SmtpRow): Static<typeof SmtpAnswer> => ({
  id,
  NOM,
  host: SMTP?.host ?? null,
  port: SMTP?.port ?? null,
  secure: SMTP?.secure ?? null,
  user: SMTP?.user ?? null,
  password: SMTP?.password ? MASK : null,
  MAIL_EXPEDITEUR,
})

/** A company's own mail server (API-03), one for each company: its id is the company's. The password can be written, never read. */
export async function smtpRoutes(app: FastifyInstance): Promise<void> {
  const known = async (id: string): Promise<string> => {
    const company = await app.companies.find(id)
    if (!company || company.id !== id) throw new AppError('NOT_FOUND', 'Entreprise inconnue.')
    return id
  }

  const save = async (request: FastifyRequest, id: string, body: Static<typeof SmtpBody>) => {
    const data = await app.db.inTenant(await known(id), (trx) =>
      once(trx, request, async () => {
        const before = await readSmtp(trx)
        const { MAIL_EXPEDITEUR, password, ...server } = body
        // A form sends back the mask that it was shown: it is no password.
        const kept = password === undefined || password === MASK
        // A stored password belongs to the server for which it was given: it is not sent to another host that somebody enters later.
        if (kept && before.SMTP?.password && before.SMTP.host !== server.host) {
          throw validationError({ password: [messages.required] })
        }
        const sealed = password ? app.secrets.seal(password) : null
        const SMTP: Smtp = { ...server, password: kept ? (before.SMTP?.password ?? null) : sealed }
        await writeSmtp(trx, {
          SMTP,
          MAIL_EXPEDITEUR: MAIL_EXPEDITEUR === undefined ? before.MAIL_EXPEDITEUR : MAIL_EXPEDITEUR,
        })
        await audit(trx, request, { action: 'smtp.updated', target: `company:${id}`, details: { host: server.host } })
        return present(await readSmtp(trx))
      }),
    )
    app.companies.forget()
    return { data }
  }

  app.get(
    '/admin/smtp',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: 'Serveurs de mail des entreprises', response: { 200: many(SmtpAnswer) } },
    },
    async () => {
      const rows = await app.db.transaction({ platform: true }, smtpRows)
      return { data: rows.map(present) }
    },
  )

  const at = { params: idParams() }
  app.get<{ Params: { id: string } }>(
    '/admin/smtp/:id',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: "Serveur de mail d'une entreprise", ...at, response: { 200: one(SmtpAnswer) } },
    },
    async (request) => ({ data: present(await app.db.inTenant(await known(request.params.id), readSmtp)) }),
  )

  app.post<{ Body: Static<typeof NewSmtp> }>(
    '/admin/smtp',
    {
      config: { access: ADMIN, does: 'acts' },
      schema: {
        summary: 'Donner un serveur de mail à une entreprise',
        querystring: Type.Object(companyQuery),
        body: NewSmtp,
        response: { 201: one(SmtpAnswer) },
      },
    },
    async (request, reply) => {
      const { company_id, ...body } = request.body
      return reply.status(201).send(await save(request, company_id ?? (await companyNamed(app, request)), body))
    },
  )

  app.put<{ Params: { id: string }; Body: Static<typeof SmtpBody> }>(
    '/admin/smtp/:id',
    {
      config: { access: ADMIN, does: 'acts' },
      schema: { summary: 'Changer le serveur de mail', ...at, body: SmtpBody, response: { 200: one(SmtpAnswer) } },
    },
    (request) => save(request, request.params.id, request.body),
  )

  app.delete<{ Params: { id: string } }>(
    '/admin/smtp/:id',
    {
      config: { access: ADMIN, does: 'acts' },
      schema: { summary: 'Revenir au serveur de mail de la plateforme', ...at, response: { 204: nothing } },
    },
    async (request, reply) => {
      const { id } = request.params
      await app.db.inTenant(await known(id), async (trx) => {
        await removeSmtp(trx)
        await audit(trx, request, { action: 'smtp.deleted', target: `company:${id}` })
      })
      app.companies.forget()
      return reply.status(204).send()
    },
  )

  app.post<{ Body: Static<typeof TestBody> }>(
    '/admin/smtp/test',
    {
      config: { access: ADMIN, rateLimit: { max: 10, timeWindow: 60_000 }, does: 'acts' },
      schema: {
        summary: "Envoyer un mail d'essai par le serveur d'une entreprise",
        querystring: Type.Object(companyQuery),
        body: TestBody,
        response: { 200: one(Type.Object({ message_id: Type.String() })) },
      },
    },
    async (request) => {
      const companyId = await companyNamed(app, request)
      const by = request.actor.kind === 'anonymous' ? {} : { by: request.actor.account }
      const data = await app.db.inTenant(companyId, (trx) =>
        once(trx, request, async () => {
          const { NOM } = await readSmtp(trx)
          const message_id = await enqueueMessage(trx, {
            channel: 'mail',
            key: `smtp-test:${uuidv7()}`,
            recipient: request.body.MAIL,
            payload: { subject: `Mail d'essai de ${NOM}`, text: `Ce mail est parti par le serveur de mail de ${NOM}.` },
            ...by,
          })
          await audit(trx, request, { action: 'smtp.tested', target: `company:${companyId}` })
          return { message_id }
        }),
      )
      app.messages.wake(companyId)
      return { data }
    },
  )
}
