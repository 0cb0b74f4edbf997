import type { Values } from '../../schemas/merge.ts'
import { entityOf, SYNCED } from '../../schemas/resources.ts'
import { type Identity, localDatabaseName } from '../../sync/identity.ts'
import {
  INITIAL_STATUS,
  nextStatus,
  type ReplicationEvent,
  type ReplicationStatus,
} from '../../sync/replicate/status.ts'
import type { SyncMark } from '../../sync/store/local-record.ts'
import { collectionOf } from '../../sync/store/local-schema.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import type { Counters } from './counters.ts'
import { createLine, type Line } from './line.ts'
import { byPresentNames } from './present-names.ts'
import type { StoreWrite } from './realm-code.ts'
import { createControl, type RealmControl, type Room } from './realm-control.ts'
import type { Release } from './releases.ts'
import type { TabDevice } from './tab-device.ts'

/** Options for opening a tab. */
export interface TabInput {
  identity: Identity
  label: string
  /** Release of the app that it opens. */
  release: Release
  base: string
  line: Line
  control: RealmControl
  /** Session token of the person who is logged in. */
  token: () => string
  /** Present error of the clock. */
  days: () => number
  /** Whether the storage can be opened. */
  opens: () => boolean
  /** Receives the events of the replication, as a leader sends them to its tabs. */
  onEvent: (event: ReplicationEvent) => void
  /** Resolves, with nothing, when the tab is killed while it opens. */
  killed: Promise<undefined>
}

/** Result of a tab's last round. `before`: it was whole, but the server has changed what its person may see since. */
export type Round = 'none' | 'whole' | 'before' | 'failed'

/** What a tab knows of the synchronisation (WORK-6), and how its last round really went. */
export interface Told {
  status: ReplicationStatus
  /** When the leader's last message came, by the phone's clock in milliseconds; null before the first. */
  heardAt: number | null
  round: Round
}

/** A tab that a machine has opened. */
export interface OpenedTab {
  device: TabDevice
  /** Ends the tab: after its device was closed, or as a kill. */
  end: (how: 'closed' | 'killed') => Promise<void>
}

/** Runs the tabs of one phone and holds their storage. */
export interface Machine<T extends OpenedTab = OpenedTab> {
  room: Room
  /** @returns null where it was killed while it opened */
  openTab: (input: TabInput) => Promise<T | null>
  /** The browser deletes all stored data. */
  wipe: () => Promise<void>
  close: () => Promise<void>
}

/** One tab (with its worker) of a phone. */
export type Tab<T extends OpenedTab = OpenedTab> = Omit<T, 'end'> & {
  identity: Identity
  control: RealmControl
  told: Told
  /** Closes the tab as a person does. */
  close: () => Promise<void>
  /** Logs its person out. */
  logOut: () => Promise<void>
  /** Stops the tab at once, for good. */
  kill: () => Promise<void>
}

/** A phone: what outlives its tabs, and what the rig knows of it. */
export interface Phone<T extends OpenedTab = OpenedTab> {
  label: string
  line: Line
  /** Session token of the person who is logged in; every tab sends the present one. */
  token: string
  /** Error of its clock, in days. */
  days: number
  /** Release of the app that its tabs open. */
  release: Release
  /** Its app was rolled back, and has not read the server's records again: it shows of them what it knows (VER-4). */
  isRolledBack: boolean
  /** How many more times its storage refuses to open. */
  unopenable: number
  /** Time of the last complete synchronisation, by name of the local database. A later session still knows it. */
  lastSyncs: Map<string, string>
  /** The time by its own clock, milliseconds. */
  now: () => number
  /** Ids of all records that it ever held. */
  seen: Set<string>
  /** Numbers of quotes that it ever held, by quote. */
  numbers: Map<string, string>
  /** The epoch in which it last held each quote. */
  numberedIn: Map<string, string>
  /** Numbers of quotes and their owners in epochs that have ended. */
  formerNumbers: [quote: string, number: string][]
  /** Opens a tab for this account and starts it as the product does. */
  openTab: (identity: Identity) => Promise<Tab<T>>
  /** The same, killed after so many points. @returns null unless it was open before */
  openDying: (identity: Identity, after: number) => Promise<Tab<T> | null>
  wipe: () => Promise<void>
  close: () => Promise<void>
}

const DAY_MS = 86_400_000

/** Primary keys of the local collections. */
const KEYS = new Map(SYNCED.map((resource) => [collectionOf(resource), entityOf(resource).key]))

export interface PhoneInput<T extends OpenedTab> {
  label: string
  base: string
  proxy: FaultProxy
  counters: Counters
  /** Release of the app that it begins with; by default the one of the runs. */
  release?: Release
  /** Receives violations, such as a record shown in an older state (I7). */
  onBroken: (what: string) => void
  machine: Machine<T>
}

