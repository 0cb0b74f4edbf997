import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Hint } from '../../schemas/protocol.ts'
import { isSynced, type ResourceName, SYNCED } from '../../schemas/resources.ts'
import type { Database } from './database/database.ts'

declare module 'fastify' {
  interface FastifyInstance {
    hints: Hints
  }
}

export interface Hints {
  /** Tells the company's devices that rows changed. Call it after the commit. */
  publish(companyId: string, hints: readonly Hint[]): void
  /** Calls back for each hint of the company; call the answer to stop it. */
  subscribe(companyId: string, listener: (hint: Hint) => void): () => void
  /** Calls back when messages of other processes may have been missed; call the answer to stop it. */
  onGap(listener: () => void): () => void
  /** Of this process, since it started. */
  figures(): HintFigures
  close(): Promise<void>
}

export interface HintFigures {
  /** Listeners now: one for each open hint stream. */
  listeners: number
  /** Messages to the processes of the database, one for several hints. */
  published: number
  /** Hints handed to listeners. */
  delivered: number
  /** Times that messages may have been missed. */
  gaps: number
}

const CHANNEL = 'lolapp_hints'
/** A push of many rows is one message: devices pull once for all of it. */
const DEBOUNCE_MS = 25

interface Message {
  company: string
  seqs: Partial<Record<ResourceName, number>>
}

/** Passes hints from every process of the database to the streams of this one. A lost hint only delays a device: devices also poll. */
export async function createHints(db: Database, onError: (error: unknown) => void): Promise<Hints> {
  const listeners = new Map<string, Set<(hint: Hint) => void>>()
  const gaps = new Set<() => void>()
  const waiting = new Map<string, { message: Message; timer: NodeJS.Timeout }>()
  const counted = { published: 0, delivered: 0, gaps: 0 }

  /** Hinted writes are committed: this process knows from now on the company's last seq (SERVER-7). */
  const note = (company: string, hints: readonly Pick<Hint, 'seq'>[]): void =>
    db.heights.note(company, Math.max(0, ...hints.map(({ seq }) => seq)))

  const tell = (company: string, hints: readonly Hint[]): void => {
    const all = listeners.get(company)
    if (!all) return
    counted.delivered += all.size * hints.length
    for (const listener of all) for (const hint of hints) listener(hint)
  }

  const stop = await db.listen(CHANNEL, {
    onMessage: (payload) => {
      const { company, seqs } = JSON.parse(payload) as Message
      const hints = Object.entries(seqs).map(([resource, seq]) => ({ resource: resource as ResourceName, seq }))
      note(company, hints)
      tell(company, hints)
    },
    // Any hint may have been missed meanwhile: every device pulls.
    onGap: () => {
      counted.gaps += 1
      const all = SYNCED.map((resource) => ({ resource, seq: Number.MAX_SAFE_INTEGER }))
      for (const company of listeners.keys()) tell(company, all)
      for (const listener of gaps) listener()
    },
  })

  const send = (company: string): void => {
    const message = waiting.get(company)?.message
    waiting.delete(company)
    if (!message) return
    counted.published += 1
    db.notify(CHANNEL, JSON.stringify(message)).catch(onError)
  }

  return {
    publish(company, hints) {
      note(company, hints)
      const known = waiting.get(company)
      const message = known?.message ?? { company, seqs: {} }
      for (const { resource, seq } of hints) {
        if (isSynced(resource)) message.seqs[resource] = Math.max(seq, message.seqs[resource] ?? 0)
      }
      if (!known) waiting.set(company, { message, timer: setTimeout(send, DEBOUNCE_MS, company) })
    },
    subscribe(company, listener) {
      const set = listeners.get(company) ?? new Set()
      listeners.set(company, set)
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(company)
      }
    },
    onGap(listener) {
      gaps.add(listener)
      return () => void gaps.delete(listener)
    },
    figures: () => ({
      ...counted,
      listeners: [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    }),
    async close() {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      await stop()
    },
  }
}

export const hintsPlugin = fp<{ hints: Hints }>(
  async (app: FastifyInstance, { hints }) => {
    app.decorate('hints', hints)
  },
  { name: 'hints' },
)
