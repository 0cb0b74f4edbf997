/// <reference lib="webworker" />
import Dexie, { type Table } from 'dexie'
import indexeddb from 'pouchdb-adapter-indexeddb'
import PouchDB from 'pouchdb-browser'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { entityOf } from '../../../schemas/resources.ts'
import { createTransport } from '../../../sync/net/transport.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import { pullResource } from '../../../sync/replicate/pull.ts'
import type { Contender, Job, JobDone } from './contenders.ts'

type Row = Record<string, unknown> & { IDCLIENT: string }
interface Page {
  data: Row[]
  checkpoint: string
  complete: boolean
}

const identity = (name: string) => ({ companyId: 'bench', account: `personnel:${name}`, impersonator: '' })

async function* pages(n: number): AsyncGenerator<Page> {
  let since = ''
  for (;;) {
    const response = await fetch(`/api-${n}/clients?since=${encodeURIComponent(since)}&limit=1000`)
    const page = (await response.json()) as Page
    yield page
    if (page.complete) return
    since = page.checkpoint
  }
}

const runs: Record<Contender, (n: number) => Promise<number>> = {
  'raw-dexie': async (n) => {
    const db = new Dexie('raw')
    db.version(1).stores({ clients: 'IDCLIENT, NOM, VILLE, [IDPERSONNEL+NOM], PRENOM, PORTABLE', checkpoints: 'id' })
    const [clients, checkpoints] = [
      db.table('clients') as Table<Row>,
      db.table('checkpoints') as Table<{ id: string; value: string }>,
    ]
    for await (const page of pages(n)) {
      await db.transaction('rw', clients, checkpoints, async () => {
        await clients.bulkPut(page.data)
        await checkpoints.put({ id: 'clients', value: page.checkpoint })
      })
    }
    return clients.count()
  },
  lolapp: async (n) => {
    const db = await openLocalDatabase(identity('lolapp'))
    const transport = createTransport({
      base: `${location.origin}/api-${n}`,
      token: 't',
      identity: db.identity,
      device: 'd',
    })
    await pullResource({ db, transport, resource: 'client', signal: new AbortController().signal })
    return db.of('client').count().exec()
  },
  'rxdb-pull-only': async (n) => {
    const db = await openLocalDatabase(identity('rxdb'))
    const collection = db.of('client')
    const replication = replicateRxCollection<Row, { since: string }>({
      collection: collection as never,
      replicationIdentifier: 'bench',
      live: false,
      waitForLeadership: false,
      pull: {
        batchSize: 1000,
        handler: async (checkpoint) => {
          const response = await fetch(
            `/api-${n}/clients?since=${encodeURIComponent(checkpoint?.since ?? '')}&limit=1000`,
          )
          const page = (await response.json()) as Page
          const documents = page.data.map(({ _seq, ...row }) => ({
            ...row,
            ...keys(row),
            _deleted: false,
            sync: { seq: _seq, hidden: 0 },
          }))
          return { documents: documents as never, checkpoint: { since: page.checkpoint } }
        },
      },
    })
    await replication.awaitInitialReplication()
    return collection.count().exec()
  },
  pouchdb: async (n) => {
    PouchDB.plugin(indexeddb)
    const db = new PouchDB('pouch', { adapter: 'indexeddb', auto_compaction: true })
    await db.replicate.from(`${location.origin}/couch-${n}`, { batch_size: 1000, batches_limit: 10 })
    return (await db.info()).doc_count
  },
}

/** The search keys that the product derives; rxdb-pull-only stores them too, so that both fill the same indexes. */
const keys = (row: Row) => entityOf('client').local?.derived?.of(row as never)

self.addEventListener('message', (event: MessageEvent<Job>) => {
  const start = performance.now()
  void runs[event.data.contender](event.data.n).then((rows) => {
    self.postMessage({ ms: performance.now() - start, rows } satisfies JobDone)
  })
})
