import { createContext, useContext } from 'react'
import type { Certainty } from '../../../sync/replicate/status.ts'

/** The synchronisation as the shell shows it; the data layer computes it, the shell never asks the network. */
export interface SyncStatus {
  /** The local database does not open (WORK-9): its content is unknown. */
  unopened: boolean
  online: boolean
  /** Name of the state of the sync's state machine; `starting` until the queue has been read: before that it is not known to be empty. */
  phase: string
  /** Whether the device's data are known to be those of the server. */
  certainty: Certainty
  /** How old the data are, for people: « 14:05 », « 20/11 »; null when there are none. */
  dataOf: string | null
  /** Entries of the outbox that are pending. */
  pending: number
  /** Entries that the server refused and the user has not resolved. */
  refused: number
  /** Entries and files that an earlier logout sealed and that the account's key does not open (SEAL-4). */
  locked: number
  conflicts: number
  /** Instant (ISO 8601 UTC) of the last complete synchronisation. */
  lastSync: string | null
  /** Rows applied and rows announced while the first synchronisation runs. */
  firstSync: { done: number; total: number } | null
  /** Why replication is paused (expired session, other account …); a non-empty list asks the user to act. */
  paused: readonly string[]
}

export interface SyncControls {
  /** Sends what is pending and pulls; resolves when it is done or cannot go on. Never rejects for network reasons. */
  syncNow: () => Promise<void>
}

export interface Sync {
  status: SyncStatus
  controls: SyncControls
}

/** Before the data layer has answered: no entry is known to be pending, and nothing is shown as synchronised. */
export const UNKNOWN_SYNC: Sync = {
  status: {
    unopened: false,
    online: true,
    phase: 'starting',
    certainty: 'awaited',
    dataOf: null,
    pending: 0,
    refused: 0,
    locked: 0,
    conflicts: 0,
    lastSync: null,
    firstSync: null,
    paused: [],
  },
  controls: { syncNow: () => Promise.resolve() },
}

/** Provided inside the manager area by the data layer (manager-layout.tsx). */
export const SyncContext = createContext<Sync>(UNKNOWN_SYNC)
export const useSync = (): Sync => useContext(SyncContext)
