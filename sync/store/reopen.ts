import type { Dexie } from 'dexie'

/** What Dexie hides; named here and nowhere else. */
interface DexieInternals {
  _state: { autoOpen: boolean; openComplete: boolean; dbOpenError: unknown }
}

/** Those who waited for the opening have their refusal by then; sooner, each of them would open again, and again. */
const AFTER_MS = 1000

/**
 * A phone closes IndexedDB behind a sleeping page, and the next use opens it again; where that one opening fails, Dexie refuses everything until
 * the page is loaded again. With this, the next use after a moment opens anew (WORK-9).
 */
export function reopenable(dexie: Dexie): void {
  const open = dexie.open.bind(dexie)
  const state = (dexie as unknown as DexieInternals)._state
  dexie.open = () =>
    open().catch((error: unknown) => {
      setTimeout(() => {
        // Closed on purpose, opened by somebody else meanwhile, or being opened: left as it is.
        if (state.autoOpen && state.openComplete && !dexie.isOpen()) dexie.close({ disableAutoOpen: false })
      }, AFTER_MS)
      throw error
    })
}
