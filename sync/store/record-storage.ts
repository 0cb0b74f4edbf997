import { Dexie } from 'dexie'
import {
  type BulkWriteRow,
  categorizeBulkWriteRows,
  getPrimaryFieldOfPrimaryKey,
  getQueryMatcher,
  INDEX_MIN,
  type PreparedQuery,
  type RxDocumentData,
  type RxJsonSchema,
  type RxStorageBulkWriteResponse,
  type RxStorageCountResult,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
  type RxStorageQueryResult,
  type RxStorageWriteErrorConflict,
} from 'rxdb/plugins/core'
import { merge, type Observable, Subject } from 'rxjs'
import { documentsIn, inOrder, rangeOf, type Source } from './row-pages.ts'
import { type Checkpoint, type Events, type SharedEvents, shareEvents } from './shared-events.ts'
import { answered, DOCS, GONE, storedName } from './stored-rows.ts'

/**
 * Our storage of records for RxDB (STORE-1). RxDB's own stores deleted documents beside the others: each index begins with `_deleted`, three more serve
 * `_deleted` alone and the time of the last write, and each write reads first what stands there. Here deleted documents are in a store of their own, indexes
 * have only what queries name, and a document that should be new is added without looking: IndexedDB says whether it was there.
 */

type Doc = Record<string, unknown>
type Stored = RxDocumentData<Doc>
type Options = Record<string, unknown>
interface Internals {
  dexieDb: Dexie
}

export interface RecordStorageSetUp {
  /** Sets up the connection before it is first opened: the first use opens it. */
  configure: (dexie: Dexie) => void
  /** Whether RxDB holds a document of this id in this realm. */
  isHeld: (id: string) => boolean
}

export async function createRecordStorage<T>(
  params: RxStorageInstanceCreationParams<T, Options>,
  setUp: RecordStorageSetUp,
): Promise<RxStorageInstance<T, Internals, Options, Checkpoint>> {
  return new RecordStorage(params as unknown as RxStorageInstanceCreationParams<Doc, Options>, setUp) as never
}

const NAME = 'lolapp-records'

/** Fields of RxDB's index that ours has; RxDB puts `_deleted` before them, and the primary key at the end. */
const fieldsOf = (index: readonly string[]): string[] => index.slice(1)

/** RxDB's indexes of what is not deleted. */
const ownIndexes = ({ indexes }: RxJsonSchema<Stored>): string[][] =>
  (indexes as string[][]).filter(([first]) => first === '_deleted').map(fieldsOf)

const pathOf = (fields: readonly string[]): string =>
  fields.length === 1 ? String(fields[0]) : `[${fields.join('+')}]`

class RecordStorage implements RxStorageInstance<Doc, Internals, Options, Checkpoint> {
  readonly databaseName: string
  readonly collectionName: string
  readonly schema: Readonly<RxJsonSchema<Stored>>
  readonly internals: Internals
  readonly options: Readonly<Options>
  closed?: Promise<void>
  private readonly key: string
  private readonly changes = new Subject<Events>()
  /** Null where this realm alone has the database open. */
  private readonly shared: SharedEvents | null
  /** Tombstones with which an insert was refused, as the very objects that the refusal named. */
  private readonly refusedBy = new WeakSet<Stored>()

  constructor(params: RxStorageInstanceCreationParams<Doc, Options>, { configure, isHeld }: RecordStorageSetUp) {
    const { databaseName, collectionName, schema, options } = params
    this.databaseName = databaseName
    this.collectionName = collectionName
    this.schema = schema
    this.options = options
    this.key = getPrimaryFieldOfPrimaryKey(schema.primaryKey) as string
    const read = (ids: string[]): Promise<Stored[]> => this.findDocumentsById(ids, true)
    const sharing = { storageName: NAME, key: this.key, isHeld, read }
    this.shared = params.multiInstance ? shareEvents(params as never, sharing) : null
    const dexieDb = new Dexie(
      storedName({ database: databaseName, version: schema.version, collection: collectionName }),
    )
    configure(dexieDb)
    const paths = ownIndexes(schema).map(pathOf)
    const indexes = paths.filter((path) => path !== this.key)
    dexieDb.version(1).stores({ [DOCS]: [this.key, ...new Set(indexes)].join(), [GONE]: this.key })
    this.internals = { dexieDb }
  }

