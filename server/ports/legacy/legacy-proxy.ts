import { AppError, notFound } from '../../../schemas/errors.ts'
import type { Send } from '../http/outbound.ts'
import type { LegacyPort } from './legacy.ts'

export interface LegacyProxyOptions {
  /** First segments of the paths that may be read: `['stocks', 'tarifs/2026']`. Empty: none. */
  paths: readonly string[]
  /** Our own bearer tokens by company key; the caller's is never passed on. */
  tokens: ReadonlyMap<string, string>
  /** For tests, and for a legacy system on the operator's own network. */
  allowPrivate: boolean
  send: Send
}

const MAX_BYTES = 5 * 1024 * 1024
/** One segment of letters, digits and characters without a meaning for a file system or a URL: no `..`, no `%`, no backslash. */
const SEGMENT = /^(?!\.+$)[\w.~-]{1,100}$/
/** Whether a call's path can be this one. */
export const isLegacyPath = (path: string): boolean => path.split('/').every((segment) => SEGMENT.test(segment))

const TYPES = /^(application\/(?:[\w.-]+\+)?json|text\/plain)\b/i

/** One fixed upstream, read-only: no redirect, no private address, and nothing of the caller's request but path and query. */
export function legacyProxy({ paths, tokens, allowPrivate, send }: LegacyProxyOptions): LegacyPort {
  return {
    async get({ key, url }, path, query) {
      const allowed = paths.some((one) => path === one || path.startsWith(`${one}/`))
      if (!allowed || !isLegacyPath(path)) throw notFound()
      const token = tokens.get(key)
      const target = targetOf(url, path, query)
      const { status, headers, body } = await send({
        url: target,
        headers: {
          accept: 'application/json, text/plain',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        timeoutMs: 10_000,
        maxBytes: MAX_BYTES,
        allowPrivate,
      }).catch((cause: unknown) => {
        throw away(cause)
      })
      if (status === 404) throw notFound()
      const type = headers['content-type'] ?? ''
      // A redirect is not followed; the upstream's own errors are not passed on.
      if (status < 200 || status > 299 || !TYPES.test(type))
        throw away(new Error(`The legacy system answered ${status}`))
      return {
        status,
        type: /json/i.test(type) ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
        body,
      }
    },
  }
}

const away = (cause: unknown): AppError =>
  new AppError('UNAVAILABLE', "L'ancien système ne répond pas. Réessayez plus tard.", { cause })

/** The target always stays under the upstream's own path. */
function targetOf(base: string, path: string, query: string): string {
  if (!URL.canParse(base)) throw notFound()
  const url = new URL(base)
  const prefix = url.pathname.replace(/\/+$/, '')
  url.pathname = `${prefix}/${path}`
  url.search = query
  url.hash = ''
  if (!url.pathname.startsWith(`${prefix}/`)) throw notFound()
  return url.href
}
