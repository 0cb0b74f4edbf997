import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { addDays, today, wallClock } from '../../../schemas/dates.ts'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { PUBLIC, STAFF } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { isApiCall } from '../../plugins/canonical-path.ts'
import { tooMany } from '../../plugins/security.ts'
import { newToken } from '../../plugins/session/tokens.ts'
import { hostLabel } from '../../plugins/tenant/companies.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { absencesOf } from '../../repositories/absent-times.ts'
import { agendaOf } from '../../repositories/agenda.ts'
import {
  readSubscriber,
  renewSubscription,
  type Subscriber,
  subscribedAt,
  tokenOwner,
} from '../../repositories/agenda-subscriptions.ts'
import { one } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'
import { calendarOf } from './calendar.ts'

const PAST_DAYS = 60
const FUTURE_DAYS = 365
/** A calendar service calls for many people from one address. */
const READ_PER_MINUTE = 600

/** The person whose agenda a subscription's hash opens; null for an unknown hash, and for somebody who may not log in any more. */
async function subscriberOf(
  app: FastifyInstance,
  hash: string,
): Promise<{ companyId: string; subscriber: Subscriber } | null> {
  const tokenHash = app.secrets.digest('ics', hash)
  const owner = await app.db.transaction({ tokenHash }, (trx) => tokenOwner(trx, tokenHash))
  if (!owner) return null
  const subscriber = await app.db.inTenant(owner.company_id, (trx) => readSubscriber(trx, owner.personnel_id))
  return subscriber ? { companyId: owner.company_id, subscriber } : null
}

const params = Type.Object({ hash: Type.String({ minLength: 1, maxLength: 100 }) })
const subscription = {
  config: { access: PUBLIC, does: 'reads' },
  schema: {
    summary: "Agenda d'une personne au format iCalendar",
    params,
    response: { 200: Type.String(), 304: Type.Null() },
  },
} as const

/** The agenda of a subscription's hash, under `/ics/{hash}` of the host and of the API (CAL-08). */
function agendaReader(app: FastifyInstance) {
  const readsOf = app.createRateLimit({ max: READ_PER_MINUTE, timeWindow: 60_000, allowList: [] })
  return async (request: FastifyRequest<{ Params: { hash: string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const reads = await readsOf(request)
    if (!reads.isAllowed && reads.isExceeded) throw tooMany(reads.ttlInSeconds)
    const found = await subscriberOf(app, request.params.hash.replace(/\.ics$/, ''))
    if (!found) throw notFound()
    const { companyId, subscriber } = found
    const label = hostLabel(request.host)
    const host = label === null ? null : await app.companies.find(label)
    if (host !== null && host.id !== companyId) throw notFound()
    const { id: personnel, name, domain, zone } = subscriber
    const day = today(zone)
    const range = { personnel, from: addDays(day, -PAST_DAYS), until: addDays(day, FUTURE_DAYS + 1) }
    const entries = await app.db.inTenant(companyId, async (trx) => [
      ...(await agendaOf(trx, { ...range, now: wallClock(new Date(), zone) })),
      ...(await absencesOf(trx, range)),
    ])
    const body = calendarOf(entries, { name, zone, domain })
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 32)}"`
    reply.header('etag', etag)
    // Under /api no answer is ever cached.
    if (!isApiCall(request)) reply.header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="agenda.ics"')
      .send(body)
  }
}

/** At the root of the host: the address that people enter in their calendar. */
export async function icsRootRoutes(app: FastifyInstance): Promise<void> {
  app.get('/ics/:hash', subscription, agendaReader(app))
}

const Subscription = Type.Object({
  /** Answered when it is made and never again: only its digest is stored. */
  url: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.Union([Type.String({ format: 'lolapp-instant' }), Type.Null()]),
})

export async function icsRoutes(app: FastifyInstance): Promise<void> {
  app.get('/ics/:hash', subscription, agendaReader(app))

  app.get(
    '/ics/token',
    {
      config: { access: STAFF, does: 'reads' },
      schema: { summary: "Mon abonnement à l'agenda : existe-t-il ?", response: { 200: one(Subscription) } },
    },
    async (request) => {
      const { companyId, staff } = staffActor(request)
      const created_at = await app.db.inTenant(companyId, (trx) => subscribedAt(trx, staff.id))
      return { data: { url: null, created_at } }
    },
  )

  app.post(
    '/ics/token',
    {
      config: { access: STAFF, does: 'acts' },
      schema: { summary: "Créer ou renouveler mon abonnement à l'agenda", response: { 201: one(Subscription) } },
    },
    async (request, reply) => {
      const { companyId, staff } = staffActor(request)
      // The subscription would outlive the impersonation.
      if (request.actor.kind !== 'anonymous' && request.actor.impersonator !== null) {
        throw new AppError('CONFLICT', "Un abonnement ne se crée pas au nom de quelqu'un d'autre.")
      }
      const hash = newToken()
      const created_at = await app.db.inTenant(companyId, async (trx) => {
        await audit(trx, request, { action: 'ics.renewed', target: `personnel:${staff.id}` })
        return renewSubscription(trx, staff.id, app.secrets.digest('ics', hash))
      })
      const url = `${app.originOf(companyOf(request).key)}/ics/${hash}`
      return reply.status(201).send({ data: { url, created_at } })
    },
  )
}
