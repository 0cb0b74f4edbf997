import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { COMPANY_ACCOUNTS, type KnownActor } from '../../actor.ts'

const schema = {
  summary: 'Flux des changements : quelles ressources tirer (server-sent events)',
  produces: ['text/event-stream'],
  response: { 200: Type.String({ description: 'Lignes « data: { resource, seq } »' }) },
}

const HEARTBEAT_MS = 20_000
/** setTimeout's own limit is 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * GET /sync/stream: server-sent events, hints only (`{ resource, seq }`), for the session's company. It ends with the session, and a
 * change of rights ends it too: the device comes back with its new ones.
 */
export async function syncStreamRoutes(app: FastifyInstance): Promise<void> {
  const open = new Set<() => void>()

  app.get('/sync/stream', { config: { access: COMPANY_ACCOUNTS, does: 'reads' }, schema }, (request, reply) => {
    const { actor } = request
    if (!('companyId' in actor)) throw new Error('COMPANY_ACCOUNTS lets only accounts of a company in')
    const stream = startStream(reply)
    const leave = [
      app.hints.subscribe(actor.companyId, (hint) => stream.write(`data: ${JSON.stringify(hint)}\n\n`)),
      app.sessions.onChange(actor, () => end()),
      ticking(() => stream.write(':\n\n')),
      atExpiry(actor, () => end()),
    ]
    const end = (): void => {
      open.delete(end)
      for (const stop of leave) stop()
      stream.end()
    }
    open.add(end)
    request.raw.once('close', end)
  })

  // Streams never end by themselves: closing the server would wait for them.
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
}

function startStream(reply: FastifyReply): { write: (text: string) => void; end: () => void } {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 3000\n\n')
  return {
    write: (text) => {
      if (!raw.writableEnded) raw.write(text)
    },
    end: () => {
      if (!raw.writableEnded) raw.end()
    },
  }
}

function ticking(tick: () => void): () => void {
  const timer = setInterval(tick, HEARTBEAT_MS)
  return () => clearInterval(timer)
}

function atExpiry(actor: KnownActor, end: () => void): () => void {
  const timer = setTimeout(end, Math.min(LONGEST_TIMER_MS, Date.parse(actor.expiresAt) - Date.now()))
  return () => clearTimeout(timer)
}
