import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../../schemas/errors.ts'
import { addressOf } from '../limits/address.ts'
import type { Attempts } from '../limits/attempts.ts'
import { sharedStore } from '../limits/shared-store.ts'
import { isApiCall } from './canonical-path.ts'

const YEAR_SECONDS = 31_536_000

export interface SecurityOptions {
  /** The public address is https. */
  https: boolean
  /** Requests a minute from one address. */
  rateLimit: number
  /** Where the web app calls the API; another origin must be named in the policy. */
  apiBase: string
  /** Counter of tries that all processes of the database share. */
  attempts: Attempts
  isShared: boolean
  /** Online style of the map: its origin serves tiles and pictures too. */
  mapStyle: string | null
}

const SELF = "'self'"

/** No inline script, no eval; style elements are Mantine's (it writes its variables in one). */
function contentSecurityPolicy({ apiBase, mapStyle }: SecurityOptions): Record<string, string[] | null> {
  const origin = (url: string | null): string[] => (url !== null && URL.canParse(url) ? [new URL(url).origin] : [])
  const map = origin(mapStyle)
  return {
    'default-src': [SELF],
    'script-src': [SELF],
    'style-src': [SELF, "'unsafe-inline'"],
    'img-src': [SELF, 'data:', 'blob:', ...map],
    'font-src': [SELF],
    'connect-src': [SELF, ...origin(apiBase), ...map],
    'worker-src': [SELF],
    'manifest-src': [SELF],
    'object-src': ["'none'"],
    'base-uri': [SELF],
    'form-action': [SELF],
    'frame-ancestors': ["'none'"],
    // Development and a company's own network serve plain HTTP.
    'upgrade-insecure-requests': null,
  }
}

export const tooMany = (seconds: number): AppError =>
  new AppError('RATE_LIMITED', `Trop de requêtes. Réessayez dans ${seconds} s.`)

/** Headers, compression and the general rate limit of the API; a route may set a stricter one (`config.rateLimit`). */
export const securityPlugin = fp<SecurityOptions>(
  async (app: FastifyInstance, options) => {
    await app.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(options) },
      // Only where the public address is https (PUBLIC_URL): browsers then use nothing else, on the companies' subdomains too. Elsewhere it would lock out an
      // installation on a company's own network.
      hsts: options.https && { maxAge: YEAR_SECONDS, includeSubDomains: true, preload: false },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    })
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()')
    })
    await app.register(compress, {
      encodings: ['br', 'gzip'],
      threshold: 1024,
      // The default (11) costs more than it saves on pages made for one device.
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    })
    const { attempts, isShared } = options
    await app.register(rateLimit, {
      store: sharedStore({ attempts, isShared, onError: (error) => app.log.warn(error) }),
      max: options.rateLimit,
      timeWindow: 60_000,
      keyGenerator: ({ ip }) => addressOf(ip),
      allowList: (request) => !isApiCall(request),
      errorResponseBuilder: (_request, { ttl }) => tooMany(Math.max(1, Math.ceil(ttl / 1000))),
    })
  },
  { name: 'security' },
)
