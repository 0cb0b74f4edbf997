import {
  type EventBulk,
  getBroadcastChannelReference,
  type RxDocumentData,
  type RxStorageChangeEvent,
  type RxStorageInstanceCreationParams,
  removeBroadcastChannelReference,
} from 'rxdb/plugins/core'
import { type Observable, Subject } from 'rxjs'

/**
 * Tells the other tabs what one of them, or the worker, has written (STORE-2). A page of a synchronisation is told by the ids of its records, without these:
 * a tab would unpack a thousand records that it mostly does not show, again and again while it must answer to a finger. It reads again what it holds of them,
 * and RxDB runs its queries again.
 */

type Stored = RxDocumentData<Record<string, unknown>>
export interface Checkpoint {
  id: string
  lwt: number
}
export type Events = EventBulk<RxStorageChangeEvent<Stored>, Checkpoint>

/** RxDB keeps so many events for its queries; after more, each query is run again whatever they say (its ChangeEventBuffer). */
export const MANY = 100
/** After a page was told, the following ones are told together. */
export const TOGETHER_MS = 500

/** A realm has one channel for a database, named after the storage that opens first: that of RxDB's own notes. */
const CHANNEL = 'dexie'

interface Message {
  storageName: string
  databaseName: string
  collectionName: string
  version: number
  /** All of what was written, or the ids of much. */
  bulk: Events | Pick<Events, 'id' | 'checkpoint' | 'context'>
  ids?: string[]
}

export interface SharedEvents {
  /** What others have written. */
  heard: Observable<Events>
  tell: (events: Events) => void
  close: () => Promise<void>
}

/** A record that was written elsewhere, of which only the id was told; RxDB takes it for older than any state that it has. */
export const isUntold = (row: { _meta?: { lwt: number } }): boolean => row._meta?.lwt === 0

const untold = (key: string, id: string): Stored =>
  ({ [key]: id, _deleted: false, _attachments: {}, _rev: '0-untold', _meta: { lwt: 0 } }) as unknown as Stored

const eventOf = (id: string, row: Stored): RxStorageChangeEvent<Stored> =>
  row._deleted
    ? { documentId: id, operation: 'DELETE', documentData: row, previousDocumentData: row }
    : { documentId: id, operation: 'UPDATE', documentData: row, previousDocumentData: row }

export interface SharedInput {
  storageName: string
  /** The primary key of the collection's records. */
  key: string
  /** Whether RxDB holds a document of this id in this realm: by its id it would go on answering with that. */
  isHeld: (id: string) => boolean
  /** The stored rows, deleted ones too. */
  read: (ids: string[]) => Promise<Stored[]>
}

/** What was told while it waits to be told on. */
interface Waiting {
  last: Pick<Events, 'id' | 'checkpoint' | 'context'>
  events: Map<string, RxStorageChangeEvent<Stored> | null>
}

export function shareEvents(
  params: RxStorageInstanceCreationParams<Record<string, unknown>, never>,
  { storageName, key, isHeld, read }: SharedInput,
): SharedEvents {
  const { databaseInstanceToken: token, databaseName, collectionName } = params
  const about = { storageName, databaseName, collectionName, version: params.schema.version }
  const heard = new Subject<Events>()
  const holder = {}
  const channel = getBroadcastChannelReference(CHANNEL, token, databaseName, holder)
  let closed = false
  let waiting: Waiting | null = null
  let isBusy = false
  /** Rows of what waits and is held. */
  const held = new Map<string, Stored>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Tells on what waits, and waits again. */
  const flush = async (): Promise<void> => {
    held.clear()
    for (;;) {
      // Also what RxDB began to hold, and what was written again, while the rows were read.
      const asked = [...(waiting?.events ?? [])].flatMap(([id, event]) =>
        event === null && !held.has(id) && isHeld(id) ? [id] : [],
      )
      if (asked.length === 0) break
      for (const id of asked) held.set(id, untold(key, id))
      const rows = await read(asked).catch(() => [])
      for (const row of rows) if (held.has(String(row[key]))) held.set(String(row[key]), row)
    }
    if (closed || waiting === null) return
    const { last, events } = waiting
    waiting = null
    const [first, ...others] = [...events].map(([id, event]) => event ?? eventOf(id, held.get(id) ?? untold(key, id)))
    // Of a first one that it has forgotten, RxDB cannot compute its queries' answers from the others: it runs them again.
    if (first) heard.next({ ...last, id: `${last.id}-first`, events: [first] })
    heard.next({ ...last, events: others })
  }
  const flushLater = (): void => {
    isBusy = true
    // In a task of its own: no query is half way between its rows and RxDB's documents.
    timer = setTimeout(async () => {
      await flush()
      timer = setTimeout(() => {
        isBusy = false
        if (waiting) flushLater()
      }, TOGETHER_MS)
    })
  }
  const hear = (message: Message): void => {
    if (!Object.entries(about).every(([name, value]) => message[name as keyof Message] === value)) return
    const { bulk, ids } = message
    // In the order in which they were written: what follows a page waits with it.
    if (!ids && waiting === null) {
      heard.next(bulk as Events)
      return
    }
    const events: Waiting['events'] = waiting?.events ?? new Map()
    const told =
      ids?.map((id) => [id, null] as const) ?? (bulk as Events).events.map((one) => [one.documentId, one] as const)
    for (const [id, event] of told) {
      events.set(id, event)
      // What is being read of it may be its former state.
      held.delete(id)
    }
    waiting = { last: bulk, events }
    if (!isBusy) flushLater()
  }
  const listener = hear as unknown as Parameters<typeof channel.addEventListener>[1]
  channel.addEventListener('message', listener)
  return {
    heard: heard.asObservable(),
    tell: (bulk) => {
      if (closed) return
      const { events, ...rest } = bulk
      const message: Message =
        events.length > MANY
          ? { ...about, bulk: rest, ids: events.map(({ documentId }) => documentId) }
          : { ...about, bulk }
      void channel.postMessage(message as never)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      heard.complete()
      channel.removeEventListener('message', listener)
      await removeBroadcastChannelReference(token, holder)
    },
  }
}
