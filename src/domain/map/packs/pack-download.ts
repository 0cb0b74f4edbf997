import type { Pack } from './pack-files.ts'

/** Why a download ended without a map. */
export type PackProblem =
  /** The connection failed: the received bytes are kept, and the next download continues after them. */
  | 'offline'
  /** The server offers another file under that name, or none any more. */
  | 'changed'
  /** The server no longer knows this session. */
  | 'session'
  /** The device has no room. */
  | 'full'
  /** Another tab is downloading it. */
  | 'busy'
  /** The received file is no map that can be drawn. */
  | 'unreadable'

export type ToPackWorker =
  | { type: 'download'; pack: Pack; url: string; headers: Record<string, string> }
  | { type: 'cancel' }

export type FromPackWorker =
  | { type: 'progress'; kept: number }
  | { type: 'ended'; result: 'done' | 'cancelled' | PackProblem }

/** The position of an answer's first byte in the file; or why the answer brings no bytes. */
export function startOf(
  { status, etag }: { status: number; etag: string | null },
  { kept, version }: { kept: number; version: string },
): number | PackProblem {
  if (status === 401 || status === 403) return 'session'
  if (status === 404 || status === 416) return 'changed'
  if (status !== 200 && status !== 206) return 'offline'
  // Without an etag, something in between has answered (a captive portal); with another etag, the file is another one.
  if (etag === null) return 'offline'
  if (etag !== `"${version}"`) return 'changed'
  return status === 206 ? kept : 0
}
