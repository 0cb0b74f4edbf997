import type { ResourceRecord } from '../../schemas/resources.ts'

/**
 * An appointment on its way into the form (CAL-05). Rescheduling copies it here, flagged as cached; with no current item it is a
 * creation that started elsewhere: a click in the agenda, a client, a project. It lives with the tab, so a reload keeps it.
 */
export interface RdvCache {
  /** The appointment that is rescheduled; null for a creation. */
  current: string | null
  cached: true
  values: Partial<ResourceRecord<'rdv'>>
}

const KEY = 'lolapp.rdv'

export function cacheRdv(current: string | null, values: RdvCache['values']): void {
  const cache: RdvCache = { current, cached: true, values }
  sessionStorage.setItem(KEY, JSON.stringify(cache))
}

/** The appointment that waits for the form, or null. A damaged entry is none. */
export function cachedRdv(): RdvCache | null {
  try {
    const cache = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<RdvCache> | null
    if (cache?.cached !== true || typeof cache.values !== 'object' || cache.values === null) return null
    return { current: typeof cache.current === 'string' ? cache.current : null, cached: true, values: cache.values }
  } catch {
    return null
  }
}

/** Once the form was saved or left. */
export const clearRdvCache = (): void => sessionStorage.removeItem(KEY)
