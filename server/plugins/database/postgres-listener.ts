import pg from 'pg'
import type { Listener } from './database.ts'
import { unavailable } from './unavailable.ts'

const RECONNECT_MS = 1000

/** One connection for all LISTENs of the process, opened at the first; reconnects and tells its listeners about the gap. */
export function postgresListener(config: pg.ClientConfig): {
  listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>
  /** Rejects while nothing is heard. */
  ping: () => Promise<void>
  close: () => Promise<void>
} {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | null = null
  let connecting: Promise<pg.Client> | null = null
  let closed = false

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({ ...config, keepAlive: true, connectionTimeoutMillis: 10_000 })
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    fresh.on('error', () => undefined)
    fresh.on('end', () => {
      if (client !== fresh) return
      client = null
      void reconnect()
    })
    await fresh.connect()
    for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = fresh
    return fresh
  }

  const connected = (): Promise<pg.Client> => {
    if (client) return Promise.resolve(client)
    connecting ??= connect().finally(() => {
      connecting = null
    })
    return connecting
  }

  const reconnect = async (): Promise<void> => {
    while (!closed && !client) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      if (closed) return
      try {
        await connected()
        for (const set of listeners.values()) for (const listener of set) listener.onGap?.()
      } catch {
        // Still away: the next turn tries again.
      }
    }
  }

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
    ping: async () => {
      if (!client) throw unavailable()
      await client.query('select 1')
    },
    close: async () => {
      closed = true
      const last = client
      client = null
      await last?.end()
    },
  }
}
