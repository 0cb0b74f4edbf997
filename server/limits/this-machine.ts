import type { FastifyRequest } from 'fastify'

const LOCAL_HOST = /^(?:[\w-]+\.)*localhost$|^127(?:\.\d{1,3}){3}$|^\[::1\]$/
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/
/** What proxies add; one that adds nothing passes for the machine that it stands on. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

/** A proxy brought it. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  FORWARDED.some((name) => headers[name] !== undefined)

/** Asked for by this machine: not through a proxy, nor by a page of another site that made its name lead here. */
export const isLocal = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.raw.socket.remoteAddress ?? '') && LOCAL_HOST.test(request.hostname) && !isForwarded(request)
