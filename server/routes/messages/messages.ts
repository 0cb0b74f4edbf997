import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { scopeOf } from '../../messages/claim.ts'
import {
  companyOfMessage,
  deadLetters,
  messagePage,
  queueRows,
  readMessage,
  requeue,
  requeueFailed,
} from '../../messages/message-rows.ts'
import type { Company } from '../../plugins/tenant/companies.ts'
import { DEFAULT_LIMIT } from '../../repositories/paging.ts'
import { once } from '../../writes/once.ts'
import { paged, pagingQuery } from '../admin/paging.ts'
import { one } from '../shared/answers.ts'
import { knownCompany } from '../shared/named-company.ts'
import { MessageView, presentMessage, Status } from './present-message.ts'

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
const OfCompany = Type.Object({ company_id: Type.Optional(id) })
const ListQuery = Type.Object({
  ...OfCompany.properties,
  status: Type.Optional(Status),
  ...pagingQuery(['created_at']),
})

const Queue = Type.Object({
  company_id: Type.Union([Type.String(), Type.Null()]),
  channel: Type.String(),
  queued: Type.Integer(),
  sending: Type.Integer(),
  failed: Type.Integer(),
  unknown: Type.Integer(),
  /** When the oldest queued one was made. */
  oldest: Type.Union([Type.String(), Type.Null()]),
})
const Jobs = Type.Object({ queues: Type.Array(Queue), dead_letters: Type.Array(MessageView) })

const DEAD_LETTERS = 100
const ERASED = 'Le texte de ce message (code, lien, ou plus d’un an) est effacé : il ne peut plus repartir.'

/** No push: days later, what it announces is read already. */
const Again = Type.Object(
  { channel: Type.Union([Type.Literal('mail'), Type.Literal('sms')]) },
  { additionalProperties: false },
)

/** What was sent, is queued, or did not arrive (API-13): phones and addresses masked, never a code. */
export async function messageRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: Static<typeof ListQuery> }>(
    '/admin/messages',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: {
        summary: 'Boîte d’envoi d’une entreprise (sans entreprise : celle de la plateforme)',
        querystring: ListQuery,
        response: { 200: paged(MessageView) },
      },
    },
    async (request) => {
      const { query } = request
      const companyId = await askedCompany(app, request)
      const { data, total } = await app.db.transaction(scopeOf(companyId), (trx) =>
        messagePage(trx, { companyId, status: query.status, page: query.page, limit: query.limit ?? DEFAULT_LIMIT }),
      )
      return { data: data.map(presentMessage), total }
    },
  )

  app.get<{ Params: { id: string }; Querystring: Static<typeof OfCompany> }>(
    '/admin/messages/:id',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: {
        summary: 'Un message d’une entreprise (sans entreprise : de la plateforme) : où en est-il ?',
        params: Type.Object({ id }),
        querystring: OfCompany,
        response: { 200: one(MessageView) },
      },
    },
    async (request) => {
      const found = await app.db.transaction(scopeOf(await askedCompany(app, request)), (trx) =>
        readMessage(trx, request.params.id),
      )
      if (!found) throw notFound()
      return { data: presentMessage(found) }
    },
  )

  app.get(
    '/admin/jobs',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: 'File d’envoi et messages en échec', response: { 200: one(Jobs) } },
    },
    async () =>
      app.db.transaction({ delivery: true }, async (trx) => {
        const queues = await queueRows(trx)
        const dead = await deadLetters(trx, DEAD_LETTERS)
        return { data: { queues, dead_letters: dead.map(presentMessage) } }
      }),
  )

  app.post<{ Params: { id: string } }>(
    '/admin/messages/:id/retry',
    {
      config: { access: ADMIN, does: 'acts' },
      schema: {
        summary: 'Renvoie un message en échec, ou dont l’issue est inconnue',
        params: Type.Object({ id }),
        response: { 200: one(MessageView) },
      },
    },
    async (request) => {
      const found = await app.db.transaction({ delivery: true }, (trx) => companyOfMessage(trx, request.params.id))
      if (!found) throw notFound()
      const data = await app.db.transaction(scopeOf(found.company_id), (trx) =>
        once(trx, request, async () => {
          const message = await readMessage(trx, request.params.id, true)
          if (!message) throw notFound()
          if (message.status !== 'failed' && message.status !== 'unknown')
            throw new AppError('CONFLICT', "Ce message n'est pas en échec.")
          if (!(await requeue(trx, message.id))) throw new AppError('CONFLICT', ERASED)
          const details = { status: message.status, channel: message.channel, attempts: message.attempts }
          await audit(trx, request, { action: 'message.retried', target: `message:${message.id}`, details })
          return presentMessage({ ...message, status: 'queued', error: null })
        }),
      )
      app.messages.wake(found.company_id)
      return { data }
    },
  )

  app.post<{ Querystring: Static<typeof OfCompany>; Body: Static<typeof Again> }>(
    '/admin/messages/retry',
    {
      config: { access: ADMIN, does: 'acts' },
      schema: {
        summary: 'Renvoie les messages en échec d’une entreprise (sans entreprise : de la plateforme), d’un canal',
        querystring: OfCompany,
        body: Again,
        response: { 200: one(Type.Object({ count: Type.Integer() })) },
      },
    },
    async (request) => {
      const companyId = await askedCompany(app, request)
      const { channel } = request.body
      const data = await app.db.transaction(scopeOf(companyId), (trx) =>
        once(trx, request, async () => {
          const count = await requeueFailed(trx, { companyId, channel })
          const target = companyId === null ? 'platform' : `company:${companyId}`
          await audit(trx, request, { action: 'message.retried', target, details: { channel, count } })
          return { count }
        }),
      )
      app.messages.wake(companyId)
      return { data }
    },
  )
}

/** The company that the query, or else the request itself, names; null: the platform. @throws AppError NOT_FOUND */
async function askedCompany(
  app: FastifyInstance,
  { query, company }: { query: Static<typeof OfCompany>; company: Company | null },
): Promise<string | null> {
  if (query.company_id === undefined) return company?.id ?? null
  return knownCompany(app, query.company_id)
}
