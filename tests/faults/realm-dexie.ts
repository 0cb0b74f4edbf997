import type { DexieConstructor, DexieOptions, liveQuery as watch } from 'dexie'

/**
 * Replaces « dexie » inside a realm (realm.ts): the one Dexie of this process, because Dexie patches the process's promises, over the
 * IndexedDB of the realm's phone. Two phones of one person have databases of the same name, so they may share no cache.
 */
declare const phoneDexie: { Dexie: DexieConstructor; liveQuery: typeof watch }

export class Dexie extends phoneDexie.Dexie {
  constructor(name: string, options: DexieOptions = {}) {
    super(name, { ...options, indexedDB, IDBKeyRange, cache: 'disabled' })
  }
}

export const liveQuery = phoneDexie.liveQuery
