import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { ADMIN } from '../../actor.ts'
import { readSmtp, smtpRows } from '../../repositories/company-services.ts'
import { many, nothing, one } from '../shared/answers.ts'
import {
  forgetSmtp,
  presentSmtp,
  SmtpAnswer,
  SmtpBody,
  saveSmtp,
  smtpProperties,
  TestBody,
  testSmtp,
} from '../shared/company-smtp.ts'
import { companyNamed, companyQuery, knownCompany, unknownCompany } from '../shared/named-company.ts'
import { idParams } from '../shared/resource-routes.ts'

const NewSmtp = Type.Object(
  { company_id: Type.Optional(Type.String({ maxLength: 64 })), ...smtpProperties },
  { additionalProperties: false },
)

/** As for the company's directors (routes/entreprise/mail.ts): whoever chooses the server reads the links by which others choose their password. */
const acts = { access: ADMIN, does: 'acts', reauth: true } as const

/** A company's own mail server (API-03), one for each company: its id is the company's. The password can be written, never read. */
export async function smtpRoutes(app: FastifyInstance): Promise<void> {
  const known = async (id: string): Promise<string> => {
    // An id only: a key names no mail server.
    if ((await knownCompany(app, id)) !== id) throw unknownCompany()
    return id
  }

  const save = async (request: FastifyRequest, id: string, body: Static<typeof SmtpBody>) => ({
    data: await saveSmtp(app, request, { id: await known(id), body }),
  })

  app.get(
    '/admin/smtp',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: 'Serveurs de mail des entreprises', response: { 200: many(SmtpAnswer) } },
    },
    async () => {
      const rows = await app.db.transaction({ platform: true }, smtpRows)
      return { data: rows.map(presentSmtp) }
    },
  )

  const at = { params: idParams() }
  app.get<{ Params: { id: string } }>(
    '/admin/smtp/:id',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: "Serveur de mail d'une entreprise", ...at, response: { 200: one(SmtpAnswer) } },
    },
    async (request) => ({ data: presentSmtp(await app.db.inTenant(await known(request.params.id), readSmtp)) }),
  )

  app.post<{ Body: Static<typeof NewSmtp> }>(
    '/admin/smtp',
    {
      config: acts,
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
      config: acts,
      schema: { summary: 'Changer le serveur de mail', ...at, body: SmtpBody, response: { 200: one(SmtpAnswer) } },
    },
    (request) => save(request, request.params.id, request.body),
  )

  app.delete<{ Params: { id: string } }>(
    '/admin/smtp/:id',
    {
      config: acts,
      schema: { summary: 'Revenir au serveur de mail de la plateforme', ...at, response: { 204: nothing } },
    },
    async (request, reply) => {
      await forgetSmtp(app, request, await known(request.params.id))
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
      const id = await companyNamed(app, request)
      return { data: await testSmtp(app, request, { id, to: request.body.MAIL }) }
    },
  )
}
