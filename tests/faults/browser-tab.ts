import type { Identity } from '../../sync/identity.ts'
import type { LocalCommand } from '../../sync/outbox/command-list.ts'
import type { ReplicationEvent } from '../../sync/replicate/status.ts'
import type { Ask, BrowserTab, SavedCall } from './browser-orders.ts'
import { code, type RealmDevice, type StoreWrite } from './realm-code.ts'

/**
 * A tab in a real browser: the product's code over the page's own IndexedDB and network, driven by the rig (browser-machine.ts), which it asks before
 * and after each local write and each call.
 */

declare global {
  interface Window {
    rig: Ask
    tab: BrowserTab
  }
}

const DAY_MS = 86_400_000
const { rig: ask, fetch: send } = window
let token = ''
let days = 0

const RealDate = Date
window.Date = class extends RealDate {
  constructor(...args: unknown[]) {
    super(...((args.length === 0 ? [Date.now()] : args) as [number]))
  }
  static override now(): number {
    return RealDate.now() + days * DAY_MS
  }
} as DateConstructor

/** The product's thirty-second time limits expire when a fault says so, not by the clock. */
const limits = new Map<number, AbortController>()
AbortSignal.timeout = () => {
  const limit = new AbortController()
  limits.set(limits.size + 1, limit)
  return limit.signal
}

window.fetch = async (input, init = {}) => {
  const asked = { method: init.method ?? 'GET', url: String(input), limit: limits.size }
  const { call, url, headers, token: current } = await ask('call', asked)
  token = current
  let status: number | null = null
  try {
    const response = await send(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
    status = response.status
    return response
  } finally {
    await ask('answered', { call, status })
  }
}

type Method = (...args: never[]) => unknown
const signals = new Map<number, AbortController>()

let methods: Record<string, Method> = {
  open: async (identity: Identity, { base, label, opens }: { base: string; label: string; opens: boolean }) => {
    if (!opens)
      indexedDB.open = () => {
        throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError')
      }
    const gate = {
      before: async (write: StoreWrite) => void (await ask('before', write)),
      after: async (write: StoreWrite) => void (await ask('after', write)),
      ended: async () => void (await ask('ended', null)),
    }
    const device = await code.open(identity, gate, async (event) => void (await ask('event', event)))
    const options = { base, identity, device: label, token: '' }
    Object.defineProperty(options, 'token', { get: () => token })
    methods = methodsOf(device, code.transport(options))
  },
}

function methodsOf(device: RealmDevice, transport: ReturnType<typeof code.transport>): Record<string, Method> {
  const { commands, resolver, recover, entries, outbox, ids, contents, knowledge, shown, close, logOut } = device
  const { queue, photo, dropPhoto } = device
  return {
    ...{ recover, entries, outbox, ids, contents, knowledge, shown, close, logOut },
    ...{ queue, photo, dropPhoto },
    ...commands,
    ...resolver,
    inOneSave: (calls: readonly SavedCall[]) =>
      commands.together(async (one) => {
        for (const { name, given } of calls) await (one[name] as LocalCommand)(...given)
      }),
    push: (signal?: AbortSignal) => device.push(transport, signal),
    pull: (signal?: AbortSignal) => device.pull(transport, undefined, signal),
    replicate: async (signal: AbortSignal) => {
      const told: Promise<unknown>[] = []
      const onEvent = (event: ReplicationEvent): void => void told.push(ask('event', event))
      await device.replicate({ transport, signal, onEvent }).stopped
      // A word that arrives later would be taken for one of the next replication, over another line.
      await Promise.allSettled(told)
    },
  }
}

const FILLER = 'remplissage'

/** Runs a request on the store that fills the quota. @returns false when there is no room */
async function withFiller(act: (store: IDBObjectStore) => void): Promise<boolean> {
  const opening = indexedDB.open(FILLER, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(FILLER, { autoIncrement: true })
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const transaction = db.transaction(FILLER, 'readwrite')
  act(transaction.objectStore(FILLER))
  const done = await new Promise<boolean>((resolve) => {
    transaction.oncomplete = () => resolve(true)
    transaction.onabort = () => resolve(false)
  })
  db.close()
  return done
}

const [LARGEST, SMALLEST] = [2 ** 20, 64]
/** Most bytes that one call of crypto.getRandomValues gives. */
const GIVEN = 65_536

/** Random bytes, which the browser cannot compress. */
function noise(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += GIVEN) crypto.getRandomValues(bytes.subarray(at, at + GIVEN))
  return bytes
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

window.tab = {
  run: async (order) => {
    token = order.token
    days = order.days
    const args = [...order.args]
    if (order.signal !== null) {
      const controller = new AbortController()
      signals.set(order.signal, controller)
      args.push(controller.signal)
    }
    try {
      const method = methods[order.name]
      if (!method) throw new Error(`No method ${order.name}`)
      return { value: await method(...(args as never[])) }
    } catch (thrown) {
      const { name, message, stack, inner } = thrown as Error & { inner?: { name?: string } }
      const error = { name: textOf(name), message: textOf(message), stack: textOf(stack), inner: textOf(inner?.name) }
      return { error }
    }
  },
  abort: (signal) => signals.get(signal)?.abort(),
  expire: (limit) => limits.get(limit)?.abort(new DOMException('The time limit is over', 'TimeoutError')),
  fill: async () => {
    for (let size = LARGEST; size >= SMALLEST; ) if (!(await withFiller((store) => store.add(noise(size))))) size /= 2
  },
  empty: async () => {
    await withFiller((store) => store.clear())
  },
}
