import type { Pack } from './pack-files.ts'

/** Why a download ended without a map. */
export type PackProblem =
  /** The line broke: what has come is kept, and it goes on from there. */
  | 'offline'
  /** The server offers another file under that name, or none any more. */
  | 'changed'
  /** The server no longer knows this session. */
  | 'session'
  /** The device has no room. */
  | 'full'
  /** Another tab is at it. */
  | 'busy'
  /** What came is no map that can be drawn. */
  | 'unreadable'

export type ToPackWorker =
  | { type: 'download'; pack: Pack; url: string; headers: Record<string, string> }
  | { type: 'cancel' }

export type FromPackWorker =
  | { type: 'progress'; kept: number }
  | { type: 'ended'; result: 'done' | 'cancelled' | PackProblem }

/** Where the first byte of an answer goes; or what an answer that brings nothing means. */
export function startOf(
  { status, etag }: { status: number; etag: string | null },
  { kept, version }: { kept: number; version: string },
): number | PackProblem {
  if (status === 401 || status === 403) return 'session'
  if (status === 404 || status === 416) return 'changed'
  if (status !== 200 && status !== 206) return 'offline'
  // Without one, something in between has answered (a captive portal); with another one, another file has.
  if (etag === null) return 'offline'
  if (etag !== `"${version}"`) return 'changed'
  return status === 206 ? kept : 0
}
