import type { Dexie } from 'dexie'

/** Private fields of Dexie that this file uses. */
interface DexieInternals {
  _state: { autoOpen: boolean; openComplete: boolean; dbOpenError: unknown }
}

/** By then all callers that waited for the opening were refused; earlier, each of them would start another opening. */
const AFTER_MS = 1000

/**
 * A phone closes IndexedDB behind a sleeping page, and the next use opens it again. When that opening fails, Dexie refuses everything until the page
 * is reloaded. With this function, a use one second later opens it again (WORK-9).
 */
export function reopenable(dexie: Dexie): void {
  const open = dexie.open.bind(dexie)
  const state = (dexie as unknown as DexieInternals)._state
  dexie.open = () =>
    open().catch((error: unknown) => {
      setTimeout(() => {
        // Not when it was closed on purpose, is open again, or is being opened.
        if (state.autoOpen && state.openComplete && !dexie.isOpen()) dexie.close({ disableAutoOpen: false })
      }, AFTER_MS)
      throw error
    })
}
