import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../../schemas/errors.ts'

/** A percent-encoded character that needs no encoding (RFC 3986, unreserved). An encoded « / » is allowed: the router does not split a path there. */
const NEEDLESS = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i
const CONFUSING = /\/\/|\\|#|\/\.{1,2}(?:\/|$)/

/**
 * Whether a request's target is written in the one way that names its path. The router decodes before it compares, so many other writings reach the same
 * route (`/%61pi/login`, `//api`, `http://host/api`), and a check that reads the text would miss them.
 */
export function isCanonical(target: string): boolean {
  const path = target.replace(/\?.*$/s, '')
  return path.startsWith('/') && !NEEDLESS.test(path) && !CONFUSING.test(path)
}

/** Whether the request is for the API: by the route that it matched, and by its path where none did. */
export const isApiCall = ({ routeOptions, url }: FastifyRequest): boolean =>
  (routeOptions.url ?? '').startsWith('/api/') || url.startsWith('/api/')

/** Refuses a path that is written in another way, before anything else reads the request. */
export const canonicalPathPlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async ({ raw }) => {
      if (!isCanonical(raw.url ?? '')) throw new AppError('BAD_REQUEST', 'Cette adresse est mal écrite.')
    })
  },
  { name: 'canonical-path' },
)
