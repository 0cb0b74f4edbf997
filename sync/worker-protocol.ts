import type { Identity } from './identity.ts'
import type { ReplicationStatus } from './replicate/status.ts'

/** From a tab to its worker. */
export type ToWorker =
  | {
      type: 'start'
      identity: Identity
      token: string
      base: string
      device: string
      version: string
      /** The tab has applied the first screen's records, which were asked for at the login (PULL-8). */
      bootstrapped?: boolean
    }
  /** Push and pull now. */
  | { type: 'wake' }
  | { type: 'stop' }
  /** Refetch a damaged local record. */
  | { type: 'refetch'; resource: string; id: string }

/** From a worker to its own tab, when it has started and every `BEAT`, but not while its opening hangs: a tab that hears no more from its worker replaces it (WORK-9). */
export type FromWorker = { type: 'alive' }

/**
 * Over the BroadcastChannel of the local database: the leader's status to every tab, at each change and at each beat, so that a tab knows whether
 * the status is still true; and the question of a tab that has just opened.
 */
export type StatusMessage = { type: 'status'; status: ReplicationStatus } | { type: 'ask' }

/** Milliseconds between two beats. */
export const BEAT = 5_000

export const statusChannel = (name: string): string => `lolapp-status:${name}`
export const leaderChannel = (name: string): string => `lolapp-leader:${name}`
/** Local document that keeps the last status for tabs that open later. */
export const STATUS_DOC = 'status'
