import type { FastifyInstance } from 'fastify'
import type { Viewers } from '../../schemas/access.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Hint } from '../../schemas/protocol.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { type NoticeEvent, noticeEvents } from '../notices/events.ts'
import { BURST_SECONDS, tell, tellLater } from '../notices/tell.ts'
import type { Tx } from '../plugins/database/database.ts'
import { EVERYONE, type StoredRow } from '../repositories/rows.ts'
import { updateBalances } from './balances.ts'
import { type Changes, createChanges } from './changes.ts'
import { lockForChange, StaleRoot } from './locks.ts'
import { updateScopes } from './project-effects.ts'
import { nextVersion } from './write-types.ts'

/** Changes of synced records that a service decides (a signature, a payment, a view), inside one transaction. */
export interface ServiceWrite {
  tx: Tx
  /** Locks a record after its projects; null when there is none, or when it is deleted. */
  lock(resource: SyncedResource, id: string): Promise<StoredRow | null>
  /** Sets fields of a locked record: no rights and no merge, only what the server itself decides. */
  set(resource: SyncedResource, row: StoredRow, values: Values): void
  /** Makes a record that only the server makes. Its fields are all given; who sees it comes from its project, else from `viewers`. */
  insert(resource: SyncedResource, id: string, record: Values, viewers?: Viewers): void
  /** Who decides it, when it is a member of the staff: they are not told of it (DAY-07). */
  by(personnel: string): void
  /** Tells people of something that no change of a record says; also when the rows are written. */
  tell(event: NoticeEvent): void
  /** Runs when the rows are written, in the same transaction; `changes` are all of them. */
  afterwards(fn: (changes: Changes) => Promise<void>): void
}

const TRIES = 4

/**
 * Runs `fn` and writes what it set with all consequences (project state, viewers, VERSION, seq), in one transaction of the company; hints are sent after the
 * commit. `fn` may run again: it must have no effect outside of the transaction.
 */
export async function serviceWrite<T>(
  app: Pick<FastifyInstance, 'db' | 'hints' | 'messages'>,
  companyId: string,
  fn: (write: ServiceWrite) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { result, hints, told, author } = await app.db.inTenant(companyId, (tx) => run(tx, fn))
      if (hints.length > 0) app.hints.publish(companyId, hints)
      if (told) app.messages.wake(companyId, author === null ? 0 : BURST_SECONDS)
      return result
    } catch (error) {
      if (!(error instanceof StaleRoot) || tries >= TRIES) throw error
    }
  }
}

interface Ran<T> {
  result: T
  hints: Hint[]
  told: boolean
  author: string | null
}

async function run<T>(tx: Tx, fn: (write: ServiceWrite) => Promise<T>): Promise<Ran<T>> {
  const changes = createChanges()
  const events: NoticeEvent[] = []
  let author: string | null = null
  const after: ((changes: Changes) => Promise<void>)[] = []
  const result = await fn({
    tx,
    async lock(resource, id) {
      const row = await lockForChange({ tx, mutation: { resource, id } }, {})
      return row && !row.deleted ? row : null
    },
    set(resource, row, values) {
      const before = { ...row.record }
      Object.assign(row.record, values)
      row.version = nextVersion(row.version, null)
      changes.update({ resource, row, before, fields: Object.keys(values) })
    },
    insert: (resource, id, record, viewers = EVERYONE) =>
      void changes.insert(resource, {
        id,
        record,
        version: 1,
        seq: 0,
        deleted: false,
        stamps: {},
        createdBy: null,
        viewers,
      }),
    by: (personnel) => {
      author = personnel
    },
    tell: (event) => void events.push(event),
    afterwards: (fn) => after.push(fn),
  })
  await updateBalances({ tx, changes })
  await updateScopes({ tx, changes })
  const told = await tell({ tx, changes, author }, [...events.splice(0), ...(await noticeEvents({ tx, changes }))])
  const hints = await changes.flush(tx)
  for (const fn of after) await fn(changes)
  const late = await tellLater({ tx }, events)
  return { result, hints: [...hints, ...late.hints], told: told || late.told, author }
}
