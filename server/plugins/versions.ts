import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError, type FieldErrors } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { DELETED, HEADER } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { encodeRange, type Versions } from '../../schemas/versions.ts'
import { isApiCall } from './canonical-path.ts'

declare module 'fastify' {
  interface FastifyInstance {
    versions: Versions
  }
  interface FastifyRequest {
    /** Version of the records' shape that the caller speaks; the present one for callers that are no app of ours. */
    appVersion: number
    /** The resource that a write is about. */
    written: SyncedResource | null
  }
}

const versionIn = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : null

/**
 * VER-1: every answer names the versions that this server serves, those of the session and the company too. A device takes an answer of ours without them for
 * one of a server of the first version, and keeps the fields that such a server does not know (VER-5). So this plugin is registered before those.
 */
export const versionsPlugin = fp<{ versions: Versions }>(
  async (app: FastifyInstance, { versions }) => {
    app.decorate('versions', versions)
    app.decorateRequest('appVersion', versions.current)
    app.decorateRequest('written', null)
    const range = encodeRange({ oldest: versions.oldest, newest: versions.current })

    app.addHook('onRequest', async (request, reply) => {
      if (!isApiCall(request)) return
      reply.header(HEADER.versions, range)
      const { [HEADER.version]: told, [HEADER.account]: account } = request.headers
      // An app older than these headers names its account on every call of its synchronisation.
      request.appVersion = versionIn(told) ?? (account === undefined ? versions.current : 0)
    })
  },
  { name: 'versions' },
)

/** VER-6: an app older than all versions that the server serves is told to update. The answer has the company's epoch, so that the device takes it as ours. */
export const upgradePlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request) => {
      if (isApiCall(request) && request.appVersion < app.versions.oldest)
        throw new AppError(
          'UPGRADE_REQUIRED',
          'Cette version de Lolapp est trop ancienne pour le serveur : mettez l’application à jour. Vos saisies restent sur cet appareil.',
        )
    })
  },
  { name: 'upgrade', dependencies: ['tenant', 'versions'] },
)

/** Version of this request's body. @throws AppError VERSION_AHEAD where this server does not know it: the app tries again later */
export function bodyVersionOf({ headers, appVersion, server }: FastifyRequest): number {
  const version = versionIn(headers[HEADER.bodyVersion]) ?? appVersion
  if (version > server.versions.current)
    throw new AppError('VERSION_AHEAD', 'Le serveur doit être mis à jour avant de recevoir cette saisie.')
  return version
}

/** From this server's version to the caller's; null where they are the same. */
function wayDown({ appVersion, server }: FastifyRequest): { from: number; to: number } | null {
  const from = server.versions.current
  return appVersion < from ? { from, to: appVersion } : null
}

/** Converts a record, and the records that it embeds, to the caller's version. */
export function forApp(request: FastifyRequest, resource: SyncedResource, record: Values): Values {
  const way = wayDown(request)
  if (!way) return record
  const { versions } = request.server
  const shown = versions.record(resource, record, way)
  for (const [name, { to }] of Object.entries(entityOf(resource).relations ?? {})) {
    const one = (value: unknown): unknown =>
      typeof value === 'object' && value !== null ? versions.record(to, value as Values, way) : value
    if (name in shown) shown[name] = Array.isArray(shown[name]) ? shown[name].map(one) : one(shown[name])
  }
  return shown
}

/** Converts names of fields to the caller's version. */
export function namesForApp(request: FastifyRequest, resource: SyncedResource, names: readonly string[]): string[] {
  const way = wayDown(request)
  return way ? request.server.versions.names(resource, names, way) : [...names]
}

/** Converts messages by field; messages of fields that the caller's version does not know are put under `_`. */
export function errorsForApp(request: FastifyRequest, resource: SyncedResource, errors: FieldErrors): FieldErrors {
  const way = wayDown(request)
  if (!way) return errors
  const { values, left } = request.server.versions.patch(resource, errors, way)
  const others = Object.values(left as FieldErrors).flat()
  return { ...(values as FieldErrors), ...(others.length > 0 ? { _: others } : {}) }
}

const rowsForApp = (request: FastifyRequest, resource: SyncedResource, rows: Values[]): Values[] =>
  rows.map((row) => (row[DELETED] === true ? row : forApp(request, resource, row)))

/** Converts JSON text whose `data` is a list of records of one resource, or lists by resource. It is parsed for an older app only. */
export function textForApp(reply: FastifyReply, text: string, resource?: SyncedResource): string {
  const { request } = reply
  if (!wayDown(request)) return text
  const body = JSON.parse(text) as { data: Values[] | Record<string, Values[]> }
  const data = Array.isArray(body.data)
    ? rowsForApp(request, resource as SyncedResource, body.data)
    : Object.fromEntries(
        Object.entries(body.data).map(([name, rows]) => [name, rowsForApp(request, name as SyncedResource, rows)]),
      )
  return JSON.stringify({ ...body, data })
}