export function createPhone<T extends OpenedTab>(input: PhoneInput<T>): Phone<T> {
  const { label, base, proxy, counters, onBroken, machine, release = 'next' } = input
  const watch = (write: StoreWrite): void => {
    const older = backwards(write)
    if (older) onBroken(`${label}: ${older}`)
    for (const { document } of write.rows) {
      if (write.collection === 'devis') noteEpoch(phone, document as Values)
      const renumbered = write.collection === 'devis' && newNumber(phone.numbers, document as Values)
      if (renumbered) onBroken(`${label}: ${renumbered}`)
      const id = (document as Record<string, unknown>)[KEYS.get(write.collection) ?? '']
      if (typeof id === 'string' && (document as { _deleted: boolean })._deleted === false) phone.seen.add(id)
    }
  }
  const phone: Phone<T> = {
    label,
    line: createLine(proxy, counters),
    token: '',
    days: 0,
    release,
    isRolledBack: false,
    unopenable: 0,
    lastSyncs: new Map(),
    now: () => Date.now() + phone.days * DAY_MS,
    seen: new Set(),
    numbers: new Map(),
    numberedIn: new Map(),
    formerNumbers: [],
    wipe: async () => {
      phone.lastSyncs.clear()
      await machine.wipe()
    },
    close: machine.close,
    openTab: async (identity) => {
      const tab = await opened(identity)
      if (!tab) throw new Error(`${label}: a tab that nobody kills does not open`)
      return tab
    },
    openDying: (identity, after) => opened(identity, after),
  }
  const opened = async (identity: Identity, after?: number): Promise<Tab<T> | null> => {
    const control = createControl(machine.room, watch)
    const [token, days, opens] = [() => phone.token, () => phone.days, () => phone.unopenable === 0]
    const name = localDatabaseName(identity)
    const lastSync = phone.lastSyncs.get(name) ?? null
    const told: Told = { status: { ...INITIAL_STATUS, lastSync }, heardAt: null, round: 'none' }
    const onEvent = (event: ReplicationEvent): void => {
      told.status = nextStatus(told.status, event)
      told.heardAt = phone.now()
      if (told.status.lastSync !== null) phone.lastSyncs.set(name, told.status.lastSync)
    }
    const struck = after === undefined ? new Promise<void>(() => undefined) : control.set({ what: 'kill', after })
    const killed = struck.then(() => undefined)
    const where = { identity, label, base, line: phone.line, release: phone.release }
    const made = await machine.openTab({ ...where, control, token, days, opens, onEvent, killed })
    if (!made) return null
    const { end } = made
    const tab = { ...made, device: byPresentNames(made.device, phone.release) }
    noteRounds(tab.device, { told, phone })
    noteLeader(tab.device, { told, now: phone.now })
    await Promise.race([tab.device.recover(), killed])
    if (control.isDead()) {
      await end('killed')
      return null
    }
    control.disarm()
    const ended = (how: 'closed' | 'killed'): Promise<void> => {
      control.kill()
      return end(how)
    }
    return {
      ...tab,
      identity,
      control,
      told,
      close: async () => {
        await tab.device.close()
        await ended('closed')
      },
      logOut: async () => {
        phone.lastSyncs.delete(name)
        await tab.device.logOut()
        await ended('closed')
      },
      kill: () => ended('killed'),
    }
  }
  return phone
}

/** A new leader resets the status; only the time of the last synchronisation is kept (sync/status-reporter.ts). */
function noteLeader(device: TabDevice, { told, now }: { told: Told; now: () => number }): void {
  const { replicate } = device
  device.replicate = (signal, onEvent) => {
    told.status = { ...INITIAL_STATUS, lastSync: told.status.lastSync }
    told.heardAt = now()
    return replicate(signal, onEvent)
  }
}

/** Notes how rounds end, from the results of the calls themselves and not from the product's status. */
function noteRounds(device: TabDevice, { told, phone }: { told: Told; phone: Pick<Phone, 'isRolledBack'> }): void {
  const { push, pull } = device
  const failed = (error: unknown, signal: AbortSignal | undefined): never => {
    if (!signal?.aborted) told.round = 'failed'
    throw error
  }
  device.push = async (signal) => {
    const outcome = await push(signal).catch((error: unknown) => failed(error, signal))
    if (outcome.kind === 'pause') told.round = 'failed'
    return outcome
  }
  device.pull = async (signal) => {
    await pull(signal).catch((error: unknown) => failed(error, signal))
    told.round = 'whole'
    phone.isRolledBack = false
  }
}

const markOf = (document: unknown): SyncMark | undefined => (document as { sync?: SyncMark } | null | undefined)?.sync

/** I7: reports a write that replaces a server state with an older one of the same epoch. */
export function backwards({ collection, rows }: StoreWrite): string | undefined {
  for (const { document, previous } of rows) {
    const [from, to] = [markOf(previous), markOf(document)]
    if (from && to && from.epoch === to.epoch && to.seq < from.seq)
      return `I7: ${collection} goes from seq ${from.seq} back to ${to.seq}`
  }
  return undefined
}

/** A quote keeps its number for ever once a phone has shown it, because somebody may have told it to a customer. */
export function newNumber(numbers: Map<string, string>, { IDDEVIS, NUMERO_DEVIS }: Values): string | undefined {
  if (typeof IDDEVIS !== 'string' || typeof NUMERO_DEVIS !== 'string') return undefined
  const known = numbers.get(IDDEVIS)
  numbers.set(IDDEVIS, NUMERO_DEVIS)
  if (known === undefined || known === NUMERO_DEVIS) return undefined
  return `QUOTE: ${IDDEVIS} was ${known} and becomes ${NUMERO_DEVIS}`
}

/** A quote that a restore lost comes back under a new number (SERVER-6). No other quote may ever get the former number. */
function noteEpoch(phone: Pick<Phone, 'numbers' | 'numberedIn' | 'formerNumbers'>, document: Values): void {
  const { IDDEVIS } = document
  const epoch = markOf(document)?.epoch
  if (typeof IDDEVIS !== 'string' || !epoch) return
  if (phone.numberedIn.get(IDDEVIS) !== epoch) endNumber(phone, IDDEVIS)
  phone.numberedIn.set(IDDEVIS, epoch)
}

/** Marks the number that a quote had as one of an ended epoch. */
export function endNumber(phone: Pick<Phone, 'numbers' | 'formerNumbers'>, quote: string): void {
  const number = phone.numbers.get(quote)
  if (number !== undefined) phone.formerNumbers.push([quote, number])
  phone.numbers.delete(quote)
}

/** Entries that the server has not acknowledged. */
export const unsent = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.filter(({ state }) => state === 'pending' || state === 'sent' || state === 'refused')
