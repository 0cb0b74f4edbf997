import type { Single } from '../../sync/outbox/command-list.ts'
import type { Resolver } from '../../sync/outbox/resolve.ts'
import type { ReplicationEvent } from '../../sync/replicate/status.ts'
import type { StoreWrite } from './realm-code.ts'

/** Messages between the rig and a tab in a real browser. */

const everyResolution: Record<keyof Resolver, true> = {
  correct: true,
  abandon: true,
  withdraw: true,
  restoreConflict: true,
  keepConflict: true,
}
export const RESOLUTIONS = Object.keys(everyResolution)

/** Requests from the tab to the rig. */
export interface Questions {
  before: { ask: StoreWrite; answer: unknown }
  after: { ask: StoreWrite; answer: unknown }
  ended: { ask: null; answer: unknown }
  call: {
    ask: { method: string; url: string; limit: number }
    answer: { call: number; url: string; headers: Record<string, string>; token: string }
  }
  /** `status` is null when there was no answer. */
  answered: { ask: { call: number; status: number | null }; answer: unknown }
  event: { ask: ReplicationEvent; answer: unknown }
}

/** One write of a save of several (OUT-13). */
export interface SavedCall {
  name: keyof Single
  given: readonly unknown[]
}

/** Orders from the rig to the tab. */
export interface Order {
  name: string
  args: readonly unknown[]
  /** Number of the abort signal that may end this order. */
  signal: number | null
  token: string
  days: number
}

/** The parts of an error that the rig reads, in a form that can be sent. */
export type Outcome = { value: unknown } | { error: { name: string; message: string; stack: string; inner: string } }

export type Ask = <Q extends keyof Questions>(
  question: Q,
  about: Questions[Q]['ask'],
) => Promise<Questions[Q]['answer']>

export interface BrowserTab {
  run: (order: Order) => Promise<Outcome>
  abort: (signal: number) => void
  /** Makes the time limit of a call expire. */
  expire: (limit: number) => void
  /** Fills the phone's storage. */
  fill: () => Promise<void>
  empty: () => Promise<void>
}
