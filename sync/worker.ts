/// <reference lib="webworker" />

import { HOLD_MS } from '../schemas/commands.ts'
import { localDatabaseName } from './identity.ts'
import { electLeader } from './leader.ts'
import { createTransport, type Transport } from './net/transport.ts'
import { openLocalDatabase } from './open.ts'
import { refetch } from './replicate/refetch.ts'
import { eventOf, type Replicator, startReplicator } from './replicate/replicator.ts'
import { createBell } from './retry.ts'
import { createReporter } from './status-reporter.ts'
import type { LocalDatabase } from './store/local-database.ts'
import { watchOpenings } from './stuck-opening.ts'
import { BEAT, type FromWorker, leaderChannel, type ToWorker } from './worker-protocol.ts'

/** A local record that cannot be read. */
interface Damaged {
  resource: string
  id: string
}

/**
 * The replication worker of one tab (WORK-1). It opens its own handle on the local database, waits to be leader, replicates, and reports its status to
 * all tabs. It never touches the screen and holds no state that a crash could lose.
 */
interface Running {
  stop: AbortController
  wake: () => void
  refetch: (record: Damaged) => void
  done: Promise<void>
}

let running: Running | undefined

const openings = watchOpenings()

type Start = Extract<ToWorker, { type: 'start' }>

function start(message: Start): Running {
  const stop = new AbortController()
  const bell = createBell()
  let replicator: Replicator | undefined
  let open: { db: LocalDatabase; transport: Transport } | undefined
  // Screens read before a worker leads: the damaged records that they find are kept here until there is a leader and a network.
  const damaged = new Map<string, Damaged>()
  const refetchDamaged = (): void => {
    for (const [key, one] of open ? damaged : []) {
      if (open)
        void refetch({ ...open, ...one, signal: stop.signal })
          .then(() => damaged.delete(key))
          .catch(() => undefined)
    }
  }
  const report = (one: Damaged): void => {
    damaged.set(`${one.resource}/${one.id}`, one)
    refetchDamaged()
  }
  const run = async (): Promise<void> => {
    const name = localDatabaseName(message.identity)
    const channel = new BroadcastChannel(leaderChannel(name))
    const reporter = createReporter(name)
    const wakeUp = (): void => (replicator ? replicator.wake() : bell.ring())
    // Any tab may ask for a wake; only the leader can answer it.
    channel.addEventListener('message', ({ data }: MessageEvent<'wake' | 'beat' | { damaged: Damaged }>) => {
      if (data === 'wake') wakeUp()
      else if (data !== 'beat' && open) report(data.damaged)
    })
    const lead = async (signal: AbortSignal): Promise<void> => {
      const db = await openings.during((onProgress) => openLocalDatabase(message.identity, { onProgress }))
      // Another realm has taken the lead from one that opened too long.
      if (signal.aborted) return db.close()
      try {
        const transport = createTransport({ ...message, fetch: self.fetch.bind(self) })
        await reporter.lead(db)
        open = { db, transport }
        const { version, bootstrapped = false } = message
        const onEvent = reporter.hear
        replicator = startReplicator({ db, transport, signal, onEvent, version, holdMs: HOLD_MS, bootstrapped })
        refetchDamaged()
        await replicator.stopped
      } finally {
        replicator = undefined
        open = undefined
        reporter.rest()
        await db.close()
      }
    }
    try {
      const onFailure = (error: unknown): void => reporter.hear(eventOf(error))
      const { isStuck } = openings
      await electLeader({ name, signal: stop.signal, locks: navigator.locks, channel, lead, isStuck, onFailure, bell })
    } finally {
      reporter.close()
      channel.close()
    }
  }
  return {
    stop,
    wake: () => {
      refetchDamaged()
      bell.ring()
      if (replicator) replicator.wake()
      else new BroadcastChannel(leaderChannel(localDatabaseName(message.identity))).postMessage('wake')
    },
    refetch: (one) => {
      report(one)
      if (!open) new BroadcastChannel(leaderChannel(localDatabaseName(message.identity))).postMessage({ damaged: one })
    },
    done: run().catch((error: unknown) => {
      // The tab receives the error and makes another worker.
      if (!stop.signal.aborted) self.reportError(error)
    }),
  }
}

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data
  if (message.type === 'start') {
    running?.stop.abort()
    running = start(message)
  } else if (message.type === 'stop') {
    running?.stop.abort()
    running = undefined
  } else if (message.type === 'wake') {
    running?.wake()
  } else {
    running?.refetch({ resource: message.resource, id: message.id })
  }
})

self.addEventListener('online', () => running?.wake())

// The tab replaces a worker that hangs: that frees the lock, and what else its opening holds.
const sayAlive = (): void => {
  if (!openings.isStuck()) self.postMessage({ type: 'alive' } satisfies FromWorker)
}
setInterval(sayAlive, BEAT)
sayAlive()
