import { COMMAND_NAMES, type CommandName, commandCall } from './commands.ts'
import type { ResourceName } from './resources.ts'

/**
 * The protocol between the local database and the server; see sync/SPEC.md. Only this file names headers and reserved body fields.
 */
export const HEADER = {
  /** Company id, else host label. */
  company: 'company-key',
  /** `personnel:<id>` — the account that a request is made for; the request is refused when its token is another account's (WORK-4). */
  account: 'lolapp-account',
  /** Mutation id; an answer that does not echo it is no verdict (PUSH-3). */
  mutation: 'idempotency-key',
  /** Lamport counter of the edit (MERGE-2). */
  clock: 'lolapp-clock',
  /** The device's own clock when it sends the write (ISO 8601, UTC): corrects the times that the body says of its acts (PUSH-14). */
  sentAt: 'lolapp-sent-at',
  /** VERSION the device had seen, as an ETag. */
  seen: 'if-match',
  /** VERSIONs that the server gave to this write before a restore lost it; separated by commas (HEAL-8). */
  made: 'lolapp-made',
  /** Epoch of the database, on every answer of the API (SERVER-5). */
  epoch: 'lolapp-epoch',
  /** Epoch that the device follows, on a write of its outbox: a server with another one does nothing of the write (HEAL-6). */
  follows: 'lolapp-follows',
  /** seq of the write, on the answer to a write (PUSH-6). */
  seq: 'lolapp-seq',
  /** Fields of the write on which the record holds another edit: mine lost, or somebody has written since. Separated by commas; absent when there is none. */
  overwritten: 'lolapp-overwritten',
  device: 'lolapp-device',
  /** Version of the records' shape that the app speaks (schemas/versions.ts) and gets its answers in. An app without it is of version 0. */
  version: 'lolapp-schema',
  /** Version of the body, where it is another one: an entry is always sent again as it was first sent (VER-3). */
  bodyVersion: 'lolapp-body-schema',
  /** Versions that the server serves, `oldest-newest`, on every answer of the API. */
  versions: 'lolapp-schemas',
  /** On every answer of the API, also where no company is known (the admin domain, an unknown host): only our server sends it (ANSWER-1). */
  server: 'lolapp-server',
  /** Id of the request in the server's log; on every answer. The server draws it and ignores one in the request. */
  request: 'x-request-id',
} as const

/** Value of `HEADER.server`. */
export const SERVER_MARK = 'lolapp'

/** Reserved names in bodies and pulled rows. */
export const BASE = '_base'
/** In the body of a deletion: what its author knew of the records that use the deleted one. */
export const USES = '_uses'
export const DELETED = '_deleted'
export const SEQ = '_seq'

export const PAGE_SIZE = 1000
/** Most ids in one call of `POST /sync/known`. */
export const KNOWN_LIMIT = 500

/** A pulled row: a whole record, or its key alone with `_deleted: true` when it may not be seen (any more). */
export type PulledRow = Record<string, unknown> & { _deleted: boolean; _seq: number }

export interface PullPage {
  data: PulledRow[]
  checkpoint: string
  complete: boolean
}

/**
 * What a checkpoint holds; the device keeps it as an opaque string. `start` is the seq at which the first sync began: tombstones
 * at or below it are left out (PULL-3). `scope` is a digest of what decides the user's visibility (PULL-2).
 */
export interface Checkpoint {
  epoch: string
  seq: number
  start: number
  scope: string
}

export const encodeCheckpoint = (c: Checkpoint): string => `${c.epoch}~${c.seq}~${c.start}~${c.scope}`

/** null when the text is not a checkpoint. */
export function decodeCheckpoint(text: string): Checkpoint | null {
  const [epoch, seq, start, scope, ...more] = text.split('~')
  if (!epoch || !seq || !start || scope === undefined || more.length > 0) return null
  if (!/^\d{1,15}$/.test(seq) || !/^\d{1,15}$/.test(start)) return null
  return { epoch, seq: Number(seq), start: Number(start), scope }
}

/** A hint: something of this resource changed up to seq. Never a document: a lost hint would then lose data without a sign. */
export interface Hint {
  resource: ResourceName
  seq: number
}

export type Action = 'create' | 'update' | 'delete' | CommandName
export const ACTIONS: readonly Action[] = ['create', 'update', 'delete', ...COMMAND_NAMES]

/** Path (under the API base) and method of an action on one record of the resource at `path`; `patch` says which feedback. */
export function callOf(
  path: string,
  id: string,
  action: Action,
  patch: Record<string, unknown> = {},
): { method: 'POST' | 'PUT' | 'DELETE'; path: string } {
  const at = `${path}/${encodeURIComponent(id)}`
  if (action === 'create') return { method: 'POST', path }
  if (action === 'update') return { method: 'PUT', path: at }
  if (action === 'delete') return { method: 'DELETE', path: at }
  return commandCall(action, id, patch)
}

export const etag = (version: number): string => `"${version}"`
export function parseEtag(value: string | undefined): number | null {
  const match = /^"(\d{1,9})"$/.exec(value ?? '')
  return match ? Number(match[1]) : null
}
