import type { Values } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { Knowledge } from './deletions.ts'
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

/** What an act wrote, and the values that its author saw there before. */
export interface Written {
  resource: SyncedResource
  id: string
  /** Null where the act writes no word: a deletion, a change of a person. */
  word: string | null
  over: unknown
  items?: readonly ItemChange[]
  /** Key of the item whose text this act changed. */
  item?: string
  /** Records that this act may remove from somebody's phone. */
  moved?: readonly string[]
  /** The act cancelled a deletion. */
  isRestored?: true
  /** The author edited an appointment that was already soft-deleted on their screen. */
  isSoftDeleted?: boolean | undefined
  /** Of a deletion: what its author's phone held when it was made. */
  known?: Knowledge
}

/** A record as the author's phone shows it. */
export interface Chosen {
  id: string
  shown: Values
}

/** The inputs of an act. */
export interface ActContext {
  device: TabDevice
  me: string
  pick: number
  /** The word that this act writes. */
  word: string
  /** Id of one of the records that the phone shows. */
  some: (resource: SyncedResource) => Promise<string | undefined>
  /** One of those for which the screen offers the act. */
  among: (resource: SyncedResource, isOffered: (shown: Values) => boolean | Promise<boolean>) => Promise<Chosen | null>
  /** Writes the word, or another value that stands for it, into a field of some record. */
  edit: (resource: SyncedResource, field: string, value?: unknown) => Promise<Written | null>
  made: (resource: SyncedResource, id: string, items?: readonly ItemChange[]) => Written
}

/** Who is a director when a run begins: the screens offer them what they offer to no other of its people. */
export const isDirector = (person: string): boolean => person === 'diane'
