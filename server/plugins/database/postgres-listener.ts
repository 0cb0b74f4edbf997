import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Listener } from './database.ts'
import { type Deadlines, endsWithin } from './deadlines.ts'
import { CuttableClient } from './postgres-pool.ts'

const RECONNECT_MS = 1000

export interface PostgresListenerOptions {
  config: pg.ClientConfig
  deadlines: Deadlines
  /** NOTIFY over the requests' connections. */
  notify: (channel: string, payload: string) => Promise<unknown>
  /** The server answers no more; all its connections may be as dead as this one. */
  onSilence: () => void
}

export interface PostgresListener {
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  /** Whether a message sent over the requests' connections arrives here. */
  hears(): Promise<boolean>
  close(): Promise<void>
}

/**
 * One connection for all LISTENs of the process, opened at the first; it reconnects, and tells its listeners about the gap. Every few seconds it checks that
 * the connection answers, and that a message sent to itself arrives: a host that vanished closes nothing, and one that answers may pass on no messages (a
 * pooler in between, a former primary).
 */
export function postgresListener({ config, deadlines, notify, onSilence }: PostgresListenerOptions): PostgresListener {
  const listeners = new Map<string, Set<Listener>>()
  const pulseChannel = `lolapp_pulse_${randomUUID()}`
  const pulses = new Map<string, () => void>()
  let client: CuttableClient | null = null
  let connecting: Promise<CuttableClient> | null = null
  let closed = false
  let beating = false

  const connect = async (): Promise<CuttableClient> => {
    const fresh = new CuttableClient({ ...config, connectionTimeoutMillis: deadlines.connect })
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === pulseChannel) pulses.get(payload)?.()
      for (const listener of listeners.get(channel) ?? []) listener.onMessage(payload)
    })
    fresh.on('end', () => {
      if (client !== fresh) return
      client = null
      void reconnect()
    })
    try {
      await fresh.connect()
      const channels = [pulseChannel, ...listeners.keys()].map((channel) => `listen ${pg.escapeIdentifier(channel)}`)
      const listening = fresh.query(channels.join('; '))
      if (!(await endsWithin(deadlines.connect, listening)) || closed) fresh.cut()
      await listening
    } catch (error) {
      fresh.cut()
      throw error
    }
    client = fresh
    return fresh
  }

  const connected = (): Promise<CuttableClient> => {
    if (client) return Promise.resolve(client)
    connecting ??= connect().finally(() => {
      connecting = null
    })
    return connecting
  }

  const reconnect = async (): Promise<void> => {
    for (let tries = 0; !closed && !client; tries += 1) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      if (closed) return
      try {
        await connected()
        for (const set of listeners.values()) for (const listener of set) listener.onGap?.()
      } catch {
        // Still no answer: the next check tries again.
      }
    }
  }

  /** Sends a message to itself. @throws what NOTIFY throws */
  const hears = async (): Promise<boolean> => {
    const id = randomUUID()
    const heard = new Promise<void>((resolve) => pulses.set(id, resolve))
    try {
      await notify(pulseChannel, id)
      return await endsWithin(deadlines.pulse, heard)
    } finally {
      pulses.delete(id)
    }
  }

  const beat = async (): Promise<void> => {
    const asked = client
    if (!asked || beating) return
    beating = true
    try {
      const living = endsWithin(deadlines.pulse, asked.query('select 1')).then((lives) => {
        if (lives) return
        onSilence()
        asked.cut()
      })
      // Where NOTIFY itself fails, LISTEN may still work.
      const hearing = hears().then(
        (heard) => heard || asked.cut(),
        () => undefined,
      )
      await Promise.all([living, hearing])
    } finally {
      beating = false
    }
  }
  const timer = setInterval(() => void beat(), deadlines.beat)
  timer.unref()

  return {
    listen: async (channel, listener) => {
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set)
      set.add(listener)
      await (await connected()).query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => {
        set.delete(listener)
      }
    },
    hears: async () => {
      await connected()
      return hears()
    },
    close: async () => {
      closed = true
      clearInterval(timer)
      const last = client
      client = null
      if (last && !(await endsWithin(deadlines.close, last.end()))) last.cut()
    },
  }
}
