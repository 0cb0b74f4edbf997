/// <reference lib="webworker" />
import { type LocalDatabase, openLocalDatabase } from './database.ts'
import { type Identity, localDatabaseName } from './identity.ts'
import { electLeader } from './leader.ts'
import { repair } from './repair.ts'
import { type Replicator, startReplicator } from './replicator.ts'
import { INITIAL_STATUS, nextStatus, type ReplicationEvent, type ReplicationStatus } from './status.ts'
import { createTransport, type Transport } from './transport.ts'
import { leaderChannel, STATUS_DOC, type StatusMessage, statusChannel, type ToWorker } from './worker-protocol.ts'

/** A local record that cannot be read. */
interface Damaged {
  resource: string
  id: string
}

/**
 * The replication worker of one tab (WORK-1). It opens its own handle on the local database, waits to be leader, replicates, and tells all tabs
 * how it goes. It never touches the screen and holds no state that a crash could lose.
 */
interface Running {
  stop: AbortController
  wake: () => void
  repair: (record: Damaged) => void
  done: Promise<void>
}

let running: Running | undefined

type Start = Extract<ToWorker, { type: 'start' }>

/** Keeps the status, sends it to every tab and stores it for those that open later. */
async function createReporter(db: LocalDatabase, identity: Identity): Promise<(event: ReplicationEvent) => void> {
  const channel = new BroadcastChannel(statusChannel(localDatabaseName(identity)))
  const stored = await db.rx.getLocal<ReplicationStatus>(STATUS_DOC)
  let status: ReplicationStatus = {
    ...INITIAL_STATUS,
    lastSync: stored ? (stored.toJSON().data as ReplicationStatus).lastSync : null,
  }
  return (event) => {
    const before = status
    status = nextStatus(status, event)
    channel.postMessage({ type: 'status', status } satisfies StatusMessage)
    if (before.phase !== status.phase || before.lastSync !== status.lastSync || before.paused !== status.paused) {
      void db.rx.upsertLocal(STATUS_DOC, status).catch(() => undefined)
    }
  }
}

function start(message: Start): Running {
  const stop = new AbortController()
  let replicator: Replicator | undefined
  let open: { db: LocalDatabase; transport: Transport } | undefined
  // Screens read before anybody leads: what they find damaged waits here for the leader, or for the network.
  const damaged = new Map<string, Damaged>()
  const mend = (): void => {
    for (const [key, one] of open ? damaged : []) {
      if (open)
        void repair({ ...open, ...one, signal: stop.signal })
          .then(() => damaged.delete(key))
          .catch(() => undefined)
    }
  }
  const report = (one: Damaged): void => {
    damaged.set(`${one.resource}/${one.id}`, one)
    mend()
  }
  const run = async (): Promise<void> => {
    const name = localDatabaseName(message.identity)
    const channel = new BroadcastChannel(leaderChannel(name))
    // Any tab may ask for a wake; only the leader can answer it.
    channel.addEventListener('message', ({ data }: MessageEvent<'wake' | 'beat' | { damaged: Damaged }>) => {
      if (data === 'wake') replicator?.wake()
      else if (data !== 'beat' && open) report(data.damaged)
    })
    const lead = async (signal: AbortSignal): Promise<void> => {
      const db = await openLocalDatabase(message.identity)
      try {
        const transport = createTransport({ ...message, fetch: self.fetch.bind(self) })
        const onEvent = await createReporter(db, message.identity)
        open = { db, transport }
        replicator = startReplicator({ db, transport, signal, onEvent, version: message.version })
        mend()
        await replicator.stopped
      } finally {
        replicator = undefined
        open = undefined
        await db.close()
      }
    }
    await electLeader({ name, signal: stop.signal, locks: navigator.locks, channel, lead })
    channel.close()
  }
  return {
    stop,
    wake: () => {
      mend()
      if (replicator) replicator.wake()
      else new BroadcastChannel(leaderChannel(localDatabaseName(message.identity))).postMessage('wake')
    },
    repair: (one) => {
      report(one)
      if (!open) new BroadcastChannel(leaderChannel(localDatabaseName(message.identity))).postMessage({ damaged: one })
    },
    done: run().catch((error: unknown) => {
      if (!stop.signal.aborted) throw error
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
    running?.repair({ resource: message.resource, id: message.id })
  }
})

self.addEventListener('online', () => running?.wake())
