import { localDatabaseName } from '../../../../sync/identity.ts'
import type { LocalDoc } from '../../../../sync/store/local-record.ts'
import { collectionOf, LOCAL_SCHEMA_VERSION } from '../../../../sync/store/local-schema.ts'
import { isUntold } from '../../../../sync/store/shared-events.ts'
import { storedName } from '../../../../sync/store/stored-rows.ts'
import type { LocalData } from '../../../data/database/local-data.ts'
import type { Me } from './client-places.ts'
import type { Change, FromMapWorker, PlacesState, Question, Questions, ToMapWorker } from './map-protocol.ts'
import { addressRow, clientRow } from './map-rows.ts'

/** The clients' points, kept up to date with the local database. */
export interface MapPlaces {
  state: () => PlacesState
  subscribe: (listener: () => void) => () => void
  ask: <Q extends Question>(question: Q, ask: Questions[Q]['ask']) => Promise<Questions[Q]['answer']>
}

const START: PlacesState = { reading: true, clients: 0, located: 0, revision: 0 }
/** Changes are sent in batches: a first synchronisation writes thousands a second. */
const BATCH_MS = 200

type Post = (message: ToMapWorker) => void

/** Sends the worker all later writes of tabs and of the replication. @returns a function that stops it */
function follow(data: LocalData, post: Post): () => void {
  const nothing = (): Change => ({ adresses: [], clients: [], written: { adresse: [], client: [] } })
  let change = nothing()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    post({ type: 'change', change })
    change = nothing()
  }
  const watch = (resource: 'adresse' | 'client', keep: (row: LocalDoc, gone: boolean) => void) =>
    data.db.of(resource).$.subscribe(({ documentData, documentId, operation }) => {
      const row = documentData as unknown as LocalDoc
      if (isUntold(documentData as object)) change.written[resource].push(documentId)
      else keep(row, operation === 'DELETE' || row._deleted || row.sync?.hidden === 1)
      timer ??= setTimeout(flush, BATCH_MS)
    })
  const watched = [
    watch('adresse', (row, gone) => change.adresses.push(gone ? { id: String(row.IDADRESSE), gone } : addressRow(row))),
    watch('client', (row, gone) => change.clients.push(gone ? { id: String(row.IDCLIENT), gone } : clientRow(row))),
  ]
  return () => {
    clearTimeout(timer)
    for (const one of watched) one.unsubscribe()
  }
}

/** Starts the map's worker on this account's local database. `close` ends it. */
export function openMapPlaces(data: LocalData, me: Me): MapPlaces & { close: () => void } {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), { type: 'module', name: 'lolapp-map' })
  const post: Post = (message) => worker.postMessage(message)
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  const listeners = new Set<() => void>()
  let state = START
  let last = 0
  worker.addEventListener('message', ({ data: message }: MessageEvent<FromMapWorker>) => {
    if (message.type === 'state') {
      state = message.state
      for (const listener of listeners) listener()
      return
    }
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'answer') asked?.resolve(message.answer as never)
    else asked?.reject(new Error(message.message))
  })
  // Before reading begins, so that no change is missed.
  const stop = follow(data, post)
  const database = localDatabaseName(data.identity)
  const stored = (resource: 'adresse' | 'client') =>
    storedName({ database, version: LOCAL_SCHEMA_VERSION, collection: collectionOf(resource) })
  post({ type: 'open', me, stores: { adresse: stored('adresse'), client: stored('client') } })
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask: (question, ask) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        post({ type: 'ask', id: last, question, ask } as ToMapWorker)
      }),
    close: () => {
      stop()
      worker.terminate()
    },
  }
}
