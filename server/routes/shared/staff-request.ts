import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { type Entity, isCreatable } from '../../../schemas/entity.ts'
import { AppError, unauthorized, validationError } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { messages } from '../../../schemas/messages.ts'
import { type Action, BASE, etag, HEADER, parseEtag, USES } from '../../../schemas/protocol.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../../schemas/resources.ts'
import type { KnownUses } from '../../../schemas/uses.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { toldBy } from '../../../schemas/versions.ts'
import { checkedLater } from '../../plugins/validation.ts'
import { bodyVersionOf, forApp, namesForApp, textForApp } from '../../plugins/versions.ts'
import { uuidv8 } from '../../uuid.ts'
import type { Mutation, StaffActor, Verdict } from '../../writes/write-types.ts'

/** The staff member who makes the request. Routes that use it declare `access: STAFF`. */
export function staffActor({ actor }: FastifyRequest): StaffActor {
  if (actor.kind !== 'personnel') throw unauthorized()
  const { companyId, account, staff, sendsOnly } = actor
  return { companyId, account, staff, sendsOnly }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** A body of fields; a creation or patch that is no object is a 422. */
export function bodyOf(request: FastifyRequest): Values {
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw validationError({ _: [messages.type] })
  return body as Values
}

function baseOf(body: Values): Values | null {
  const base = body[BASE]
  if (base === undefined || base === null) return null
  if (typeof base !== 'object' || Array.isArray(base)) throw validationError({ [BASE]: [messages.type] })
  return base as Values
}

const Versions = Type.Record(Type.String({ maxLength: 64 }), Type.Integer({ minimum: 0 }))
const Uses = Type.Object(
  {
    known: Type.Object(Object.fromEntries(SYNCED.map((resource) => [resource, Type.Optional(Versions)])), {
      additionalProperties: false,
    }),
    mine: Type.Array(Type.String({ maxLength: 64 })),
  },
  { additionalProperties: false },
)

/** Body of a deletion: what its author knew of the records that use the deleted one (MERGE-7). */
export const deletionBody = checkedLater(
  Type.Object({ [USES]: Type.Optional(Uses) }, { additionalProperties: false, title: 'Suppression' }),
)

function usesIn(request: FastifyRequest): KnownUses | undefined {
  const given = bodyOf(request)[USES]
  if (given === undefined || given === null) return undefined
  if (!Value.Check(Uses, given)) throw validationError({ [USES]: [messages.type] })
  return given as KnownUses
}

/** Refuses a key that no answer header can repeat: its sender would wait for a verdict for ever. */
function mutationId(request: FastifyRequest): string {
  const given = header(request, HEADER.mutation)
  if (given === undefined) return uuidv7()
  if (!/^[\w.:-]{1,64}$/.test(given)) throw new AppError('BAD_REQUEST', "La clé d'idempotence n'est pas valide.")
  return given
}

/**
 * Id of a new record whose body names none. Under an `Idempotency-Key` every send of the write gets the same id: the second send is a replay of the first
 * (PUSH-6), not another record, nor another body.
 */
export function madeId(request: FastifyRequest, author?: Pick<StaffActor, 'companyId' | 'account'>): string {
  const key = header(request, HEADER.mutation)
  if (key === undefined) return uuidv7()
  const { companyId, account } = author ?? staffActor(request)
  return uuidv8(`${companyId}\n${account}\n${key}`)
}

interface Asked {
  action: Action
  resource: SyncedResource
  id: string
  /** The body; its `_base` is taken out. */
  body?: Values
}

type Said = Pick<Mutation, 'action' | 'resource' | 'patch' | 'base'>

/** A creation of an older app with the fields of today that a body may give; those that only the server writes are the server's to begin. */
function wholeOf(resource: SyncedResource, { patch, whole }: { patch: Values; whole: Values }): Values {
  const { fields } = entityOf(resource) as Entity
  const isTheirs = (name: string): boolean => name in patch || !fields[name] || isCreatable(fields[name])
  return Object.fromEntries(Object.entries(whole).filter(([name]) => isTheirs(name)))
}

/** VER-5: translates an older app's body to this server's version; the sent form is kept with it, for its replays. */
function inPresentVersion(request: FastifyRequest, { action, resource, patch, base }: Said): Partial<Mutation> & Said {
  const { versions } = request.server
  const move = { from: bodyVersionOf(request), to: versions.current }
  if (move.from === move.to) return { action, resource, patch, base }
  const moved = versions.patch(resource, patch, move)
  const movedBase = base && versions.patch(resource, base, move)
  return {
    action,
    resource,
    patch:
      action === 'create' ? wholeOf(resource, { patch, whole: versions.record(resource, patch, move) }) : moved.values,
    base: movedBase?.values ?? null,
    sent: { patch, base },
    dropped: toldBy(moved, movedBase),
  }
}

const versionsIn = (text = ''): number[] => (/^\d{1,9}(,\d{1,9}){0,9}$/.test(text) ? text.split(',').map(Number) : [])

/** The mutation that a request asks for. One without `Idempotency-Key` is no retry: it gets an id of its own. */
export function mutationOf(request: FastifyRequest, { action, resource, id, body = {} }: Asked): Mutation {
  const { [BASE]: _, ...patch } = body
  request.written = resource
  const clock = header(request, HEADER.clock)
  const query = request.query as { skip_duplicate_check?: string | string[] }
  return {
    mutation: mutationId(request),
    id,
    ...inPresentVersion(request, { action, resource, patch, base: baseOf(body) }),
    seen: parseEtag(header(request, HEADER.seen)),
    sentAt: header(request, HEADER.sentAt) ?? null,
    made: versionsIn(header(request, HEADER.made)),
    counter: clock !== undefined && /^\d{1,9}$/.test(clock) ? Number(clock) : null,
    ...(action === 'delete' ? { uses: usesIn(request) } : {}),
    skipDuplicateCheck: ['true', '1'].includes(String(query.skip_duplicate_check ?? 'false')),
  }
}

/** Sends an accepted write: the record, its ETag, its seq, and the conflicts that keep what it lost. */
export function sendVerdict(reply: FastifyReply, verdict: Verdict): FastifyReply {
  const { request } = reply
  const { written } = request
  reply.status(verdict.status).header(HEADER.seq, String(verdict.seq))
  const overwritten = written ? namesForApp(request, written, verdict.overwritten) : verdict.overwritten
  if (overwritten.length > 0) reply.header(HEADER.overwritten, overwritten.join(','))
  if (verdict.status === 204) return reply.send()
  reply.header('etag', etag(verdict.version))
  const data = written && verdict.record ? forApp(request, written, verdict.record) : verdict.record
  const conflits = verdict.conflits.map((one) => forApp(request, 'conflit', one))
  return reply.send(conflits.length > 0 ? { data, conflits } : { data })
}

/** Sends text that is JSON already: records in `data`, of `resource` or by resource. */
export const sendJson = (reply: FastifyReply, text: string, resource?: SyncedResource): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(textForApp(reply, text, resource))
