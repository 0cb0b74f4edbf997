import type { FastifyRequest } from 'fastify'

const LOCAL_HOST = /^(?:[\w-]+\.)*localhost$|^127(?:\.\d{1,3}){3}$|^\[::1\]$/
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/
/** Headers that proxies add; a proxy that adds none cannot be told from the machine that it runs on. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

/** It came through a proxy. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  FORWARDED.some((name) => headers[name] !== undefined)

/** The request comes from this machine: not through a proxy, nor from a page of another site whose name resolves to this machine. */
export const isLocal = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.raw.socket.remoteAddress ?? '') && LOCAL_HOST.test(request.hostname) && !isForwarded(request)
