import type { SyncedResource } from '../../schemas/resources.ts'
import type { TabDevice } from './tab-device.ts'

export interface Act<K extends string = string> {
  kind: K
  pick: number
}

/** Items of a set that an act added or removed, by their keys (schemas/merge-set.ts). */
export interface ItemChange {
  field: string
  added: readonly string[]
  removed: readonly string[]
}

/** What was written, and what its author saw where they wrote. */
export interface Written {
  resource: SyncedResource
  id: string
  /** Null where no word was written: a deletion, a person. */
  word: string | null
  over: unknown
  items?: readonly ItemChange[]
  /** Records that may leave somebody's phone because of it. */
  moved?: readonly string[]
  /** A deletion was taken back. */
  isRestored?: true
  /** An appointment that its author saw to be set aside. */
  isSetAside?: boolean | undefined
}

/** What an act works with. */
export interface ActContext {
  device: TabDevice
  me: string
  pick: number
  /** The word that this act writes. */
  word: string
  /** Id of one of the records that are shown. */
  some: (resource: SyncedResource) => Promise<string | undefined>
  /** Writes the word, or another value that stands for it, into a field of some record. */
  edit: (resource: SyncedResource, field: string, value?: unknown) => Promise<Written | null>
  made: (resource: SyncedResource, id: string, items?: readonly ItemChange[]) => Written
}