  async bulkWrite(given: BulkWriteRow<Doc>[], context: string): Promise<RxStorageBulkWriteResponse<Doc>> {
    this.assertOpen()
    const { dexieDb } = this.internals
    const rows = given.map((row) => this.withoutReinsert(row))
    const written = await dexieDb.transaction('rw', DOCS, GONE, async ({ idbtrans }) =>
      write(storesOf(idbtrans), { rows, context, storage: this, key: this.key }),
    )
    const { errors, eventBulk, newestRow } = written
    for (const { writeRow, documentInDb } of errors as RxStorageWriteErrorConflict<Doc>[])
      if (!writeRow.previous && documentInDb._deleted) this.refusedBy.add(documentInDb)
    if (eventBulk.events.length > 0 && newestRow) {
      const { document } = newestRow
      eventBulk.checkpoint = { id: String(document[this.key]), lwt: document._meta.lwt }
      this.changes.next(eventBulk as Events)
      this.shared?.tell(eventBulk as Events)
    }
    return { error: errors }
  }

  /**
   * PULL-5: RxDB's wrapper of this storage answers the refusal of an insert with a second write, over the tombstone that refused it, whatever its seq. That one
   * is an insert as well: it is refused, and whoever inserts reads the tombstone.
   */
  private withoutReinsert(row: BulkWriteRow<Doc>): BulkWriteRow<Doc> {
    return row.previous && this.refusedBy.has(row.previous) ? { document: row.document } : row
  }

  async findDocumentsById(ids: string[], withDeleted: boolean): Promise<Stored[]> {
    this.assertOpen()
    const { dexieDb } = this.internals
    return dexieDb.transaction('r', DOCS, GONE, async ({ idbtrans }) => {
      const { docs, gone } = storesOf(idbtrans)
      const found = await rowsOf(docs, ids)
      if (withDeleted && found.size < ids.length) {
        const missing = ids.filter((id) => !found.has(id))
        for (const [id, row] of await rowsOf(gone, missing)) found.set(id, row)
      }
      return [...found.values()]
    })
  }

  async query(prepared: PreparedQuery<Doc>): Promise<RxStorageQueryResult<Doc>> {
    this.assertOpen()
    const { schema, internals } = this
    return internals.dexieDb.transaction('r', DOCS, GONE, async ({ idbtrans }) => {
      const stores = storesOf(idbtrans)
      if (!asksForLiving(prepared)) return { documents: await allOf(stores, { schema, prepared }) }
      const source = sourceOf(stores, prepared)
      if (source === null || prepared.query.limit === 0) return { documents: [] }
      return { documents: await documentsIn({ schema, prepared, source, documentOf: (row) => row as Stored }) }
    })
  }

  async count(prepared: PreparedQuery<Doc>): Promise<RxStorageCountResult> {
    const { query, queryPlan } = prepared
    const isCounted =
      queryPlan.selectorSatisfiedByIndex && asksForLiving(prepared) && !query.skip && query.limit === undefined
    if (!isCounted) return { count: (await this.query(prepared)).documents.length, mode: 'slow' }
    this.assertOpen()
    const count = await this.internals.dexieDb.transaction('r', DOCS, GONE, async ({ idbtrans }) => {
      const source = sourceOf(storesOf(idbtrans), prepared)
      return source ? answered(source.index.count(source.range)) : 0
    })
    return { count, mode: 'fast' }
  }

  getAttachmentData(): Promise<Blob> {
    throw new Error('Records have no attachments')
  }

  changeStream(): Observable<Events> {
    this.assertOpen()
    return this.shared ? merge(this.shared.heard, this.changes) : this.changes.asObservable()
  }

  async cleanup(minimumDeletedTime: number): Promise<boolean> {
    this.assertOpen()
    const until = Date.now() - minimumDeletedTime
    await this.internals.dexieDb.transaction('rw', GONE, async ({ idbtrans }) => {
      const gone = idbtrans.objectStore(GONE)
      const rows: Stored[] = await answered(gone.getAll())
      for (const row of rows) if (row._meta.lwt < until) gone.delete(row[this.key] as string)
    })
    return true
  }

  async remove(): Promise<void> {
    this.assertOpen()
    await this.internals.dexieDb.transaction('rw', DOCS, GONE, async ({ idbtrans }) => {
      for (const store of Object.values(storesOf(idbtrans))) store.clear()
    })
    return this.close()
  }

  close(): Promise<void> {
    this.closed ??= (async () => {
      this.changes.complete()
      await this.shared?.close()
      this.internals.dexieDb.close()
    })()
    return this.closed
  }

  private assertOpen(): void {
    if (this.closed) throw new Error(`${this.databaseName}-${this.collectionName} is closed`)
  }
}

interface Stores {
  docs: IDBObjectStore
  gone: IDBObjectStore
}

const storesOf = (transaction: IDBTransaction): Stores => ({
  docs: transaction.objectStore(DOCS),
  gone: transaction.objectStore(GONE),
})

/** The rows of these ids that a store has, by id. */
async function rowsOf(store: IDBObjectStore, ids: readonly string[]): Promise<Map<string, Stored>> {
  const rows: (Stored | undefined)[] = await Promise.all(ids.map((id) => answered(store.get(id))))
  return new Map(ids.flatMap((id, at) => (rows[at] ? [[id, rows[at]] as const] : [])))
}

