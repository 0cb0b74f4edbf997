import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { AppError, unauthorized } from '../../../schemas/errors.ts'
import { type KnownActor, STAFF } from '../../actor.ts'
import { inLane } from '../../plugins/database/shares.ts'

const schema = {
  summary: 'Flux des changements : quelles ressources tirer (server-sent events)',
  produces: ['text/event-stream'],
  response: { 200: Type.String({ description: 'Lignes « data: { resource, seq } »' }) },
}

const HEARTBEAT_MS = 20_000
/** setTimeout's own limit is 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export interface StreamBudget {
  /** Streams of one session: one for each open browser, as its tabs share one. */
  perSession: number
  /** Streams of one company on this process. */
  perCompany: number
}
export const STREAM_BUDGET: StreamBudget = { perSession: 4, perCompany: 1000 }

interface StreamOptions {
  streams?: StreamBudget
  /** Tests: milliseconds between two checks that the streams' sessions are still valid. */
  streamCheckMs?: number
}

/** An account may hold the streams of this many sessions. */
const SESSIONS_PER_ACCOUNT = 4

interface Open {
  actor: Extract<KnownActor, { kind: 'personnel' }>
  end: () => void
}

/**
 * GET /sync/stream: server-sent events, hints only (`{ resource, seq }`), for the staff of the company, because they show when and how much it works. The
 * stream ends with the session, even when the message about that was lost, and with a change of rights: the device connects again with its new ones. A new
 * stream ends the oldest one of a session or an account that has all of its own: a phone that reconnects need not wait for the end of its lost connection.
 * When a company has all of its streams, a new one is refused: the device polls meanwhile.
 */
export const syncStreamRoutes =
  ({ streams: budget = STREAM_BUDGET, streamCheckMs = HEARTBEAT_MS }: StreamOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    const open = new Set<Open>()

    const makeRoom = ({ tokenHash, account, companyId }: Open['actor']): void => {
      const all = [...open].filter(({ actor }) => actor.companyId === companyId)
      const ofAccount = all.filter(({ actor }) => actor.account === account)
      const ofSession = ofAccount.filter(({ actor }) => actor.tokenHash === tokenHash)
      if (ofSession.length >= budget.perSession) ofSession[0]?.end()
      else if (ofAccount.length >= budget.perSession * SESSIONS_PER_ACCOUNT) ofAccount[0]?.end()
      else if (all.length >= budget.perCompany)
        throw new AppError('RATE_LIMITED', 'Trop d’appareils de cette entreprise écoutent déjà ce serveur.')
    }

    app.get('/sync/stream', { config: { access: STAFF, does: 'reads' }, schema }, (request, reply) => {
      const { actor } = request
      if (actor.kind !== 'personnel') throw unauthorized()
      makeRoom(actor)
      const stream = startStream(reply)
      const leave = [
        app.hints.subscribe(actor.companyId, (hint) => stream.write(`data: ${JSON.stringify(hint)}\n\n`)),
        app.sessions.onChange(actor, () => end()),
        ticking(() => stream.write(':\n\n')),
        atExpiry(actor, () => end()),
      ]
      const end = (): void => {
        open.delete(one)
        for (const stop of leave) stop()
        stream.end()
      }
      const one = { actor, end }
      open.add(one)
      request.raw.once('close', end)
    })

    /** Checks all sessions: the message that ended one or changed its rights may have been lost. */
    const endTheDead = async (): Promise<void> => {
      for (const companyId of new Set([...open].map(({ actor }) => actor.companyId))) {
        const ours = [...open].filter(({ actor }) => actor.companyId === companyId)
        const actors = ours.map(({ actor }) => actor)
        const living = await inLane('reads', () => app.sessions.living(companyId, actors))
        for (const { actor, end } of ours) if (!living.has(actor.tokenHash)) end()
      }
    }
    let looking = false
    const look = (): void => {
      if (looking) return
      looking = true
      // When the database does not answer, nothing can be read anyway: the next check finds out.
      endTheDead()
        .catch((error: unknown) => app.log.warn(error))
        .finally(() => {
          looking = false
        })
    }
    const stopLooking = [ticking(look, streamCheckMs), app.hints.onGap(look)]

    // Streams never end by themselves: closing the server would wait for them.
    app.addHook('preClose', async () => {
      for (const stop of stopLooking) stop()
      for (const { end } of open) end()
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
    // No other request may use this connection.
    connection: 'close',
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

function ticking(tick: () => void, ms = HEARTBEAT_MS): () => void {
  const timer = setInterval(tick, ms).unref()
  return () => clearInterval(timer)
}

function atExpiry(actor: KnownActor, end: () => void): () => void {
  const timer = setTimeout(end, Math.min(LONGEST_TIMER_MS, Date.parse(actor.expiresAt) - Date.now()))
  return () => clearTimeout(timer)
}
