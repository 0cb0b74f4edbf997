import { IDBFactory } from 'fake-indexeddb'
import { entityOf, SYNCED } from '../../schemas/resources.ts'
import type { Identity } from '../../sync/database.ts'
import type { SyncMark } from '../../sync/local-record.ts'
import { collectionOf } from '../../sync/local-schema.ts'
import type { OutboxEntry } from '../../sync/outbox-entry.ts'
import type { Transport } from '../../sync/transport.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import type { Counters } from './counters.ts'
import { createLine, type Line } from './line.ts'
import { loadRealm } from './realm.ts'
import type { RealmCode, RealmDevice, StoreWrite } from './realm-code.ts'
import { createControl, type RealmControl } from './realm-control.ts'

/** One tab (with its worker) of a phone. */
export interface Tab {
  identity: Identity
  device: RealmDevice
  transport: Transport
  control: RealmControl
  elect: RealmCode['elect']
  /** Closed as people close it. */
  close: () => Promise<void>
  /** From here on nothing of it goes on. */
  kill: () => void
}

/** A phone: what survives its tabs, and what is beside them. */
export interface Phone {
  label: string
  line: Line
  storage: IDBFactory
  /** Of whoever is logged in; every tab sends the one of the moment. */
  token: string
  /** How far its clock is off. */
  days: number
  /** Ids of all records that it ever held. */
  seen: Set<string>
  /** Opens a tab for this account, which starts as the product does. */
  openTab: (identity: Identity) => Promise<Tab>
  /** The browser throws everything away. */
  wipe: () => void
}

const DAY_MS = 86_400_000

/** Primary keys of the local collections. */
const KEYS = new Map(SYNCED.map((resource) => [collectionOf(resource), entityOf(resource).key]))

export interface PhoneInput {
  label: string
  base: string
  proxy: FaultProxy
  counters: Counters
  /** Told of what must never be: a record shown in an older state (I7). */
  onBroken: (what: string) => void
  /** How calls go that no fault of the line strikes. */
  http?: typeof fetch
}

export function createPhone({ label, base, proxy, counters, onBroken, http = fetch }: PhoneInput): Phone {
  const line = createLine(proxy, counters, http)
  const watch = (write: StoreWrite): void => {
    const older = backwards(write)
    if (older) onBroken(`${label}: ${older}`)
    for (const { document } of write.rows) {
      const id = (document as Record<string, unknown>)[KEYS.get(write.collection) ?? '']
      if (typeof id === 'string' && (document as { _deleted: boolean })._deleted === false) phone.seen.add(id)
    }
  }
  const phone: Phone = {
    label,
    line,
    storage: new IDBFactory(),
    token: '',
    days: 0,
    seen: new Set(),
    wipe: () => {
      phone.storage = new IDBFactory()
    },
    openTab: async (identity) => {
      const storage = phone.storage
      const control = createControl(() => storage, watch)
      const realm = await loadRealm({
        phone: label,
        storage,
        now: () => Date.now() + phone.days * DAY_MS,
        onTimeLimit: line.onTimeLimit,
        awake: control.awake,
        fetch: async (input, init) => {
          await control.awake()
          try {
            return await line.fetch(input, init)
          } finally {
            await control.awake()
          }
        },
      })
      const device = await realm.code.open(identity, control.gate)
      const options = { base, identity, device: label, token: '' }
      Object.defineProperty(options, 'token', { get: () => phone.token })
      await device.recover()
      return {
        identity,
        device,
        transport: realm.code.transport(options),
        control,
        elect: realm.code.elect,
        close: async () => {
          await device.close()
          control.kill()
          realm.end()
        },
        kill: () => {
          control.kill()
          realm.end()
        },
      }
    },
  }
  return phone
}

const markOf = (document: unknown): SyncMark | undefined => (document as { sync?: SyncMark } | null | undefined)?.sync

/** I7: a write that lays an older state of the same history than the one it replaces. */
function backwards({ collection, rows }: StoreWrite): string | undefined {
  for (const { document, previous } of rows) {
    const [from, to] = [markOf(previous), markOf(document)]
    if (from && to && from.epoch === to.epoch && to.seq < from.seq)
      return `I7: ${collection} goes from seq ${from.seq} back to ${to.seq}`
  }
  return undefined
}

/** Entries of which the server has not said that it has them. */
export const unsent = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.filter(({ state }) => state === 'pending' || state === 'sent' || state === 'refused')
