import type { RecordOf } from '../../../schemas/entity.ts'
import type { resources, SyncedResource } from '../../../schemas/resources.ts'

/** What the server keeps beside an entity's own fields. */
interface ServerColumns {
  company_id: string
  /** Commit order within the company (take_seq). */
  seq: number
  /** Tombstone. */
  deleted: boolean
}

/** Tables of migration 0002: the entity's fields under the contract's names, VERSION, and the server's columns. */
export type EntityTables = {
  [R in SyncedResource]: RecordOf<(typeof resources)[R]> & ServerColumns
}
