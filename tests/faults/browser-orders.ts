import type { Commands } from '../../sync/outbox/commands.ts'
import type { Resolver } from '../../sync/outbox/resolve.ts'
import type { ReplicationEvent } from '../../sync/replicate/status.ts'
import type { StoreWrite } from './realm-code.ts'

/** What the rig and a tab in a real browser say to each other. */

const everyCommand: Record<keyof Commands, true> = {
  create: true,
  update: true,
  remove: true,
  restore: true,
  debrief: true,
  cancelProjet: true,
  feedback: true,
  transmitDevis: true,
  relanceDevis: true,
}
export const COMMANDS = Object.keys(everyCommand)

const everyReview: Record<keyof Resolver, true> = {
  correct: true,
  abandon: true,
  withdrawRemoval: true,
  restoreConflict: true,
  keepConflict: true,
}
export const REVIEWS = Object.keys(everyReview)

/** What the tab asks the rig. */
export interface Questions {
  before: { ask: StoreWrite; answer: unknown }
  after: { ask: StoreWrite; answer: unknown }
  ended: { ask: null; answer: unknown }
  call: {
    ask: { method: string; url: string; limit: number }
    answer: { call: number; url: string; headers: Record<string, string>; token: string }
  }
  /** `status` is null where there was no answer. */
  answered: { ask: { call: number; status: number | null }; answer: unknown }
  event: { ask: ReplicationEvent; answer: unknown }
}

/** What the rig has the tab do. */
export interface Order {
  name: string
  args: readonly unknown[]
  /** A number for the signal that may end it. */
  signal: number | null
  token: string
  days: number
}

/** An error crosses the border as what the rig looks at. */
export type Outcome = { value: unknown } | { error: { name: string; message: string; stack: string; inner: string } }

export type Ask = <Q extends keyof Questions>(
  question: Q,
  about: Questions[Q]['ask'],
) => Promise<Questions[Q]['answer']>

export interface BrowserTab {
  run: (order: Order) => Promise<Outcome>
  abort: (signal: number) => void
  /** The time limit of a call is over. */
  expire: (limit: number) => void
  /** Takes all the room that the phone has left. */
  fill: () => Promise<void>
  empty: () => Promise<void>
}
