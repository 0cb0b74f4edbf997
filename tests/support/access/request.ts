import type { TSchema } from 'typebox'
import type { Values } from '../../../schemas/merge.ts'
import type { DeclaredRoute } from '../../../server/plugins/declared-routes.ts'
import { sample } from './samples.ts'

interface Made {
  /** Path and query. */
  url: string
  /** JSON text; undefined for a call without body. */
  payload: string | undefined
}

/** A valid call of the route: query and body from its schemas, `known` values by the name of their fields. */
export function requestOf(
  { method, url, schema }: DeclaredRoute,
  { params, known }: { params: Record<string, string>; known: Values },
): Made {
  const query = new URLSearchParams()
  const wanted = schema.querystring ? (sample(schema.querystring as TSchema, known) as object) : {}
  for (const [name, value] of Object.entries(wanted)) query.append(name, String(value))
  const path = url.replace(/:(\w+)(\([^)]*\))?/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'))
  const carries = method !== 'GET' && (method !== 'DELETE' || schema.body !== undefined)
  const body = carries ? (schema.body ? sample(schema.body as TSchema, known) : {}) : undefined
  return {
    url: `${path.replace(/\*$/, 'x')}${query.size > 0 ? `?${query}` : ''}`,
    payload: body === undefined ? undefined : JSON.stringify(body),
  }
}

/** Routes outside the API: the build's files, and the pages of the API's document. */
export const OF_NOBODY = /^(\/\*|\/api\/docs(\/.*)?)$/

export const isStream = ({ schema }: DeclaredRoute): boolean =>
  ((schema as { produces?: string[] }).produces ?? []).includes('text/event-stream')
