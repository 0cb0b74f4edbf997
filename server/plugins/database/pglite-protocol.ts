import type { EngineResult } from './guarded-pool.ts'
import type { WireValue } from './value-types.ts'

/** Where the embedded database lives. `scratch` is a folder that may be lost, for tests: no start script can reach it. */
export type PgliteStorage = { folder: string } | { scratch: string }

/** Main thread → worker. */
export type Request =
  | { id: number; kind: 'query'; sql: string; parameters: WireValue[] }
  | { id: number; kind: 'close' }

/** A PostgreSQL error on its way through postMessage, which keeps no own properties of an Error. */
export interface WireError {
  message: string
  code?: string
  detail?: string
  constraint?: string
  table?: string
  where?: string
}

/** Worker → main thread. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'refused'; message: string }
  /** `fsyncs`: calls that returned since the worker began (durable-fs.ts). */
  | { kind: 'done'; id: number; result: EngineResult | null; fsyncs: number }
  | { kind: 'error'; id: number; error: WireError }
  /** The engine failed (disk full, a failed fsync, out of memory): the worker ends now. */
  | { kind: 'died'; message: string }
