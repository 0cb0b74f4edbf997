import type { Identity } from './identity.ts'
import type { ReplicationStatus } from './status.ts'

/** From a tab to its worker. */
export type ToWorker =
  | { type: 'start'; identity: Identity; token: string; base: string; device: string; version: string }
  /** Push and pull now. */
  | { type: 'wake' }
  | { type: 'stop' }
  /** A damaged local record: fetch it anew. */
  | { type: 'repair'; resource: string; id: string }

/** From the leader to every tab, over the BroadcastChannel of the local database. */
export type StatusMessage = { type: 'status'; status: ReplicationStatus }

export const statusChannel = (name: string): string => `lolapp-status:${name}`
export const leaderChannel = (name: string): string => `lolapp-leader:${name}`
/** Local document that keeps the last status for tabs that open later. */
export const STATUS_DOC = 'status'
