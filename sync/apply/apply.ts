import type { BulkWriteRow, RxDocumentData } from 'rxdb/plugins/core'
import type { Entity } from '../../schemas/entity.ts'
import { same, type Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { entityValues, LEFT, type LocalDoc, type SyncMark } from '../store/local-record.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import { openEntriesOf } from '../store/read.ts'
import { forgetSent } from '../store/sent.ts'
import { rebuild } from './rebuild.ts'

/** A state of the server for one record; `record: null` when it is deleted there or may not be seen (any more). */
export interface ServerState {
  id: string
  seq: number
  epoch: string
  record: Values | null
}

type Stored = RxDocumentData<LocalDoc>

const FRESH: SyncMark = { seq: 0, epoch: '', gen: 0, state: 'synced', hidden: 0, master: null }

/** PULL-6: an older state of the same epoch is not applied. */
const isNotOlder = (incoming: ServerState, known: SyncMark): boolean =>
  incoming.epoch !== known.epoch || incoming.seq >= known.seq

interface ApplyOne {
  entity: Entity
  current: Stored | undefined
  incoming: ServerState | undefined
  entries: readonly OutboxEntry[]
  gen: number | undefined
}

/**
 * PULL-7: a generation never decreases, except to LEFT. Otherwise a repeated bootstrap, or a page that a suspended tab applies late, would mark a
 * record as old and the sweep would delete it.
 */
function generationOf(known: SyncMark, { takes, gen }: { takes: boolean; gen: number | undefined }): number {
  if (gen === LEFT) return LEFT
  if (gen !== undefined) return Math.max(known.gen, gen)
  return takes ? Math.max(known.gen, 0) : known.gen
}

/** The next document of one record, or null when nothing is to be written. Pure. */
function nextDocument({ entity, current, incoming, entries, gen }: ApplyOne, id: string): LocalDoc | null {
  const known = current?.sync ?? FRESH
  const knownServer =
    !current || current._deleted || known.seq === 0
      ? null
      : known.state === 'synced'
        ? entityValues(entity, current)
        : known.master
  const takes = incoming !== undefined && isNotOlder(incoming, known)
  const generation = generationOf(known, { takes: takes && incoming.record !== null, gen })
  const goes = generation === LEFT && entries.length === 0
  const server = takes ? incoming.record : goes ? null : knownServer
  const at = takes ? { seq: incoming.seq, epoch: incoming.epoch } : { seq: known.seq, epoch: known.epoch }
  const result = rebuild({ entity, server, at, entries })
  const mark: SyncMark = {
    ...at,
    gen: generation,
    state: result.state,
    hidden: result.hidden ? 1 : 0,
    master: result.overlaid ? server : null,
  }
  if (result.record === null) {
    if (!current || (current._deleted && same(current.sync, mark))) return null
    return { [entity.key]: id, VERSION: current.VERSION, sync: mark, _deleted: true }
  }
  const record = result.record
  const doc: LocalDoc = {
    ...entityValues(entity, record),
    ...entity.local?.derived?.of(record as never),
    VERSION: Number(record.VERSION ?? 0),
    sync: mark,
    _deleted: false,
  }
  if (
    current &&
    !current._deleted &&
    Object.entries(doc).every(([name, value]) => same(value, (current as Values)[name]))
  )
    return null
  return doc
}

export interface ApplyOptions {
  /** Server states that came in; records without one are only rebuilt. */
  states?: readonly ServerState[]
  /** Records to rebuild from what is known (an entry was added, acknowledged or abandoned). */
  ids?: readonly string[]
  gen?: number
  /** The records of the states are hardly here yet: they are added without being read first. */
  fresh?: boolean
  /** Stops between attempts: a worker that lost its lock must not write (WORK-2). */
  signal?: AbortSignal
}

/**
 * PULL-5: applies server states and overlays in a compare-and-set loop. Safe to repeat after a crash at any point; safe beside other realms doing
 * the same. Resolves once IndexedDB holds every record; rejects on storage errors (quota), having lost nothing.
 */
export async function apply(db: LocalDatabase, resource: SyncedResource, options: ApplyOptions): Promise<void> {
  await write(db, resource, options)
  const gone = (options.states ?? []).filter(({ record }) => record === null).map(({ id }) => id)
  if (gone.length > 0) await forgetSent(db, resource, gone)
}

async function write(db: LocalDatabase, resource: SyncedResource, options: ApplyOptions): Promise<void> {
  const entity = entityOf(resource)
  const collection = db.of(resource)
  const incoming = new Map((options.states ?? []).map((state) => [state.id, state]))
  let ids = [...new Set([...incoming.keys(), ...(options.ids ?? [])])]
  let isGuess = options.fresh === true
  while (ids.length > 0) {
    options.signal?.throwIfAborted()
    // « Not here » is a reading too: a record that is here refuses to be added (409), and is read in the next attempt.
    const stored = isGuess ? [] : await collection.storageInstance.findDocumentsById(ids, true)
    const current = new Map(stored.map((doc) => [String((doc as Values)[entity.key]), doc]))
    const entries = await openEntriesOf(db, resource)
    const rows: BulkWriteRow<LocalDoc>[] = []
    const unsure: string[] = []
    for (const id of ids) {
      const previous = current.get(id)
      const one = {
        entity,
        current: previous,
        incoming: incoming.get(id),
        entries: entries.get(id) ?? [],
        gen: options.gen,
      }
      const document = nextDocument(one, id)
      if (document) rows.push(writeRow(document, previous))
      else if (isGuess) unsure.push(id)
    }
    const { error } = rows.length > 0 ? await collection.storageInstance.bulkWrite(rows, 'lolapp-apply') : { error: [] }
    const broken = error.find((e) => e.status !== 409)
    if (broken) throw new Error(`Local write failed with status ${broken.status}`)
    ids = [...error.map((e) => e.documentId), ...unsure]
    isGuess = false
  }
}

function writeRow(document: LocalDoc, previous: Stored | undefined): BulkWriteRow<LocalDoc> {
  const row = {
    ...document,
    _attachments: {},
    _rev: previous?._rev ?? '',
    _meta: { ...(previous?._meta ?? { lwt: 1 }) },
  }
  return (previous ? { previous, document: row } : { document: row }) as BulkWriteRow<LocalDoc>
}
