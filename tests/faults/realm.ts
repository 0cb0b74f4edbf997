import { Script } from 'node:vm'
import { Dexie, liveQuery } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { bundle } from './bundle.ts'
import type { RealmCode } from './realm-code.ts'
import type { Release } from './releases.ts'

/**
 * A realm is one tab or worker: a copy of the product's code with a clock, timers, a network and an IndexedDB of its phone. Many live in one
 * process, so that a run costs milliseconds; each can be frozen and killed like the real one, and several may share a phone. (RxDB's free
 * edition opens thirteen collections per copy of its code.)
 */
export interface RealmHost {
  phone: string
  /** Release of the app. */
  release: Release
  storage: IDBFactory
  /** The time by the phone's clock, milliseconds. */
  now: () => number
  fetch: typeof fetch
  /** Called with each time limit that is set; it belongs to the next call of `fetch`. */
  onTimeLimit: (expire: () => void) => void
  /** Whether a timer of this realm may fire now: not while it is frozen, never once it is dead. */
  awake: () => Promise<void>
}

type Instantiate = (...globals: unknown[]) => { code: RealmCode }

const GLOBALS = [
  'globalThis',
  'self',
  'window',
  'indexedDB',
  'IDBKeyRange',
  'Date',
  'setTimeout',
  'setInterval',
  'fetch',
  'AbortSignal',
  'BroadcastChannel',
  'navigator',
  'console',
  'phoneDexie',
] as const

const compiled = new Map<Release, Promise<Instantiate>>()

/** The product's code as one text, whose browser globals are the realm's. */
async function compile(release: Release): Promise<Instantiate> {
  const code = await bundle({ entry: 'realm-code.ts', name: 'realm', release, alias: { dexie: 'realm-dexie.ts' } })
  const text = `(function (${GLOBALS.join(', ')}) {\n${code}\nreturn realm\n})`
  return new Script(text, { filename: 'realm.js' }).runInThisContext() as Instantiate
}

export interface Realm {
  code: RealmCode
  /** Closes its channels: a dead realm receives nothing. */
  end: () => void
}

/** A new copy of the product's code for this host. */
export async function loadRealm(host: RealmHost): Promise<Realm> {
  const made = compiled.get(host.release) ?? compile(host.release)
  compiled.set(host.release, made)
  const instantiate = await made
  const channels: BroadcastChannel[] = []
  const own: Record<string, unknown> = {
    indexedDB: host.storage,
    IDBKeyRange,
    Date: dateOf(host.now),
    setTimeout: (call: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      setTimeout(() => void host.awake().then(() => call(...args)), ms),
    setInterval: intervalOf(host.awake),
    fetch: host.fetch,
    AbortSignal: { any: (signals: AbortSignal[]) => AbortSignal.any(signals), timeout: timeLimit(host) },
    BroadcastChannel: channelOf(host.phone, channels),
    navigator: { onLine: true },
    // RxDB prints an advertisement once per copy of its code.
    console: { ...console, warn: () => undefined },
    phoneDexie: { Dexie, liveQuery },
  }
  const scope = new Proxy(globalThis, {
    get: (target, name) => (typeof name === 'string' && name in own ? own[name] : Reflect.get(target, name)),
    has: (target, name) => name in own || name in target,
  })
  const window = { addEventListener: () => undefined, removeEventListener: () => undefined }
  own.globalThis = scope
  own.self = scope
  own.window = window
  const { code } = instantiate(...GLOBALS.map((name) => own[name]))
  return {
    code,
    end: () => {
      for (const channel of channels) channel.close()
    },
  }
}

function dateOf(now: () => number): DateConstructor {
  return class extends Date {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [now()] : args) as [number]))
    }
    static override now(): number {
      return now()
    }
  } as unknown as DateConstructor
}

/** Timers of rxjs are intervals. While the realm is frozen they do not add up: one call waits for the thaw. */
const intervalOf =
  (awake: RealmHost['awake']) =>
  (call: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    let waits = false
    const timer = setInterval(async () => {
      if (waits) return
      waits = true
      await awake()
      waits = false
      call(...args)
    }, ms)
    return timer
  }

/** The product's thirty-second time limits expire when a fault says so, not by the clock. */
const timeLimit = (host: RealmHost) => (): AbortSignal => {
  const limit = new AbortController()
  host.onTimeLimit(() => limit.abort(new DOMException('The time limit is over', 'TimeoutError')))
  return limit.signal
}

/** A channel reaches the tabs of the same phone only. */
const channelOf = (phone: string, channels: BroadcastChannel[]) =>
  class extends BroadcastChannel {
    constructor(name: string) {
      super(`${phone} ${name}`)
      channels.push(this)
    }
    #closed = false
    /** A dead realm sends nothing, and gets no error for it. */
    override postMessage(message: unknown): void {
      if (!this.#closed) super.postMessage(message)
    }
    override close(): void {
      this.#closed = true
      super.close()
    }
  }