/** Every query of RxDB's collections leaves deleted documents out; only its plugins ask otherwise. */
const asksForLiving = ({ query, queryPlan }: PreparedQuery<Doc>): boolean => {
  const { _deleted: deleted } = query.selector as { _deleted?: { $eq?: unknown } }
  return queryPlan.index[0] === '_deleted' && deleted?.$eq === false && Object.keys(deleted).length === 1
}

/** What a query reads; null for a range that can hold nothing. */
function sourceOf({ docs }: Stores, { queryPlan }: PreparedQuery<Doc>): Source | null {
  const fields = fieldsOf(queryPlan.index)
  const bound = (keys: readonly unknown[]): IDBValidKey => {
    const own = keys.slice(1).map((key) => (key === INDEX_MIN ? Number.NEGATIVE_INFINITY : key)) as IDBValidKey[]
    return own.length === 1 ? (own[0] as IDBValidKey) : own
  }
  const { startKeys, endKeys, inclusiveStart, inclusiveEnd } = queryPlan
  const range = rangeOf(() => IDBKeyRange.bound(bound(startKeys), bound(endKeys), !inclusiveStart, !inclusiveEnd))
  if (range === null) return null
  return { index: fields.length === 1 ? docs : docs.index(pathOf(fields)), range, first: [] }
}

/** The answer to a query that also wants deleted documents: no index has them, so all are read. */
async function allOf(
  { docs, gone }: Stores,
  { schema, prepared }: { schema: Readonly<RxJsonSchema<Stored>>; prepared: PreparedQuery<Doc> },
): Promise<Stored[]> {
  const [living, dead]: [Stored[], Stored[]] = await Promise.all([answered(docs.getAll()), answered(gone.getAll())])
  const matches = getQueryMatcher(schema, prepared.query)
  const found = [...living, ...dead].filter((document) => matches(document))
  return inOrder(found, {
    schema,
    prepared: { ...prepared, queryPlan: { ...prepared.queryPlan, sortSatisfiedByIndex: false } },
  })
}

interface Write {
  rows: BulkWriteRow<Doc>[]
  context: string
  storage: RecordStorage
  key: string
}

type Written = ReturnType<typeof categorizeBulkWriteRows<Doc>>

/** Writes rows whose former states are still those that the writer knows; the others are errors (409). Within a transaction of both stores. */
async function write(stores: Stores, { rows, context, storage, key }: Write): Promise<Written> {
  const { docs, gone } = stores
  const idOf = ({ document }: BulkWriteRow<Doc>): string => String(document[key])
  const isNew = ({ previous, document }: BulkWriteRow<Doc>): boolean => !previous && !document._deleted
  const fresh = rows.filter(isNew)
  const known = new Map<string, Stored>()
  const learn = (found: ReadonlyMap<string, Stored>): void => {
    for (const [id, row] of found) known.set(id, row)
  }
  const others = rows.filter((row) => !isNew(row)).map(idOf)
  learn(await rowsOf(docs, others))
  const buried = await answered(gone.count())
  if (buried > 0)
    learn(
      await rowsOf(
        gone,
        rows.map(idOf).filter((id) => !known.has(id)),
      ),
    )
  const added = fresh.filter((row) => !known.has(idOf(row)))
  learn(await rowsOf(docs, await addAll(docs, added, idOf)))
  const written = categorizeBulkWriteRows<Doc>(storage, key as never, known, rows, context)
  const done = new Set(added.map(({ document }) => document))
  for (const { document } of [...written.bulkInsertDocs, ...written.bulkUpdateDocs]) {
    const id = String(document[key])
    const [to, from] = document._deleted ? [gone, docs] : [docs, gone]
    if (!done.has(document)) to.put(document)
    if (known.get(id)?._deleted === !document._deleted) from.delete(id)
  }
  return written
}

/** Adds documents that should be new. @returns the ids of those that were there */
async function addAll(
  docs: IDBObjectStore,
  rows: readonly BulkWriteRow<Doc>[],
  idOf: (row: BulkWriteRow<Doc>) => string,
): Promise<string[]> {
  const there: string[] = []
  const requests = rows.map(
    (row) =>
      new Promise<void>((resolve, reject) => {
        const request = docs.add(row.document)
        request.onsuccess = () => resolve()
        request.onerror = (event) => {
          if (request.error?.name !== 'ConstraintError') return reject(request.error)
          // Else the whole transaction would be given up.
          event.preventDefault()
          event.stopPropagation()
          there.push(idOf(row))
          resolve()
        }
      }),
  )
  await Promise.all(requests)
  return there
}
