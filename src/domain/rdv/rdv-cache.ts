import type { ResourceRecord } from '../../../schemas/resources.ts'
import type { Snapshot } from '../../../sync/outbox/snapshot.ts'

/**
 * An appointment that a form will open (CAL-05). Rescheduling copies it here, flagged as cached; with no current item it is a
 * creation that started elsewhere: a click in the agenda, a client, a project. It is stored with the tab, so a reload keeps it.
 */
export interface RdvCache {
  /** The appointment that is rescheduled; null for a creation. */
  current: string | null
  cached: true
  values: Partial<ResourceRecord<'rdv'>>
  /** The appointment as it was when this copy was made: the values are edits of it (OUT-11). */
  base?: Snapshot
}

const KEY = 'lolapp.rdv'

export function cacheRdv(current: string | null, values: RdvCache['values'], base?: Snapshot): void {
  const cache: RdvCache = { current, cached: true, values, ...(base ? { base } : {}) }
  sessionStorage.setItem(KEY, JSON.stringify(cache))
}

/** The appointment for the form, or null. A damaged entry counts as none. */
export function cachedRdv(): RdvCache | null {
  try {
    const cache = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<RdvCache> | null
    if (cache?.cached !== true || typeof cache.values !== 'object' || cache.values === null) return null
    const current = typeof cache.current === 'string' ? cache.current : null
    const base = typeof cache.base?.VERSION === 'number' ? { base: cache.base } : {}
    return { current, cached: true, values: cache.values, ...base }
  } catch {
    return null
  }
}

/** Called once the form was saved or left. */
export const clearRdvCache = (): void => sessionStorage.removeItem(KEY)
