import type { Does } from '../actor.ts'
import type { Attempts } from './attempts.ts'

/**
 * Store of @fastify/rate-limit: two processes together must not allow more than one. The limit of a route that acts is counted in the database, request by
 * request: such requests are few. The general limit, which every request passes, and those of routes that read, which must not write, are counted here, and
 * the processes tell each other by the database the counts of the busiest addresses.
 */
export interface SharedStoreOptions {
  attempts: Attempts
  /** Another process may serve the same database. */
  isShared: boolean
  onError: (error: unknown) => void
}

type Callback = (error: Error | null, result?: { current: number; ttl: number }) => void

/** The interface that the plugin expects of a store. */
interface Store {
  incr(address: string, done: Callback, timeWindow: number, max: number): void
  /** @param options hold the route, which the plugin's types leave out */
  child(options: object): Store
}

interface Route {
  method?: string | string[]
  url?: string
  config?: { does?: Does }
}

/** The share of a limit that an address may use up before the other processes are told. */
const TOLD_AT = 20
/** Addresses that are counted at once; the one seen longest ago is dropped first. */
const ADDRESSES = 5000

interface Count {
  /** By the clock that nobody sets: a wall clock that was ahead would make a window of a minute last until it is that late again. */
  endsAt: number
  here: number
  /** How many of them the other processes know. */
  told: number
  /** How many the other processes reported. */
  elsewhere: number
  telling: boolean
}

/** The class from which the plugin makes its store. */
export function sharedStore(options: SharedStoreOptions) {
  return class SharedStore implements Store {
    readonly #store = hereFirst('requests', options)

    incr(...call: Parameters<Store['incr']>): void {
      this.#store.incr(...call)
    }

    child(child: object): Store {
      const { routeInfo } = child as { routeInfo: Route }
      // A limit that several routes share (`app.rateLimit`) names none of them; calendars, which read, have one.
      const name = `route ${[routeInfo.method ?? 'shared'].flat().join(',')} ${routeInfo.url ?? ''}`
      return routeInfo.config?.does === 'acts' ? inDatabase(name, options.attempts) : hereFirst(name, options)
    }
  }
}

function inDatabase(name: string, attempts: Attempts): Store {
  const store: Store = {
    incr: (address, done, timeWindow) => {
      attempts.add(`${name} ${address}`, 1, timeWindow).then(
        ({ hits, left }) => done(null, { current: hits, ttl: left }),
        (error: unknown) => done(error as Error),
      )
    },
    child: () => store,
  }
  return store
}

function hereFirst(name: string, { attempts, isShared, onError }: SharedStoreOptions): Store {
  const counts = new Map<string, Count>()

  const tell = async (address: string, count: Count, timeWindow: number): Promise<void> => {
    count.telling = true
    const news = count.here - count.told
    try {
      const { hits } = await attempts.add(`${name} ${address}`, news, timeWindow)
      count.told += news
      count.elsewhere = Math.max(0, hits - count.told)
    } catch (error) {
      onError(error)
    } finally {
      count.telling = false
    }
  }

  const store: Store = {
    incr: (address, done, timeWindow, max) => {
      const now = performance.now()
      const known = counts.get(address)
      const fresh = { endsAt: now + timeWindow, here: 0, told: 0, elsewhere: 0, telling: false }
      const count = known && known.endsAt > now ? known : fresh
      count.here += 1
      counts.delete(address)
      counts.set(address, count)
      for (const oldest of counts.keys()) {
        if (counts.size <= ADDRESSES) break
        counts.delete(oldest)
      }
      if (isShared && !count.telling && count.here - count.told >= Math.max(1, max / TOLD_AT))
        void tell(address, count, timeWindow)
      done(null, { current: count.here + count.elsewhere, ttl: count.endsAt - now })
    },
    child: () => store,
  }
  return store
}
